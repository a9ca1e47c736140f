"""EPRUM: precision and recall for users who walk through a collection from where the ranking lets them in."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.structured.best_list import BestList, best_lengths
from cranfield.measure.families.structured.by_hand import walked  # noqa: F401  (the same)
from cranfield.measure.families.structured.precision import (
    Choices,
    Clip,
    Empty,
    Law,
    over_topics,
    per_user,
    satisfied,
)
from cranfield.measure.families.structured.session import Session
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Points = Literal["11", "100"]

_SOURCE = "Piwowarski & Dupret, SIGIR 2006"
_MEANING = {
    "scale": "the grade that all users find ideal, lower ones a share of them; 0: whatever is relevant is ideal to all",
    "ideal": "how long the best list is: one ideal a rank (count), a list made greedily, its lower bound, or the "
    "model's own list; auto takes what fits the model",
    "empty": "levels of satisfaction that no document reaches: left out (renormalise), or 0",
    "clip": "whether a precision above 1 counts as 1",
    "law": "exact, or the normal law where the variance is 9 or more",
}
GRIDS: dict[Points, tuple[float, ...]] = {
    "11": tuple(tenth / 10 for tenth in range(11)),
    "100": tuple(percent / 100 for percent in range(1, 101)),
}


@measure(
    "EPRUM",
    source=f"{_SOURCE}, eq. 1-7; precision at a rank is ours",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "strict", "ideal"},
    parameters=_MEANING,
)
def eprum(
    judged: Judged,
    *,
    rel: float = 1,
    scale: float = 0,
    ideal: BestList = "auto",
    empty: Empty = "renormalise",
    clip: Clip = "no",
    law: Law = "exact",
    k: int | None = None,
) -> Floats:
    """Average precision for users who walk on from what a ranking shows them; with @k, precision at rank k.

        EPRUM = sum over r = 1 ... t of precision(r) / t,  t ideal elements
        precision(r) = E[M_r] * E[1 / L_r]
        L_r = ranks consulted until r ideals are seen (1 / L_r = 0 if never), M_r the same in the best list

        EPRUM@k = sum over f of P(F_k = f) * E[M_f] / k,  F_k = ideals seen after k ranks

    A rank is a way in: from a section to its paragraphs, from a page to those that it links to. The navigation model
    (`--navigation`) says with which probability a user who consults rank k reaches each ideal, all independent of each
    other. Only what is seen for the first time counts, so returning the same thing in three sizes gains nothing, and a
    near miss counts for as many users as get from it to the ideal. Who never sees r ideals has 0.

    Without a navigation model nobody walks, and EPRUM is AP, EPRUM@k is P@k. What is promised below is true of that;
    under other models precision may exceed 1, because the mean of an inverse is above the inverse of the mean
    (cranfield says so where it happens, and clip=yes cuts it off).

    Three ranks, the first two of which lead to either of two ideals now and then (section 4 has .81 and .74 for one
    and for both; .74 is twice a rounded .37):

    >>> eprum(walked([[0.4, 0.4], [0.6, 0.4], [1, 0]]))
    array([0.7772])

    Half of the users find the second element ideal, and it stands first:

    >>> eprum(walked([[0, 1], [1, 0]], [1, 0.5]), rel=0.1, scale=1)
    array([0.75])

    Nobody walks: the relevant documents of this ranking have AP .775.

    >>> eprum(example(ranks=[1, 3, 4, 5, 6, 10], n=6)), eprum(example(ranks=[1, 3, 4], n=6), k=4)
    (array([0.775]), array([0.75]))
    """
    choices = Choices(rel, scale, ideal, empty, clip, law)
    if k is not None:
        return per_user(judged, choices, lambda session: _at_rank(session, k, choices))
    topics = satisfied(judged, choices)
    return over_topics((((each.share, _mean(each.precision)) for each in topic) for topic in topics), empty)


@measure(
    "EPRUMIPrec",
    source=f"{_SOURCE}, eq. 2-5",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "ideal"},
    at="recall",
    parameters={"recall": "the share of the ideal elements that the user wants", **_MEANING},
)
def eprum_at_recall(
    judged: Judged,
    *,
    rel: float = 1,
    scale: float = 0,
    ideal: BestList = "auto",
    empty: Empty = "renormalise",
    clip: Clip = "no",
    law: Law = "exact",
    recall: float,
) -> Floats:
    """Precision for users who walk and want this share of what is ideal: a point of EPRUM's curve.

        EPRUMIPrec@x = precision(r) of EPRUM, r = x * t rounded up, at least 1;  t ideal elements

    The curve is a step function with no maximum to the right: between two natural recall points a user needs the
    document of the next one. So without a navigation model it is the precision where the r-th relevant document
    stands, which IPrec only is where no later precision is higher.

    The two ideals of section 4, and the ranking A of the Webis lecture, whose second relevant document stands third:

    >>> ranking = walked([[0.4, 0.4], [0.6, 0.4], [1, 0]])
    >>> eprum_at_recall(ranking, recall=0.5), eprum_at_recall(ranking, recall=1)
    (array([0.8056]), array([0.7488]))
    >>> eprum_at_recall(example(ranks=[1, 3, 4, 5, 6, 10], n=6), recall=0.2)
    array([0.66666667])
    """
    if not 0 <= recall <= 1:
        hint = "EPRUMIPrec@0.1 is the precision at a tenth of what is ideal"
        raise UsageError(
            f"the recall of EPRUMIPrec is from 0 to 1, not `{recall}`", slug="measure-cutoff", hint=hint
        )
    topics = satisfied(judged, Choices(rel, scale, ideal, empty, clip, law))
    return over_topics((((each.share, each.at(recall)) for each in topic) for topic in topics), empty)


@measure(
    "EPRUMPoints",
    source=f"{_SOURCE}, section 7",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "ideal"},
    parameters={"points": "recall 0, 0.1, ..., 1 (11), or 0.01, 0.02, ..., 1 (100)", **_MEANING},
)
def eprum_points(
    judged: Judged,
    *,
    rel: float = 1,
    scale: float = 0,
    ideal: BestList = "auto",
    empty: Empty = "renormalise",
    clip: Clip = "no",
    law: Law = "exact",
    points: Points = "11",
) -> Floats:
    """EPRUM's precision averaged over a grid of recall levels, as the plots of campaigns show it.

        EPRUMPoints = sum over the levels x of EPRUMIPrec@x / (how many levels)

    EPRUM itself is the exact area under the curve, and needs no grid. Take this one where numbers must be held against
    those of a campaign that published eleven or a hundred points; level 0 asks for the first ideal, as 0.1 does when
    there are ten or fewer.

    With two ideals, six of the eleven levels want the first and five both:

    >>> eprum_points(walked([[0.4, 0.4], [0.6, 0.4], [1, 0]])).round(6)
    array([0.779782])
    >>> round((6 * 0.8056 + 5 * 0.7488) / 11, 6)
    0.779782
    """
    topics = satisfied(judged, Choices(rel, scale, ideal, empty, clip, law))
    levels = GRIDS[points]
    averaged = (
        ((each.share, sum(each.at(level) for level in levels) / len(levels)) for each in topic)
        for topic in topics
    )
    return over_topics(averaged, empty)


@measure(
    "EPRUMRecall",
    source=f"{_SOURCE}, eq. 1",
    relevance="binary",
    retrieval="set",
    traits={"bounded", "promotion", "ideal"},
    parameters={name: _MEANING[name] for name in ("scale", "empty")},
)
def eprum_recall(
    judged: Judged, *, rel: float = 1, scale: float = 0, empty: Empty = "renormalise", k: int | None = None
) -> Floats:
    """The share of what is ideal that users who walk have seen after k ranks, on average.

        EPRUMRecall@k = sum over ideals x of P(x seen within k ranks) / t,  t ideal elements
        P(x seen within k ranks) = 1 - product over j = 1 ... k of (1 - P(x is reached from rank j))

    The plainest of them: no best list, no inverse, nothing to guess but the navigation model. Without one it is R@k.

    Section 3.3: .4, .6 and all of the users see the ideal from the three ranks.

    >>> seen = walked([[0.4], [0.6], [1]])
    >>> eprum_recall(seen, k=1), eprum_recall(seen, k=2), eprum_recall(seen)
    (array([0.4]), array([0.76]), array([1.]))
    """
    choices = Choices(rel, scale, empty=empty)

    def seen(session: Session) -> float:
        within = session if k is None else session.within(k)
        return _mean(1 - within.unseen())

    return per_user(judged, choices, seen)


def _at_rank(session: Session, k: int, choices: Choices) -> float:
    best = np.append(0.0, best_lengths(session, choices.ideal))
    precision = float((session.within(k).found() * best).cumsum()[-1]) / k
    return min(precision, 1.0) if choices.clip == "yes" else precision


def _mean(values: Floats) -> float:
    return float(values.cumsum()[-1]) / len(values)
