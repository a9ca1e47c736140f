"""How much a user reads in vain: search lengths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.limits import check_range
from cranfield.measure.families.ranks.ties import ties_of
from cranfield.measure.register import expected, measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

WANT = {"want": "how many relevant documents the user wants"}


@measure(
    "SearchLength",
    source="Cooper, American Documentation 19(1), 1968",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "ideal", "lower"},
)
def search_length(judged: Judged, *, rel: float = 1, collection: int | None = None) -> Floats:
    """Documents that are not relevant and stand above the first one that is: what is read in vain.

        SL = r_1 - 1,  r_1 the rank of the first relevant document

    For a user who wants one answer and goes on until it is there. In documents, which anybody understands, but
    without an upper end, so one hard topic can decide the mean; RR tells the same and is bounded.

    A list without a relevant document does not say how long the search would have been: undefined, and left out of
    the mean, which flatters a system that fails. With the size of the `collection` the user goes on among the
    documents not retrieved, in random order, and every topic has a value.

    The first one at rank 4. None in a list of 5; 2 are among the other 14: 5 + 12/3.

    >>> search_length(example([0, None, 0, 1]))
    array([3.])
    >>> search_length(example(n=2, retrieved=5)), search_length(example(n=2, retrieved=5), collection=19)
    (array([nan]), array([9.]))
    """
    found = judged.relevant(rel)
    return np.where(
        found.count > 0, found.first(found.rank - 1), _beyond(judged, rel, want=1, collection=collection)
    )


@measure(
    "ESL",
    source="Cooper, American Documentation 19(1), 1968; van Rijsbergen, Information Retrieval, 1979, chapter 7",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "ideal", "lower"},
    parameters=WANT,
)
def expected_search_length(
    judged: Judged, *, rel: float = 1, want: int = 1, collection: int | None = None
) -> Floats:
    """Documents read in vain before a user has the relevant ones wanted, with tied documents in random order.

        ESL = j + s * i / (r + 1)

    The need is met in some level of equal scores: it holds r relevant and i other documents, s of the r are
    still wanted, and j others stand in the levels above. The oldest measure that says for whom it is: for one who
    wants this many documents, not a share of them. It takes ties as they are, whatever the policy for ties says.

    Undefined with fewer relevant documents than wanted. If the run has too few of them, it is undefined, too (and
    left out of the mean, which flatters the run) unless the size of the `collection` is given: the documents not
    retrieved are then the last level.

    Van Rijsbergen's example: three read in vain in two levels, then the sixth document that is wanted is one of
    two in a level of five: 3 + 3/3.

    >>> levels = example([1, 1, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0], scores=[3] * 4 + [2] * 4 + [1] * 5)
    >>> expected_search_length(levels, want=6)
    array([4.])
    """
    check_range("want", want, 1)
    found = judged.relevant(rel)
    tie = ties_of(found)
    # The list may be cut within a tie (policy depth); the level then ends with the list.
    documents = np.minimum(found.tie_last, judged.retrieved[found.topic]) - found.tie_first + 1
    above = found.tie_first - 1 - tie.before
    length = above + (want - tie.before) * (documents - tie.hits) / (tie.hits + 1)
    met = found.where(found.nth == want)
    return np.where(
        found.count >= want,
        met.first(length[found.nth == want]),
        _beyond(judged, rel, want=want, collection=collection),
    )


@measure(
    "ESLRandom",
    source="Cooper, American Documentation 19(1), 1968; van Rijsbergen, Information Retrieval, 1979, chapter 7",
    relevance="binary",
    retrieval="none",
    traits={"unjudged-blind", "descriptive"},
    parameters=WANT,
)
def random_search_length(judged: Judged, *, rel: float = 1, want: int = 1, collection: int) -> Floats:
    """Documents read in vain on average by a user who goes through the collection in random order.

        ESLRandom = want * (N - n) / (n + 1),  N documents in the collection, n of them relevant

    What a system has to beat: the same for all of them, and long where little is relevant. Divide the mean of ESL
    by the mean of this for van Rijsbergen's reduction (ESLReduction averages the shares of the topics instead).
    Undefined with fewer relevant documents than wanted, as ESL is.

    The others fall into three gaps, before, between and after the 2 relevant ones of 11, one as long as the other:

    >>> random_search_length(example(n=2), collection=11)
    array([3.])
    """
    check_range("want", want, 1)
    _beyond(judged, rel, want=want, collection=collection)  # refuses a collection that is too small
    n = judged.num_relevant(rel)
    return np.where(want <= n, want * ((collection - n) / (n + 1)), np.nan)


@measure(
    "ESLReduction",
    source="Cooper, American Documentation 19(1), 1968; van Rijsbergen, Information Retrieval, 1979, chapter 7",
    relevance="binary",
    retrieval="ranking",
    traits={"promotion", "ideal"},
    parameters=WANT,
)
def search_length_reduction(judged: Judged, *, rel: float = 1, want: int = 1, collection: int) -> Floats:
    """Share of the reading that the system saves, against a search through the collection in random order.

        ESLReduction = (ERSL - ESL) / ERSL,  ERSL = want * (N - n) / (n + 1)
        N documents in the collection, n of them relevant

    1 when nothing is read in vain, 0 for what chance would do, below 0 for less. Unlike ESL it can be compared
    between topics with few and with many relevant documents, and between collections. In a large collection ERSL is
    so long that every decent system is near 1.

    Here each topic counts alike, as with every other measure. Van Rijsbergen averages the two lengths over the
    topics before he divides, so that topics with few relevant documents count more. For his number take the means
    of ESL and of ESLRandom, both with this `collection`: 1 - ESL / ESLRandom.

    The first of 2 relevant documents in a collection of 11 stands at rank 2; chance reads 9/3 in vain:

    >>> search_length_reduction(example([0, 1, 0, 1]), collection=11)
    array([0.66666667])

    Two topics with one and with three relevant documents among 12, both with the first at rank 3. The mean of the
    two is .3737; from the sums of the lengths, as van Rijsbergen has it, it is .4839:

    >>> one, three = example([0, 0, 1]), example([0, 0, 1], n=3)
    >>> search_length_reduction(one, collection=12), search_length_reduction(three, collection=12)
    (array([0.63636364]), array([0.11111111]))
    >>> esl, chance = (
    ...     sum(length(topic, collection=12) for topic in (one, three))
    ...     for length in (expected_search_length, random_search_length)
    ... )
    >>> esl, chance, 1 - esl / chance
    (array([4.]), array([7.75]), array([0.48387097]))
    """
    random = random_search_length(judged, rel=rel, want=want, collection=collection)
    return (random - expected_search_length(judged, rel=rel, want=want, collection=collection)) / random


def _beyond(judged: Judged, rel: float, *, want: int, collection: int | None) -> Floats:
    """Return the length of a search that ends among the documents not retrieved; NaN where that cannot be told."""
    if collection is None:
        return np.full(judged.num_topics, np.nan)
    check_range("collection", collection, 0)
    found = judged.relevant(rel).count
    relevant = judged.num_relevant(rel) - found
    others = collection - judged.retrieved - relevant
    if (others < 0).any():
        least = int((judged.retrieved + relevant).max())
        raise UsageError(
            f"the collection has more documents than `collection={collection}`: {least:,} at the least",
            slug="measure-parameter",
        )
    wanted = want - found
    length = judged.retrieved - found + wanted * others / (relevant + 1)
    return np.where(wanted <= relevant, length, np.nan)


@expected("SearchLength")
def mean_search_length(judged: Judged, *, rel: float = 1, collection: int | None = None) -> Floats:
    """What Cooper calls the expected search length, for one document wanted."""
    return expected_search_length(judged, rel=rel, want=1, collection=collection)


# The order of tied documents makes no difference to these two.
expected("ESL")(expected_search_length)
expected("ESLReduction")(search_length_reduction)
