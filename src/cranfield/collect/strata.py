"""Samples: which documents to judge when there are too many, and of how many others each of them speaks."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.rankings import Rankings
from cranfield.collect.units import Scores, unit
from cranfield.errors import UsageError
from cranfield.model import Ids, Qrels
from cranfield.model.ids import to_bytes

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Mask = NDArray[np.bool_]

REST = "rest"  # the documents that nobody retrieved
ALL = "all"  # those that anybody did, at whatever rank
_HALF = 0.5 + 1e-9  # halves go up, also where a float fell short of one


class Stratum(NamedTuple):
    """A part of the documents of each topic, and how many of them are to be judged: a share, or a number."""

    border: (
        float | None
    )  # the worst rank, or the least score, that belongs to it; None for those nobody retrieved
    share: float | None = None
    number: int | None = None

    @property
    def name(self) -> str:
        """What it is called in the judgements."""
        if self.border is None:
            return REST
        return ALL if math.isinf(self.border) else f"{self.border:g}"

    def of(self, size: int) -> int:
        """Return how many of so many are drawn: from one of several no spread could be told, so two at least."""
        wanted = self.number if self.number is not None else math.floor((self.share or 0) * size + _HALF)
        return min(size, max(wanted, 2)) if self.number or self.share else 0


def parse_strata(written: str) -> tuple[Stratum, ...]:
    """Read what is typed: for each stratum its border, and how many of its documents are to be judged.

    >>> parse_strata("10=all,100=10%,rest=5")
    (Stratum(border=10.0, share=1.0, number=None), Stratum(border=100.0, share=0.1, number=None),
     Stratum(border=None, share=None, number=5))
    """
    return tuple(_stratum(part.strip()) for part in written.split(","))


def _stratum(written: str) -> Stratum:
    border, _, many = (part.strip() for part in written.partition("="))
    found = re.fullmatch(r"(all)|(\d+(?:\.\d*)?)%|(\d+)", many)
    at = None if border == REST else math.inf if border == ALL else _number(border)
    if found and not math.isnan(at or 0):
        everything, percent, number = found.groups()
        share = 1.0 if everything else float(percent) / 100 if percent else None
        stratum = Stratum(at, share, None if number is None else int(number))
        if (stratum.share or stratum.number or 0) > 0 and (share or 0) <= 1:
            return stratum
    raise UsageError(
        f"this is no stratum: `{written}`",
        slug="bad-strata",
        hint="a border, and how many to judge of what lies within it: 10=all,100=10%,rest=5",
    )


def _number(written: str) -> float:
    try:
        return float(written)
    except ValueError:
        return math.nan


@dataclass(frozen=True, eq=False)
class Sample:
    """All documents of each topic with their stratum, and which of them were drawn."""

    topics: Ids
    docs: Ids
    strata: tuple[Stratum, ...]
    topic: Ints
    doc: Ints
    stratum: Ints
    drawn: Mask

    def __len__(self) -> int:
        return len(self.topic)

    @property
    def weight(self) -> Floats:
        """Of how many documents each one drawn speaks: stratum's size by number drawn; 0 for the others."""
        cell = self.topic * len(self.strata) + self.stratum
        size = np.bincount(cell)
        drawn = np.bincount(cell[self.drawn], minlength=len(size))
        return np.where(self.drawn, size[cell] / np.maximum(drawn[cell], 1), 0.0)

    def rows(self, qrels: Qrels | None = None) -> Iterable[tuple[str, str, str, float]]:
        """Yield topic, stratum, document and grade, -1 where it is not drawn or not judged: lines of judgements."""
        from cranfield.collect.pools import rows_in

        grade = np.full(len(self), -1.0)
        if qrels is not None:
            row = rows_in(qrels, self.topics, self.docs, self.topic, self.doc)
            known = self.drawn & (row >= 0)
            grade[known] = np.maximum(qrels.grades[row[known]], -1)
        topics, docs, names = self.topics[:], self.docs[:], [stratum.name for stratum in self.strata]
        columns = (self.topic.tolist(), self.stratum.tolist(), self.doc.tolist(), grade.tolist())
        for topic, stratum, doc, value in zip(*columns, strict=True):
            yield topics[topic], names[stratum], docs[doc], value


def by_rank(runs: Rankings, strata: Sequence[Stratum]) -> Sample:
    """Divide what the runs retrieved by the best rank that any of them gave: nobody is drawn yet.

    >>> from cranfield.collect.rankings import read_rankings
    >>> runs = read_rankings({"one": {"q": ["a", "b", "c"]}, "two": {"q": ["c", "d", "e", "f"]}})
    >>> sample = draw(by_rank(runs, [Stratum(1, share=1.0), Stratum(3, number=2)]), seed=1)
    >>> [(topic, stratum, document) for topic, stratum, document, _ in sample.rows()]
    [('q', '1', 'a'), ('q', '3', 'b'), ('q', '1', 'c'), ('q', '3', 'd'), ('q', '3', 'e')]
    >>> sample.weight
    array([1. , 1.5, 1. , 1.5, 0. ])
    """
    borders = _borders(strata)
    if (np.diff(borders) <= 0).any() or (borders < 1).any():
        raise UsageError(
            "the ranks of the strata must go up, from 1", slug="bad-strata", hint="10=all,100=10%"
        )
    keys, pair = np.unique(runs.key, return_inverse=True)
    best = np.full(len(keys), np.iinfo(np.int64).max)
    np.minimum.at(best, pair, runs.rank)
    return _divided(runs, strata, keys, np.searchsorted(borders, best, side="left"))


def by_score(runs: Rankings, strata: Sequence[Stratum], scores: Scores = "as-is") -> Sample:
    """Divide what the runs retrieved by the greatest score, from 0 to 1, that any of them gave.

    Where scores are high, distances between SRE and URE differ most, so that is where to judge more.
    """
    borders = _borders(strata)
    if (np.diff(borders) >= 0).any() or (borders < 0).any() or (borders > 1).any():
        raise UsageError(
            "the scores of the strata must go down, from 1 to 0", slug="bad-strata", hint="0.5=all,0=10%"
        )
    keys, pair = np.unique(runs.key, return_inverse=True)
    best = np.zeros(len(keys))
    np.maximum.at(best, pair, unit(runs, scores))
    return _divided(runs, strata, keys, np.searchsorted(-borders, -best, side="left"))


def _borders(strata: Sequence[Stratum]) -> Floats:
    retrieved = [stratum.border for stratum in strata if stratum.border is not None]
    if not retrieved or any(stratum.border is None for stratum in strata[:-1]):
        raise UsageError(
            "there is a stratum of retrieved documents at least, and `rest` is the last one",
            slug="bad-strata",
            hint="10=all,100=10%,rest=0.1%",
        )
    return np.array(retrieved, dtype=np.float64)


def _divided(runs: Rankings, strata: Sequence[Stratum], keys: Ints, stratum: Ints) -> Sample:
    """Keep the documents that belong to a stratum."""
    inside = stratum < sum(each.border is not None for each in strata)
    topic, doc = np.divmod(keys[inside], max(len(runs.docs), 1))
    nobody = np.zeros(len(topic), dtype=np.bool_)
    return Sample(runs.topics, runs.docs, tuple(strata), topic, doc, stratum[inside], nobody)


def with_rest(sample: Sample, collection: Iterable[str | bytes]) -> Sample:
    """Add the last stratum: for each topic the documents of the collection that are in no other one."""
    if not sample.strata or sample.strata[-1].border is not None:
        raise UsageError("there is no stratum for the rest", slug="bad-strata", hint="10=all,rest=0.1%")
    names = sorted({*map(to_bytes, collection), *sample.docs.raws()})
    number = {raw: place for place, raw in enumerate(names)}
    own = np.array([number[raw] for raw in sample.docs.raws()], dtype=np.int64)[sample.doc]
    everything = np.arange(len(sample.topics) * len(names))
    others = np.setdiff1d(everything, sample.topic * len(names) + own)
    topic, doc = np.divmod(others, max(len(names), 1))
    last = np.full(len(others), len(sample.strata) - 1)
    return replace(
        sample,
        docs=Ids.of(names),
        topic=np.concatenate((sample.topic, topic)),
        doc=np.concatenate((own, doc)),
        stratum=np.concatenate((sample.stratum, last)),
        drawn=np.zeros(len(sample) + len(others), dtype=np.bool_),
    )


def draw(sample: Sample, *, seed: int = 0) -> Sample:
    """Draw from each stratum of each topic by lot, without replacement.

    The lot of a topic hangs on the seed, its id and its documents alone, so that more topics change nothing of it.
    """
    order = np.lexsort((sample.doc, sample.topic))
    ordered = replace(
        sample,
        topic=sample.topic[order],
        doc=sample.doc[order],
        stratum=sample.stratum[order],
        drawn=np.zeros(len(order), dtype=np.bool_),
    )
    starts = np.searchsorted(ordered.topic, np.arange(len(sample.topics) + 1))
    for topic, raw in enumerate(sample.topics.raws()):
        lot = np.random.default_rng((seed, zlib.crc32(raw)))
        rows = np.arange(starts[topic], starts[topic + 1])
        for place, stratum in enumerate(sample.strata):
            members = rows[ordered.stratum[rows] == place]
            ordered.drawn[lot.permutation(members)[: stratum.of(len(members))]] = True
    return ordered
