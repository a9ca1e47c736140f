"""Probabilities that somebody wrote down, or counted in a log."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cranfield.errors import InputError
from cranfield.judge.navigation.model import Step, not_a_probability, shown

Reach = Mapping[str, Mapping[str, float]]
_NOWHERE: Mapping[str, float] = {}


class Table:
    """`{item: {element: probability}}`, for all topics alike; `by_topic` has tables of single topics beside it.

    An item that is an ideal is seen by all who consult it, unless the table says something else of it.

    >>> list(Table({"c": {"a": 0.4, "b": 0.4}})("q1", ["c", "a"], ["a", "b"]))
    [(0, 0, 0.4), (0, 1, 0.4), (1, 0, 1.0)]
    """

    def __init__(self, reach: Reach, by_topic: Mapping[str, Reach] | None = None) -> None:
        self._reach = reach
        self._by_topic = by_topic or {}
        self._turned: dict[str | None, Mapping[str, Sequence[str]]] = {}
        for table in (reach, *self._by_topic.values()):
            for item, elements in table.items():
                for element, probability in elements.items():
                    if not 0 <= probability <= 1:
                        raise not_a_probability(probability, item, element, "table")

    @classmethod
    def of_rows(cls, rows: Iterable[Sequence[Any]]) -> Table:
        """Make one of rows (item, element, probability), or (topic, item, element, probability)."""
        tables: defaultdict[str | None, dict[str, dict[str, float]]] = defaultdict(dict)
        for *topic, item, element, probability in rows:
            known = tables[str(topic[0]) if topic else None].setdefault(str(item), {})
            if str(element) in known:
                raise InputError(
                    f"table: what leads from `{shown(str(item))}` to `{shown(str(element))}` is told twice",
                    slug="navigation-data",
                )
            known[str(element)] = float(probability)
        return cls(
            tables.pop(None, {}), {topic: table for topic, table in tables.items() if topic is not None}
        )

    @classmethod
    def of_frame(cls, frame: Any) -> Table:
        """Make one of a data frame with the columns item, element and probability, and perhaps topic."""
        import narwhals as nw

        known = nw.from_native(frame, eager_only=True)
        wanted = [name for name in ("topic", "item", "element", "probability") if name in known.columns]
        if wanted[-3:] != ["item", "element", "probability"]:
            raise InputError(
                f"the frame has the columns {', '.join(known.columns)}",
                slug="navigation-data",
                hint="it needs item, element and probability, and may have topic",
            )
        return cls.of_rows(known.select(wanted).rows())

    def _from(self, topic: str, item: str) -> Mapping[str, float]:
        """Return where an item leads; what the table of the topic says counts, where there is one."""
        found = self._reach.get(item, _NOWHERE)
        if topic in self._by_topic:
            found = {**found, **self._by_topic[topic].get(item, _NOWHERE)}
        return found

    def __call__(self, topic: str, items: Sequence[str], ideals: Sequence[str]) -> Iterator[Step]:
        """Return what the table says of them."""
        numbers = {ideal: number for number, ideal in enumerate(ideals)}
        for number, item in enumerate(items):
            found = self._from(topic, item)
            if item in numbers and item not in found:
                yield number, numbers[item], 1.0
            for element, probability in found.items():
                if element in numbers:
                    yield number, numbers[element], probability

    def possible(self, topic: str, ideals: Sequence[str]) -> list[str]:
        """Return the ideals, and every item that leads to one of them."""
        tables = [None, topic] if topic in self._by_topic else [None]
        ways = (item for ideal in ideals for table in tables for item in self._to(table).get(ideal, ()))
        return list(dict.fromkeys([*ideals, *ways]))

    def _to(self, topic: str | None) -> Mapping[str, Sequence[str]]:
        """Return the items that lead to each element, in one of the tables."""
        if topic not in self._turned:
            turned: defaultdict[str, list[str]] = defaultdict(list)
            for item, elements in (self._reach if topic is None else self._by_topic[topic]).items():
                for element in elements:
                    turned[element].append(item)
            self._turned[topic] = turned
        return self._turned[topic]


def from_logs(sessions: Iterable[tuple[str, Iterable[str]]]) -> Table:
    """Count, for each item, the share of the sessions that began there and saw an element (figure 2 of the paper).

    A session is the item where it began, and all elements seen from there. The item itself need not be named.

    >>> model = from_logs([("x", ["y", "z"]), ("x", ["z"]), ("x", [])])
    >>> sorted(round(probability, 4) for _, _, probability in model("q1", ["x"], ["x", "y", "z"]))
    [0.3333, 0.6667, 1.0]
    """
    begun: Counter[str] = Counter()
    seen: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for item, elements in sessions:
        begun[item] += 1
        seen[item].update(list(dict.fromkeys(elements)))
    if not begun:
        raise InputError("the log holds no session", slug="navigation-data")
    return Table(
        {
            item: {element: times / begun[item] for element, times in counted.items()}
            for item, counted in seen.items()
        }
    )
