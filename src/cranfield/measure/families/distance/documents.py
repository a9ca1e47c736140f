"""The judged documents of all topics with two estimates of relevance each, the system's (SRE) and the users' (URE)."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.distance.units import unit_grades, unit_scores
from cranfield.measure.families.limits import check_range
from cranfield.model import Judged

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]
Over = Literal["judged", "retrieved"]

EPSILON = 1e-12
"""What a float may be off at a threshold: 0.1 + 0.2 is to be 0.3 there."""

MEANINGS = {
    "top": "the grade that means fully relevant; a URE is a grade divided by it",
    "scores": "how a score becomes an SRE: `as-is`, or which normaliser brings it between 0 and 1",
    "ddof": "0 divides a variance by the number of documents n, 1 by n - 1",
}
OVER = {"over": "the documents that count: all `judged` ones, or of these only the `retrieved` ones"}
COLLECTION = {
    "over": "the documents that count: all `judged` ones, of these only the `retrieved` ones, or the whole "
    "`collection`, where what nobody judged has a URE of 0",
    "collection": "how many documents the collection has; needed for over='collection' alone",
}


class Documents(NamedTuple):
    """Judged documents as parallel columns: those found, then those missed.

    A system that did not retrieve a document has given it an SRE of 0. Missed documents of one topic that have the
    same grade are one row, with their number as its weight: there may be thousands of them.
    """

    num_topics: int
    topic: Ints
    weight: Ints
    sre: Floats
    grade: Floats

    def per_topic(self, values: Floats | Mask) -> Floats:
        """Sum `values` (one a row) over the documents of each topic."""
        weights = values * self.weight
        return np.bincount(self.topic, weights=weights, minlength=self.num_topics).astype(
            np.float64, copy=False
        )

    def mean(self, values: Floats | Mask) -> Floats:
        """Average `values` over the documents of each topic; NaN where there are none."""
        return self.per_topic(values) / self.number

    def deviation(self, values: Floats, ddof: int) -> Floats:
        """Return the standard deviation of `values` in each topic; NaN with no more than `ddof` documents."""
        check_range("ddof", ddof, 0)
        away = values - self.mean(values)[self.topic]
        free = np.where(self.number > ddof, self.number - ddof, np.nan)
        spread: Floats = np.sqrt(self.per_topic(away**2) / free)
        return spread

    @property
    def number(self) -> Floats:
        """Number of documents in each topic."""
        return self.per_topic(np.ones(len(self.topic)))

    def where(self, keep: Mask) -> Documents:
        """Return the documents for which `keep` is true."""
        return Documents(
            self.num_topics, self.topic[keep], self.weight[keep], self.sre[keep], self.grade[keep]
        )


def documents(judged: Judged, scores: str, over: str = "judged") -> Documents:
    """Return the documents of a run that somebody judged, with what the system said of them."""
    found = judged.judged
    alike = judged.once((documents,), lambda: _alike(judged))
    weight = np.ones(len(found.topic), dtype=np.int64)
    whole = Documents(judged.num_topics, found.topic, weight, unit_scores(judged, found, scores), found.grade)
    if over == "retrieved":
        return whole
    key = found.topic * len(alike.levels) + np.searchsorted(alike.levels, -found.grade)
    found_of = np.bincount(np.searchsorted(alike.key, key), minlength=len(alike.key))
    missed = alike.number - found_of
    return Documents(
        judged.num_topics,
        np.concatenate((whole.topic, alike.topic)),
        np.concatenate((weight, missed)),
        np.concatenate((whole.sre, np.zeros(len(missed)))),
        np.concatenate((whole.grade, alike.grade)),
    ).where(np.concatenate((weight, missed)) > 0)


class _Alike(NamedTuple):
    """Judged documents of one topic and grade, a row for all of them, in ascending order of `key`."""

    levels: Floats  # every grade there is, with a minus: the ideal ranking begins with the best one
    key: Ints
    topic: Ints
    grade: Floats
    number: Ints


def _alike(judged: Judged) -> _Alike:
    levels, level = np.unique(-judged.ideal, return_inverse=True)
    topic = judged.ideal_hits.topic
    key = topic * len(levels) + level
    first = np.flatnonzero(np.diff(key, prepend=-1))
    return _Alike(
        levels,
        key[first],
        topic[first],
        judged.ideal[first],
        np.diff(np.append(first, len(key))).astype(np.int64),
    )


def ure(judged: Judged, several: Documents, top: float) -> Floats:
    """Return the users' estimates for these documents, from 0 to 1."""
    return unit_grades(judged, several.grade, top)


def refuse_unused(collection: int | None) -> None:
    """Refuse the size of a collection over which nothing is averaged."""
    if collection is not None:
        raise UsageError(
            "`collection` is for over='collection' alone",
            slug="measure-parameter",
            hint=f"average over all its documents: over='collection', collection={collection}",
        )


def size(judged: Judged, several: Ints, over: str, collection: int | None) -> Ints:
    """Return how many documents each topic has: those that are known (`several`), or the whole collection."""
    if over != "collection":
        refuse_unused(collection)
        return several
    if collection is None:
        raise UsageError(
            "over='collection' needs the size of the collection",
            slug="measure-parameter",
            hint="say how many documents it has: collection=528155",
        )
    check_range("collection", collection, 0)
    if (several > collection).any():
        topic = int(np.argmax(several))
        raise UsageError(
            f"the collection cannot have {collection:,} documents: topic `{judged.topics[topic]}` alone has "
            f"{several[topic]:,}",
            slug="measure-parameter",
        )
    return np.full(judged.num_topics, collection, dtype=np.int64)
