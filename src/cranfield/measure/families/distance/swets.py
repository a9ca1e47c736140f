"""How far apart the scores of relevant and of other documents lie: Swets and Brookes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.families.distance.by_hand import square  # noqa: F401  (for the worked examples)
from cranfield.measure.families.distance.documents import EPSILON, MEANINGS, documents
from cranfield.measure.families.distance.units import Scores
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]


class Split(NamedTuple):
    """Mean and standard deviation of the SREs of relevant documents, and of the others, in each topic."""

    mean: Floats
    other_mean: Floats
    sd: Floats
    other_sd: Floats

    @property
    def gap(self) -> Floats:
        """How much higher relevant documents are scored; a difference in the last bits is none."""
        gap = self.mean - self.other_mean
        return np.where(np.abs(gap) < EPSILON, 0.0, gap)


def split(judged: Judged, rel: float, scores: str, ddof: int) -> Split:
    """Divide the judged documents by relevance, and describe the SREs of either part."""
    several = documents(judged, scores)
    relevant = several.grade >= rel
    parts = several.where(relevant), several.where(~relevant)
    means = (part.mean(part.sre) for part in parts)
    deviations = (part.deviation(part.sre, ddof) for part in parts)
    # Equal scores have no spread, however their mean was rounded.
    return Split(*means, *(np.where(spread < EPSILON, 0.0, spread) for spread in deviations))


@measure(
    "SwetsE",
    source="Swets, Science 141, 1963; van Rijsbergen, Information Retrieval, 1979, p. 157",
    relevance="binary",
    retrieval="scores",
    traits={"partial"},
    needs={"unit-scores"},
    parameters=MEANINGS,
)
def swets_e(judged: Judged, *, rel: float = 1, scores: Scores = "as-is", ddof: int = 0) -> Floats:
    """How far apart relevant and other documents are scored, in their mean standard deviation.

        SwetsE = 2 * (m1 - m2) / (s1 + s2)
        m, s = mean and standard deviation of the SREs of the relevant (1) and of the other judged documents (2)

    What a system can tell apart, whatever score one would stop reading at; 0 is blind choice, and there is no
    upper end. On paper where normal distributions are straight lines, it is sqrt(2) times the distance of the
    recall-fallout line from the middle. Adding to all scores, or multiplying them, changes nothing as long as a
    document that was not retrieved (SRE 0) moves along. Undefined where all judged documents are relevant or
    where no score differs from another; infinite where the two groups differ and nothing within them does.

    Table 1 of the ADM paper, a URE of .5 being relevant:

    >>> swets_e(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]), rel=0.5)
    array([2.34254926])
    """
    apart = split(judged, rel, scores, ddof)
    return 2 * apart.gap / (apart.sd + apart.other_sd)


@measure(
    "SwetsSlope",
    source="van Rijsbergen, Information Retrieval, 1979, p. 157",
    relevance="binary",
    retrieval="scores",
    traits={"partial", "descriptive"},
    needs={"unit-scores"},
    parameters=MEANINGS,
)
def swets_slope(judged: Judged, *, rel: float = 1, scores: Scores = "as-is", ddof: int = 0) -> Floats:
    """How many times as widely relevant documents are scattered over the scores as the others are.

        SwetsSlope = s1 / s2,  standard deviations of the SREs of relevant and of other judged documents

    Reported beside SwetsE, which takes the two spreads as one: two systems with the same E and different slopes
    are better at different depths. Where recall is drawn upwards and fallout to the right, both on normal
    deviates, the line rises by 1 / SwetsSlope. Undefined where all judged documents are relevant.

    >>> swets_slope(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.8, 0.6, 0.4, 0.2, 1]), rel=0.5)
    array([0.2941742])
    """
    apart = split(judged, rel, scores, ddof)
    return apart.sd / apart.other_sd


@measure(
    "BrookesS",
    source="Brookes, Journal of Documentation 24(1), 1968; van Rijsbergen 1979, p. 158",
    relevance="binary",
    retrieval="scores",
    traits={"partial"},
    needs={"unit-scores"},
    parameters=MEANINGS,
)
def brookes_s(judged: Judged, *, rel: float = 1, scores: Scores = "as-is", ddof: int = 0) -> Floats:
    """How surely a relevant document is scored above another one, if scores are normally distributed.

        BrookesS = (m1 - m2) / sqrt(s1^2 + s2^2),  m and s as for SwetsE

    The mean difference of the scores of a relevant and another document, in standard deviations of it. So it is
    better founded than SwetsE where the spreads differ; where they are equal, SwetsE is sqrt(2) times as much.
    Infinite and undefined in the same cases.

    >>> brookes_s(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]), rel=0.5)
    array([1.65100165])
    """
    apart = split(judged, rel, scores, ddof)
    return apart.gap / np.hypot(apart.sd, apart.other_sd)


@measure(
    "SwetsAbinormal",
    source="Swets, Science 141, 1963; the normal distribution of BrookesS",
    relevance="binary",
    retrieval="scores",
    traits={"partial", "bounded"},
    needs={"unit-scores"},
    parameters=MEANINGS,
)
def swets_a_binormal(judged: Judged, *, rel: float = 1, scores: Scores = "as-is", ddof: int = 0) -> Floats:
    """Area under the recall-fallout curve of two normal distributions with the means and spreads of the scores.

        SwetsAbinormal = Phi(BrookesS),  Phi the normal distribution

    SwetsA through a smooth curve: it does not jump when two documents change places, but it believes that
    scores are normally distributed, and retrieval scores rarely are. Undefined where BrookesS is.

    >>> swets_a_binormal(square(ure=[0.8, 0.6, 0.4, 0.2, 0.1], sre=[0.9, 0.5, 0.5, 0.1, 0.2]), rel=0.5)
    array([0.95063088])
    """
    from scipy.special import ndtr

    area: Floats = ndtr(brookes_s(judged, rel=rel, scores=scores, ddof=ddof))
    return area
