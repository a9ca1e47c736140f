"""Items that are more than one element, and lists that somebody knows to be the best."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat

from cranfield.errors import UsageError
from cranfield.judge.navigation.model import (
    Choosing,
    NavigationModel,
    Step,
    WithNotices,
    WithPossible,
    shown,
    steps_of,
)


class ComplexItems:
    """Items that hold several elements, such as the best paragraphs of a page; each is considered with a probability.

    `members` names the elements of an item, an item that it does not know is an element. The j-th element is
    considered by `considered[j]` of the users (the last number holds for all that follow), or by gamma^(j - 1).

    >>> from cranfield.judge.navigation.table import Table
    >>> walk = Table({"e1": {"a": 0.5}, "e2": {"a": 0.4, "b": 1.0}})
    >>> both = ComplexItems(walk, {"page": ["e1", "e2"]}, considered=[1, 0.5])
    >>> [(ideal, round(probability, 4)) for _, ideal, probability in both("q1", ["page"], ["a", "b"])]
    [(0, 0.6), (1, 0.5)]
    """

    def __init__(
        self,
        model: NavigationModel,
        members: Mapping[str, Sequence[str]],
        *,
        considered: Sequence[float] | None = None,
        gamma: float = 1.0,
    ) -> None:
        self.model, self.members, self.considered, self.gamma = model, members, considered, gamma
        wrong = [chance for chance in (*(considered or ()), gamma) if not 0 <= chance <= 1]
        if wrong or (considered is not None and not len(considered)):
            raise UsageError(
                f"an element is considered with a probability from 0 to 1, not {wrong[0] if wrong else 'none'}",
                slug="not-a-probability",
            )

    def _chances(self, elements: int) -> Iterator[float]:
        if self.considered is None:
            yield from (self.gamma**nth for nth in range(elements))
        else:
            yield from self.considered
            yield from repeat(self.considered[-1])

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:
        """Return how likely at least one of the elements leads to an ideal."""
        parts = [self.members.get(item, (item,)) for item in items]
        elements = list(dict.fromkeys(element for part in parts for element in part))
        ways: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
        steps = steps_of(self.model, topic, elements, ideals)
        for element, ideal, probability in zip(*(column.tolist() for column in steps), strict=True):
            ways[elements[element]].append((ideal, probability))
        for number, part in enumerate(parts):
            unseen: defaultdict[int, float] = defaultdict(lambda: 1.0)
            for element, chance in zip(part, self._chances(len(part)), strict=False):
                for ideal, probability in ways[element]:
                    unseen[ideal] *= 1 - chance * probability
            yield from ((number, ideal, 1 - left) for ideal, left in unseen.items())

    def choose(self, topic: str, elements: Sequence[str]) -> Sequence[int]:
        """Leave it to the model beneath."""
        return chosen(self.model, topic, elements)

    def possible(self, topic: str, ideals: Sequence[str]) -> Sequence[str]:
        """Leave it to the model beneath: of elements alone."""
        return self.model.possible(topic, ideals) if isinstance(self.model, WithPossible) else ideals

    def give_notice(self) -> None:
        """Leave it to the model beneath."""
        if isinstance(self.model, WithNotices):
            self.model.give_notice()


class BestListed:
    """A model with the best list of each topic: what rankings are held against."""

    def __init__(self, model: NavigationModel, lists: Mapping[str, Sequence[str]]) -> None:
        self.model, self.lists = model, lists

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:
        """Return what the model says."""
        yield from zip(
            *(column.tolist() for column in steps_of(self.model, topic, items, ideals)), strict=True
        )

    def best(self, topic: str, ideals: Sequence[str]) -> Sequence[str]:  # noqa: ARG002
        """Return the list."""
        if topic not in self.lists:
            raise UsageError(f"there is no best list for topic `{shown(topic)}`", slug="no-best-list")
        return self.lists[topic]

    def choose(self, topic: str, elements: Sequence[str]) -> Sequence[int]:
        """Leave it to the model beneath."""
        return chosen(self.model, topic, elements)

    def give_notice(self) -> None:
        """Leave it to the model beneath."""
        if isinstance(self.model, WithNotices):
            self.model.give_notice()


def chosen(model: NavigationModel, topic: str, elements: Sequence[str]) -> Sequence[int]:
    """Return which of the relevant elements are ideal: all, unless the model has something to say of it."""
    return model.choose(topic, elements) if isinstance(model, Choosing) else range(len(elements))
