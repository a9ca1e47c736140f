"""Scipy knows the distances and statistics that these measures are made of, under other names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy import stats
from scipy.spatial import distance

from cranfield.measure import find
from cranfield.measure.families.distance.by_hand import square
from tests.measure.drawn import PATIENT

COVERED = {
    "ADM",
    "ADMpermuted",
    "ADMrms",
    "ADMsd",
    "BrookesS",
    "SwetsA",
    "SwetsAbinormal",
    "SwetsE",
    "SwetsSlope",
}

Floats = NDArray[np.float64]
VALUES = st.one_of(st.floats(0, 1, allow_subnormal=False), st.sampled_from([0.0, 0.25, 0.5, 1.0]))
POINTS = st.lists(st.tuples(VALUES, VALUES), min_size=1, max_size=15)


def columns(points: list[tuple[float, float]]) -> tuple[Floats, Floats]:
    sre, ure = np.array(points).T
    assume(ure.max() > 1e-9)
    return sre, ure


def ours(name: str, sre: Floats, ure: Floats, **settings: float) -> float:
    return float(find(name)(**settings).values(square(ure=ure.tolist(), sre=sre.tolist()))[0])


@PATIENT
@given(points=POINTS)
def test_adm_is_one_less_a_distance(points: list[tuple[float, float]]) -> None:
    sre, ure = columns(points)
    n = len(sre)
    assert ours("ADM", sre, ure) == pytest.approx(1 - distance.cityblock(sre, ure) / n, abs=1e-12)
    assert ours("ADMrms", sre, ure) == pytest.approx(1 - distance.euclidean(sre, ure) / n**0.5, abs=1e-12)
    # scipy refuses to tell the spread of numbers that are nearly the same
    spread = float(stats.tstd(sre - ure, ddof=0)) if np.ptp(sre - ure) > 1e-9 else 0.0
    assert ours("ADMsd", sre, ure) == pytest.approx(1 - spread, abs=1e-9)
    of_all = distance.cdist(sre[:, None], ure[:, None], "cityblock")
    assert ours("ADMpermuted", sre, ure) == pytest.approx(1 - of_all.mean(), abs=1e-12)


@PATIENT
@given(points=POINTS)
def test_swets_and_brookes_are_effect_sizes(points: list[tuple[float, float]]) -> None:
    sre, ure = columns(points)
    good, bad = sre[ure >= 0.5], sre[ure < 0.5]
    assume(len(good) > 1 and len(bad) > 1)
    area = stats.mannwhitneyu(good, bad).statistic / (len(good) * len(bad))
    assert ours("SwetsA", sre, ure, rel=0.5) == pytest.approx(area, abs=1e-12)
    assume(min(np.ptp(good), np.ptp(bad)) > 1e-6)
    # Welch's t divides by the spreads of means; with as many documents in both groups it is Brookes's S.
    s1, s2 = float(stats.tstd(good)), float(stats.tstd(bad))
    gap = float(stats.tmean(good) - stats.tmean(bad))
    brookes = gap / (s1**2 + s2**2) ** 0.5
    assert ours("BrookesS", sre, ure, rel=0.5, ddof=1) == pytest.approx(brookes, rel=1e-6, abs=1e-9)
    if len(good) == len(bad):
        welch = stats.ttest_ind(good, bad, equal_var=False).statistic
        assert brookes == pytest.approx(welch / len(good) ** 0.5, rel=1e-6, abs=1e-9)
    assert ours("SwetsE", sre, ure, rel=0.5, ddof=1) == pytest.approx(2 * gap / (s1 + s2), rel=1e-6, abs=1e-9)
    assert ours("SwetsSlope", sre, ure, rel=0.5, ddof=1) == pytest.approx(s1 / s2, rel=1e-6, abs=1e-9)
    assert ours("SwetsAbinormal", sre, ure, rel=0.5, ddof=1) == pytest.approx(
        float(stats.norm.cdf(brookes)), abs=1e-9
    )
