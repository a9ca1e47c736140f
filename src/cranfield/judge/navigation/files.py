"""Small tables in text files: probabilities, links, spans, parents, logs. Columns by tab, comma or blanks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cranfield._core.lines import numbered_lines
from cranfield.errors import InputError
from cranfield.judge.navigation.graph import Links
from cranfield.judge.navigation.model import shown
from cranfield.judge.navigation.table import Table, from_logs
from cranfield.judge.navigation.tree import Tree
from cranfield.model.ids import to_text
from cranfield.read.inex.spans import Span
from cranfield.read.source import open_source

_LONGEST = 15  # digits
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Line(NamedTuple):
    """One line, its columns apart."""

    path: str
    number: int
    fields: list[str]

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.path}:{self.number}"

    def probability(self, column: int) -> float:
        """Read a probability."""
        try:
            value = float(self.fields[column])
        except ValueError:
            value = float("nan")
        if not 0 <= value <= 1:
            told = shown(self.fields[column])
            raise InputError(
                f"{self.place}: a probability is a number from 0 to 1, not `{told}`", slug="not-a-probability"
            )
        return value

    def position(self, column: int) -> int:
        """Read a place in a text."""
        typed = self.fields[column]
        if not typed.isdecimal() or len(typed) > _LONGEST:
            raise self.refused(column, "a position is a whole number from 0 on")
        return int(typed)

    def refused(self, column: int, expected: str) -> InputError:
        """Say what is wrong with a column."""
        told = shown(self.fields[column])
        return InputError(f"{self.place}: {expected}, not `{told}`", slug="navigation-data")


def lines_of(path: str, *layouts: Sequence[str]) -> Iterator[Line]:
    """Return the lines of a file, which all have the columns of one of the layouts; a heading is left out."""
    source = open_source(path)
    separator: bytes | None = None
    columns = found = 0
    for number, line in numbered_lines(source.blocks()):
        text = (line or b"").removeprefix(_BYTE_ORDER_MARK) if number == 1 else line or b""
        if not text.strip():
            continue
        if not columns:
            separator = next((mark for mark in (b"\t", b",") if mark in text), None)
        fields = [to_text(field.strip()) for field in text.split(separator)]
        if not columns:
            columns = len(fields)
            if any([field.casefold() for field in fields] == list(layout) for layout in layouts):
                continue
        if len(fields) != columns or columns not in map(len, layouts):
            told = " or ".join(" ".join(layout) for layout in layouts)
            raise InputError(
                f"{source.name}:{number}: this line has {len(fields)} columns",
                slug="navigation-data",
                hint=f"the columns are: {told}",
            )
        found += 1
        yield Line(source.name, number, fields)
    if not found:
        raise InputError(f"{source.name}: there is nothing in it", slug="empty")


def table_of(path: str) -> Table:
    """Read a table of probabilities."""
    rows: dict[tuple[str, ...], float] = {}
    for line in lines_of(
        path, ("item", "element", "probability"), ("topic", "item", "element", "probability")
    ):
        key = tuple(line.fields[:-1])
        if key in rows:
            raise InputError(
                f"{line.place}: what leads from `{shown(key[-2])}` to `{shown(key[-1])}` was told before",
                slug="navigation-data",
            )
        rows[key] = line.probability(-1)
    return Table.of_rows([(*key, probability) for key, probability in rows.items()])


def logs_of(path: str) -> Table:
    """Read a log: one line for each element that a session saw; `-` where it saw none."""
    began: dict[str, str] = {}
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines_of(path, ("session", "item", "element")):
        session, item, element = line.fields
        if began.setdefault(session, item) != item:
            raise InputError(
                f"{line.place}: session `{shown(session)}` began at `{shown(began[session])}` before",
                slug="navigation-data",
                hint="a session is what one user did from one item of the list",
            )
        if element != "-":
            seen[session].add(element)
    return from_logs((item, seen[session]) for session, item in began.items())


def links_of(path: str, *, damping: float, max_steps: int | None) -> Links:
    """Read a graph: links with probabilities, or without, when all links of a page are alike."""
    links: defaultdict[str, list[str]] = defaultdict(list)
    edges: list[tuple[str, str, float]] = []
    for line in lines_of(path, ("from", "to"), ("from", "to", "probability")):
        start, end, *probability = line.fields
        links[start].append(end)
        if probability:
            edges.append((start, end, line.probability(2)))
    return Links(edges or links, damping=damping, max_steps=max_steps)


def spans_of(path: str) -> dict[str, Span]:
    """Read where elements stand."""
    spans: dict[str, Span] = {}
    for line in lines_of(path, ("element", "document", "start", "end")):
        element, document, *_ = line.fields
        span = Span(document, line.position(2), line.position(3))
        if span.end < span.start:
            raise line.refused(3, f"an element ends where it starts, or behind: {span.start} or more")
        if spans.setdefault(element, span) != span:
            raise InputError(
                f"{line.place}: the element `{shown(element)}` stood elsewhere before", slug="navigation-data"
            )
    return spans


def tree_of(path: str) -> Tree:
    """Read which element stands in which; `-` for one that stands in none."""
    parents: dict[str, str | None] = {}
    for line in lines_of(path, ("element", "parent")):
        element, parent = line.fields
        above = None if parent == "-" else parent
        if parents.setdefault(element, above) != above:
            raise InputError(
                f"{line.place}: the element `{shown(element)}` had another parent before",
                slug="navigation-data",
            )
    return Tree(parents)
