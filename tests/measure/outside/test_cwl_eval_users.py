"""The five numbers of C/W/L and their residuals are those of cwl-eval, for each of its users that we have."""

from __future__ import annotations

import csv
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cranfield.measure import find
from tests.measure.drawn import TOPICS, Drawn, judged

cwl_ruler = pytest.importorskip("cwl.ruler.cwl_ruler")
from cwl.ruler.ranking import Ranking  # noqa: E402  (only where it is installed)

COVERED = {
    "BPM", "ExpectedDepth", "ExpectedTotalCost", "ExpectedTotalUtility", "ExpectedUtility", "INSQ", "INST", "RBP",
    "RBPResidual", "Residual", "TBG", "UMeasure",
}  # fmt: skip
DEPTH = 1000
FEWER = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


class Twin(NamedTuple):
    """A user of theirs, and the same one with us."""

    theirs: Callable[[], Any]
    ours: dict[str, Any]
    depth: int = DEPTH


USERS = {
    "P": Twin(lambda: cwl_ruler.PrecisionCWLMetric(10), {"model": "P", "k": 10}),
    "RBP": Twin(lambda: cwl_ruler.RBPCWLMetric(0.8), {"model": "RBP", "p": 0.8}),
    "RBP, patient": Twin(lambda: cwl_ruler.RBPCWLMetric(0.99), {"model": "RBP", "p": 0.99}),
    "INST": Twin(lambda: cwl_ruler.INSTCWLMetric(2.0), {"model": "INST", "T": 2}),
    "INSQ": Twin(lambda: cwl_ruler.INSQCWLMetric(3.0), {"model": "INSQ", "T": 3}),
    "SDCG": Twin(lambda: cwl_ruler.NDCGCWLMetric(7), {"model": "SDCG", "k": 7}),
    "RR": Twin(cwl_ruler.RRCWLMetric, {"model": "RR"}),
    "AP": Twin(cwl_ruler.APCWLMetric, {"model": "AP", "k": 200}, 200),  # they need the square of the depth
    "BPM-static": Twin(lambda: cwl_ruler.BPMCWLMetric(2, 6), {"model": "BPM-static", "T": 2, "budget": 6}),
    "BPM-dynamic": Twin(
        lambda: cwl_ruler.BPMDCWLMetric(1.5, 6, 0.75, 0.0, 0.5),
        {"model": "BPM-dynamic", "T": 1.5, "budget": 6, "hb": 0.75, "hc": 0, "middle": 0.5},
    ),
    "NERR8": Twin(lambda: cwl_ruler.NERReq8CWLMetric(12), {"model": "ERR", "k": 12}),
    "NERR9": Twin(lambda: cwl_ruler.NERReq9CWLMetric(12), {"model": "NERR9", "k": 12}),
    "NERR10": Twin(lambda: cwl_ruler.NERReq10CWLMetric(0.9), {"model": "NERR10", "p": 0.9}),
    "NERR11": Twin(lambda: cwl_ruler.NERReq11CWLMetric(2.0), {"model": "NERR11", "T": 2}),
    "TBG": Twin(lambda: cwl_ruler.TBGCWLMetric(20), {"model": "TBG", "halflife": 20}),
    "U": Twin(lambda: cwl_ruler.UMeasureCWLMetric(40), {"model": "U", "L": 40}),
}
# Fractions with few bits, so that sums in whatever order reach a T exactly or not at all.
TENTHS = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])
FRACTIONS = st.builds(
    Drawn,
    ranking=st.lists(st.one_of(st.none(), TENTHS), max_size=20).map(tuple),
    missed=st.lists(TENTHS, min_size=1, max_size=4).map(lambda grades: (1.0, *grades)),
)


def their_ranking(topic: Drawn, costs: list[float] | None = None, top: float = 1, depth: int = DEPTH) -> Any:
    """Unjudged documents are NaN there; negative grades are refused, and count as unjudged with us."""
    unknown = float("nan")
    gains = [unknown if grade is None or grade < 0 else min(grade / top, 1.0) for grade in topic.ranking]
    return Ranking("q", gains, costs if costs is not None else [unknown] * len(gains), max_n=depth)


def their_numbers(user: Any, ranking: Any, *, worst: bool) -> dict[str, float]:
    """The five, with what its users who would go on after the last rank have got and spent by then."""
    eu, etu, ec, etc, ed = user._do_score(ranking, worst)
    beyond = float(np.prod(user.c_vector(ranking, worst)))
    etu += beyond * float(ranking.get_gain_vector(worst).sum())
    etc += beyond * float(ranking.get_cost_vector(worst).sum())
    return {"EU": eu, "ETU": etu, "EC": ec, "ETC": etc, "ED": ed}


def our_numbers(topic: Drawn, settings: dict[str, Any]) -> dict[str, float]:
    hits = judged(topic)
    names = {"EU": {}, "ETU": {}, "ETC": {}, "EC": {"per": "document"}, "ED": {}}
    found = {"EC": "ExpectedTotalCost"}
    return {
        name: float(find(found.get(name, name)).function(hits, **settings, **extra)[0])
        for name, extra in names.items()
    }


def our_residuals(topic: Drawn, settings: dict[str, Any]) -> dict[str, float]:
    residual = find("Residual").function
    return {
        of: float(residual(judged(topic), of=of, **settings)[0]) for of in ("EU", "ETU", "EC", "ETC", "ED")
    }


@pytest.mark.parametrize("name", USERS)
@FEWER
@given(topic=st.one_of(TOPICS, FRACTIONS))
def test_the_five_numbers_and_their_residuals(name: str, topic: Drawn) -> None:
    twin = USERS[name]
    ranking = their_ranking(topic, depth=twin.depth)
    lower = their_numbers(twin.theirs(), ranking, worst=True)
    upper = their_numbers(twin.theirs(), ranking, worst=False)
    assert our_numbers(topic, twin.ours) == pytest.approx(lower, abs=1e-9, rel=1e-9)
    open_ends = {number: upper[number] - lower[number] for number in lower}
    assert our_residuals(topic, twin.ours) == pytest.approx(open_ends, abs=1e-9, rel=1e-9)


COSTS = st.lists(st.sampled_from([0.5, 1.0, 2.0, 4.0]), min_size=20, max_size=25)
WITH_COSTS = ["RBP", "INST", "BPM-static", "TBG", "U"]


@pytest.mark.parametrize("name", WITH_COSTS)
@FEWER
@given(topic=FRACTIONS, costs=COSTS)
def test_costs_by_rank(name: str, topic: Drawn, costs: list[float], tmp_path: Path) -> None:
    twin, costs = USERS[name], costs[: len(topic.ranking)]
    ranking = their_ranking(topic, costs)
    theirs = their_numbers(twin.theirs(), ranking, worst=True)
    file = _written(tmp_path / "ranks.csv", "rank", enumerate(costs, 1))
    assert our_numbers(topic, {**twin.ours, "costs": file}) == pytest.approx(theirs, abs=1e-9, rel=1e-9)


@pytest.mark.filterwarnings("ignore:.*nobody judged:cranfield.CranfieldWarning")
@pytest.mark.parametrize("name", WITH_COSTS)
@FEWER
@given(topic=FRACTIONS, costs=COSTS)
def test_costs_by_document(name: str, topic: Drawn, costs: list[float], tmp_path: Path) -> None:
    """They have a cost for each document of the list; ours are known by name where they are judged."""
    pairs = list(zip(topic.documents, topic.ranking, costs, strict=False))
    ranking = their_ranking(topic, [1.0 if grade is None else cost for _, grade, cost in pairs])
    theirs = their_numbers(USERS[name].theirs(), ranking, worst=True)
    file = _written(tmp_path / "documents.csv", "document", ((document, cost) for document, _, cost in pairs))
    ours = our_numbers(topic, {**USERS[name].ours, "costs": file})
    assert ours == pytest.approx(theirs, abs=1e-9, rel=1e-9)


_written_files = iter(range(10**9))


def _written(path: Path, kind: str, lines: Any) -> str:
    """A new name each time: two files written within a tick of the clock would look like one."""
    path = path.with_stem(f"{path.stem}{next(_written_files)}")
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([(kind, "cost"), *lines])
    return str(path)


@FEWER
@given(topic=TOPICS, p=st.sampled_from([0.5, 0.8, 0.95, 0.99]))
def test_rbp_is_theirs_but_for_the_end_at_rank_1000(topic: Drawn, p: float) -> None:
    ranking, user = their_ranking(topic), cwl_ruler.RBPCWLMetric(p)
    share = 1 - p**DEPTH
    lower, upper = (user._do_score(ranking, worst)[0] * share for worst in (True, False))
    hits = judged(topic)
    assert find("RBP").function(hits, p=p)[0] == pytest.approx(lower, abs=1e-12)
    assert find("RBPResidual").function(hits, p=p)[0] == pytest.approx(upper + p**DEPTH - lower, abs=1e-12)


@FEWER
@given(topic=TOPICS)
def test_graded_rbp(topic: Drawn) -> None:
    theirs = cwl_ruler.RBPCWLMetric(0.5).measure(their_ranking(topic, top=2))
    assert find("RBP").function(judged(topic), p=0.5, top=2)[0] == pytest.approx(theirs, abs=1e-12)


@FEWER
@given(topic=TOPICS)
def test_time_biased_gain_with_the_seconds_for_costs(topic: Drawn) -> None:
    seconds = [
        4.4 + (0.64 if grade is not None and grade >= 1 else 0.39) * (0.018 * 500 + 7.8)
        for grade in topic.ranking
    ]
    user = cwl_ruler.TBGCWLMetric(224)
    user.measure(their_ranking(topic, seconds))
    expected = 0.64 * 0.77 * user.expected_utility * user.expected_items
    assert find("TBG").function(judged(topic))[0] == pytest.approx(expected, abs=1e-9)


@FEWER
@given(topic=TOPICS, length=st.sampled_from([100, 700, 40_000]))
def test_the_u_measure_is_theirs_of_a_list_with_one_more_on_top(topic: Drawn, length: int) -> None:
    """Their documents stand where the one above ends; ours end there when something was read before."""
    later = topic.ranked([None, *topic.ranking])
    user = cwl_ruler.UMeasureCWLMetric(1000)
    user.measure(their_ranking(later, [length] * len(later.ranking)))
    expected = user.expected_utility * user.expected_items
    ours = find("UMeasure").function(judged(topic), L=1000, cost=length)[0]
    assert ours == pytest.approx(expected, abs=1e-9)


def test_what_differs() -> None:
    """The documented differences are there: without them the notes would have to go."""
    nothing = Drawn((0, 0, 0), (1,))
    waiting = cwl_ruler.RRCWLMetric()
    waiting.measure(their_ranking(nothing))
    assert waiting.expected_total_cost == 0
    assert find("ETC").function(judged(nothing), model="RR")[0] == waiting.expected_items == DEPTH

    insq = cwl_ruler.INSQCWLMetric(1.0)
    insq.measure(their_ranking(Drawn((1,))))
    assert find("ETU").function(judged(Drawn((1,))), model="INSQ")[0] - insq.expected_total_utility == (
        pytest.approx(4e-6, rel=0.01)
    )

    patient = cwl_ruler.RBPCWLMetric(0.99)
    ratio = patient.measure(their_ranking(Drawn((1,)))) / find("RBP").function(judged(Drawn((1,))), p=0.99)[0]
    assert ratio - 1 == pytest.approx(4.3e-5, rel=0.01)

    good = Drawn((1,) * 20)
    moving = {"model": "BPM-dynamic", "T": 30, "budget": 10, "hb": 0, "hc": 1}
    stuck = cwl_ruler.BPMDCWLMetric(30, 10, 0.0, 1.0, 0.5)
    stuck.measure(their_ranking(good))
    assert stuck.expected_items == pytest.approx(10)
    # The budget grows by a half with each document, and is 10 + (i - 1) / 2 <= i for the first time at i = 19.
    assert find("ED").function(judged(good), **moving)[0] == pytest.approx(19)

    reader = cwl_ruler.UMeasureCWLMetric(2000)
    last = reader.w_vector(their_ranking(good))[-1]
    assert last == 0
    ours = find("ED").function(judged(good), model="U", L=2000)[0]
    assert ours == pytest.approx(reader._do_score(their_ranking(good))[4] + (1 - 999 / 2000))
    assert math.isclose(ours, sum(1 - i / 2000 for i in range(1000)))
