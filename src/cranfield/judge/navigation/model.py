"""What a navigation model is, and what it may be beyond that."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError, printable
from cranfield.model.ids import to_bytes

Step = tuple[int, int, float]


class Steps(NamedTuple):
    """The answer of a model as columns: from this item to this ideal (by their numbers) with this probability."""

    item: NDArray[np.int64]
    ideal: NDArray[np.int64]
    probability: NDArray[np.float64]

    def at(self, rows: NDArray[np.generic]) -> Steps:
        """Return some of its rows."""
        return Steps(self.item[rows], self.ideal[rows], self.probability[rows])


class NavigationModel(Protocol):
    """Says where users get to. Pairs that it leaves out have probability 0."""

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterable[Step] | Steps:
        """Return (item, ideal, probability), the first two as numbers within `items` and `ideals`."""


@runtime_checkable
class Choosing(Protocol):
    """A model that says which of the relevant elements are ideal: elements that nest are no ideals side by side."""

    def choose(self, topic: str, elements: Sequence[str]) -> Sequence[int]:
        """Return the numbers of those that are, ascending."""


@runtime_checkable
class WithPossible(Protocol):
    """A model that knows more items than the ideals of which a best list could be made."""

    def possible(self, topic: str, ideals: Sequence[str]) -> Sequence[str]:
        """Return them, the ideals themselves included."""


@runtime_checkable
class WithBest(Protocol):
    """A model that knows the best list."""

    def best(self, topic: str, ideals: Sequence[str]) -> Sequence[str]:
        """Return it."""


@runtime_checkable
class WithNotices(Protocol):
    """A model that has something to say of what it met."""

    def give_notice(self) -> None:
        """Warn of it, once for all runs."""


def steps_of(model: NavigationModel, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Steps:
    """Ask the model, and refuse what no probability and no item can be; probabilities of 0 are left out.

    >>> steps_of(lambda topic, items, ideals: [(1, 0, 0.5), (0, 0, 0.0)], "q1", ["a", "b"], ["c"]).item
    array([1])
    """
    told = model(topic, items, ideals)
    if not isinstance(told, Steps):
        rows = list(told)
        told = Steps(*(np.array(column) for column in zip(*rows, strict=True))) if rows else NOWHERE
    steps = Steps(
        np.asarray(told.item, dtype=np.int64),
        np.asarray(told.ideal, dtype=np.int64),
        np.asarray(told.probability, dtype=np.float64),
    )
    _check(steps, topic, items, ideals)
    kept = steps.probability > 0
    return steps if kept.all() else steps.at(kept)


NOWHERE = Steps(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))


def _check(steps: Steps, topic: str, items: Sequence[str], ideals: Sequence[str]) -> None:
    for numbers, known, what in ((steps.item, items, "items"), (steps.ideal, ideals, "ideals")):
        wrong = (numbers < 0) | (numbers >= len(known))
        if wrong.any():
            raise UsageError(
                f"topic `{shown(topic)}`: the navigation model speaks of number {numbers[wrong][0]} of "
                f"{len(known)} {what}",
                slug="navigation-model",
                hint="they are counted from 0",
            )
    wrong = ~((steps.probability >= 0) & (steps.probability <= 1))
    if wrong.any():
        row = int(np.flatnonzero(wrong)[0])
        raise not_a_probability(
            steps.probability[row],
            items[steps.item[row]],
            ideals[steps.ideal[row]],
            f"topic `{shown(topic)}`",
        )
    pairs = steps.item * len(ideals) + steps.ideal
    if len(np.unique(pairs)) != len(pairs):
        raise UsageError(
            f"topic `{shown(topic)}`: the navigation model says twice how an item leads to an ideal",
            slug="navigation-model",
            hint="several ways from one to the other are one probability",
        )


def not_a_probability(value: object, item: str, element: str, where: str) -> UsageError:
    """Say that what leads from the item to the element is no probability."""
    return UsageError(
        f"{where}: `{shown(item)}` leads to `{shown(element)}` with probability {value}",
        slug="not-a-probability",
        hint="a probability is from 0 to 1: the share of users who get there",
    )


def shown(name: str) -> str:
    """Show an identifier that may hold anything."""
    return printable(to_bytes(name))
