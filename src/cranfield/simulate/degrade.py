"""Rankings made worse by a known amount, so that it can be seen what a measure makes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args
from zlib import crc32

import numpy as np

from cranfield._core.contract import Policy
from cranfield._core.ranking import Entry, in_order
from cranfield.errors import InputError, UsageError, printable
from cranfield.model.ids import to_bytes, to_text
from cranfield.read import read_run

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.judge.navigation.tree import Forest

Repeats = Literal["first", "keep"]
Missing = Literal["error", "skip"]
_REPEATS, _MISSING = get_args(Repeats), get_args(Missing)
Ranking = list[tuple[str, float]]


def degrade(  # noqa: PLR0913  (each way of getting worse has a name)
    run: Any,
    *,
    tree: Forest | None = None,
    move: float = 0.0,
    noise: float = 0.0,
    swap: float = 0.0,
    drop: float = 0.0,
    repeats: Repeats = "first",
    missing: Missing = "error",
    seed: int = 0,
) -> dict[str, list[str]]:
    """Return the rankings of a run, made worse: what `evaluate` takes as a run.

    `move` walks in a tree (Piwowarski & Dupret 2006, section 7): each element goes up or down, chosen once, by one
    step and another with probability `move` each, and stops where there is no further. What it comes to takes its
    place. Where that stands above already, it is left out, as no run may list it twice (`repeats="keep"` keeps it,
    as the paper does). An element that the tree does not have is refused, or stays where it is (`missing="skip"`).

    For rankings of any kind: `noise` adds normal noise of so many standard deviations of the topic's scores, `swap`
    is how likely a document changes places with another one, and `drop` how likely it is left out, in this order. A
    topic comes out the same whatever other topics there are.

    >>> degrade({"q1": ["a", "b", "c", "d"]}, drop=0.5, seed=4)
    {'q1': ['a', 'b', 'd']}
    """
    _check({"move": move, "swap": swap, "drop": drop}, noise, tree)
    for name, word, words in (("repeats", repeats, _REPEATS), ("missing", missing, _MISSING)):
        if word not in words:
            raise UsageError.unknown_choice(f"`{name}`", word, words)
    walk = _Walk(tree, move, missing) if tree is not None else None
    steps: list[tuple[float, Callable[[Ranking, np.random.Generator], Ranking]]] = [
        (move, lambda ranking, random: ranking if walk is None else walk.moved(ranking, random)),
        (noise, lambda ranking, random: _noisy(ranking, noise, random)),
        (swap, lambda ranking, random: _swapped(ranking, swap, random)),
        (drop, lambda ranking, random: _dropped(ranking, drop, random)),
    ]
    worse = {}
    for topic, ranking in _rankings(run):
        random = np.random.default_rng([seed, crc32(to_bytes(topic))])
        for amount, step in steps:
            ranking = step(ranking, random) if amount else ranking  # noqa: PLW2901
        names = [name for name, _ in ranking]
        worse[topic] = names if repeats == "keep" else list(dict.fromkeys(names))
    return worse


def _check(chances: Mapping[str, float], noise: float, tree: Forest | None) -> None:
    """Refuse amounts that mean nothing."""
    for name, chance in chances.items():
        if not 0 <= chance <= 1:
            raise UsageError(f"`{name}` is a probability from 0 to 1, not {chance}", slug="degrade")
    if not 0 <= noise < np.inf:
        raise UsageError(f"`noise` is 0 or more, not {noise}", slug="degrade")
    if chances["move"] and tree is None:
        raise UsageError(
            "elements move in a tree, and there is none", slug="degrade", hint="name it: --tree xml:FOLDER"
        )
    if chances["move"] == 1:
        raise UsageError("elements that always move on never stop", slug="degrade", hint="move=0.9 is much")


def _rankings(run: Any) -> Iterator[tuple[str, Ranking]]:
    """Return each topic with its documents and their scores, best first; a list may hold a document twice."""
    if isinstance(run, Mapping) and run and all(isinstance(docs, list | tuple) for docs in run.values()):
        for topic, docs in run.items():
            yield str(topic), [(str(doc), float(len(docs) - place)) for place, doc in enumerate(docs)]
        return
    read = read_run(run)
    docs, scores = read.docs.raws(), read.scores.tolist()
    for number, topic in enumerate(read.topics):
        rows = range(*read.starts[number : number + 2].tolist())
        entries = [Entry(row, docs[row], scores[row], None) for row in rows]
        yield topic, [(to_text(entry.doc), entry.value) for entry in in_order(entries, Policy())]


class _Walk:
    """Moves elements up and down in a tree."""

    def __init__(self, tree: Forest, move: float, missing: Missing) -> None:
        self.tree, self.move, self.missing = tree, move, missing

    def moved(self, ranking: Ranking, random: np.random.Generator) -> Ranking:
        """Let each element go where it will."""
        return [(self._end(element, random), score) for element, score in ranking]

    def _end(self, element: str, random: np.random.Generator) -> str:
        if element not in self.tree:
            if self.missing == "skip":
                return element
            raise InputError(
                f"the tree has no element `{printable(to_bytes(element))}`",
                slug="unknown-element",
                hint="does the run return elements of this collection? missing=skip lets others stay where they are",
            )
        here, up = element, random.random() < 0.5
        while random.random() < self.move:
            ways = self._above(here) if up else self.tree.children(here)
            if not ways:
                break
            here = ways[int(random.integers(len(ways)))]
        return here

    def _above(self, element: str) -> Sequence[str]:
        parent = self.tree.parent(element)
        return () if parent is None else (parent,)


def _noisy(ranking: Ranking, noise: float, random: np.random.Generator) -> Ranking:
    scores = np.array([score for _, score in ranking])
    wrong = scores + random.normal(scale=noise * _spread(scores), size=len(scores))
    order = np.argsort(-wrong, kind="stable").tolist()
    return [(ranking[place][0], float(wrong[place])) for place in order]


def _spread(scores: NDArray[np.float64]) -> float:
    return float(scores.std()) if len(scores) else 0.0


def _swapped(ranking: Ranking, swap: float, random: np.random.Generator) -> Ranking:
    names = [name for name, _ in ranking]
    for place in range(len(names)):
        if random.random() < swap:
            other = int(random.integers(len(names)))
            names[place], names[other] = names[other], names[place]
    return [(name, score) for name, (_, score) in zip(names, ranking, strict=True)]


def _dropped(ranking: Ranking, drop: float, random: np.random.Generator) -> Ranking:
    return [each for each in ranking if random.random() >= drop]
