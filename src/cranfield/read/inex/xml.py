"""Reads XML by expat: as little as spans need, and nothing that a hostile file could use.

Entities that a document declares are refused, so none can grow to gigabytes or name another file. What DOCTYPE
points at is never opened. The names of HTML (&nbsp;, &ndash;) are known without it.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable
from html.entities import html5
from typing import NamedTuple
from xml.parsers import expat

from cranfield.errors import InputError, printable

DEEPEST = 1000
_BLANKS = " \t\r\n"  # white space of XML; other blanks are text
# An element is known by its parent, its name and which of that name it is: 24 + 16 + 24 bits of one number.
_NAMES, _NUMBERS = 1 << 16, 1 << 24


class Tree(NamedTuple):
    """The elements of a document as numbers: 1, 2, ... in document order, 0 stands for the document."""

    length: int  # of the text
    names: dict[bytes, int]
    keys: array[int]  # parent, name and number of each element, ascending
    nodes: array[int]  # which element it is
    starts: array[int]
    ends: array[int]

    def key(self, parent: int, name: bytes, number: int) -> int | None:
        """Return what stands in `keys` for a child; None where no element has this name."""
        known = self.names.get(name)
        return None if known is None or number >= _NUMBERS else _key(parent, known, number)

    def children(self, parent: int) -> list[bytes]:
        """Return the last step of the path of each element that stands in this one, in document order."""
        first, last = (bisect_left(self.keys, _key(node, 0, 0)) for node in (parent, parent + 1))
        names = list(self.names)
        by_node = sorted((self.nodes[place], self.keys[place]) for place in range(first, last))
        return [b"/%s[%d]" % (names[key // _NUMBERS % _NAMES], key % _NUMBERS) for _, key in by_node]


def _key(parent: int, name: int, number: int) -> int:
    return (parent * _NAMES + name) * _NUMBERS + number


def parsed(blocks: Iterable[bytes], name: str, *, in_bytes: bool) -> Tree:
    """Parse a document; `name` is the file in messages, and `in_bytes` counts its text in bytes of UTF-8."""
    building = _Building(name, in_bytes=in_bytes)
    parser = building.parser
    try:
        for block in blocks:
            parser.Parse(block, False)  # noqa: FBT003  (expat's own signature)
        parser.Parse(b"", True)  # noqa: FBT003
    except expat.ExpatError as error:
        raise InputError(
            f"{name}:{error.lineno}: this is not well-formed XML: {expat.ErrorString(error.code)} "
            f"(column {error.offset + 1})",
            slug="bad-xml",
            hint=_HINTS.get(error.code, "see the whole complaint with: xmllint --noout FILE"),
        ) from None
    return building.tree()


_HINTS = {
    expat.errors.codes[
        expat.errors.XML_ERROR_UNDEFINED_ENTITY
    ]: "names such as &nbsp; need a line `<!DOCTYPE ...>` that says whose they are; or write &#160;",
}


class _Building:
    """What is known while the document is read."""

    def __init__(self, name: str, *, in_bytes: bool) -> None:
        self.name = name
        self.in_bytes = in_bytes
        self.position = 0
        self.first: int | None = None  # where the text begins, and where it ends, white space left out
        self.last = 0
        self.names: dict[bytes, int] = {}
        self.open = [0]
        self.counts: list[dict[int, int]] = [{}]
        self.keys = array("Q")
        self.starts, self.ends = array("q", [0]), array("q", [0])
        self.parser = self._parser()

    def _parser(self) -> expat.XMLParserType:
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self.begin
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.SkippedEntityHandler = self.entity
        parser.EntityDeclHandler = self.refuse
        parser.ExternalEntityRefHandler = self.refuse
        return parser

    def begin(self, name: str, _attributes: dict[str, str]) -> None:
        """An element begins here."""
        if len(self.open) > DEEPEST:
            raise self.too_much(f"elements stand more than {DEEPEST:,} deep in each other")
        known = self.names.setdefault(name.encode(), len(self.names))
        counts = self.counts[-1]
        number = counts[known] = counts.get(known, 0) + 1
        if known >= _NAMES or len(self.starts) >= _NUMBERS:
            raise self.too_much(f"there are more than {_NUMBERS - 1:,} elements, or {_NAMES:,} names of them")
        self.keys.append(_key(self.open[-1], known, number))
        self.open.append(len(self.starts))
        self.counts.append({})
        self.starts.append(self.position)
        self.ends.append(self.position)

    def end(self, _name: str) -> None:
        """The innermost element ends here."""
        self.ends[self.open.pop()] = self.position
        self.counts.pop()

    def text(self, text: str) -> None:
        """Count what stands between tags."""
        begun = text.lstrip(_BLANKS)
        size = len(text) if not self.in_bytes or text.isascii() else len(text.encode())
        if begun:
            if self.first is None:
                self.first = self.position + len(text) - len(begun)
            self.last = self.position + size - (len(text) - len(text.rstrip(_BLANKS)))
        self.position += size

    def entity(self, name: str, is_parameter: bool) -> None:  # noqa: FBT001  (expat's own signature)
        """Take an entity that the unread DTD would declare for what HTML means by it."""
        if is_parameter:
            return
        known = html5.get(f"{name};")
        if known is None:
            raise InputError(
                f"{self.place}: nobody says what &{printable(name.encode())}; means",
                slug="xml-entity",
                hint="names of HTML, such as &nbsp;, are known; others are declared in the DTD, which is never read",
            )
        self.text(known)

    def refuse(self, *_: object) -> int:
        """Refuse what could grow without end, or read other files."""
        raise InputError(
            f"{self.place}: the document declares entities of its own, and these are not read",
            slug="xml-entity",
            hint="resolve them first: xmllint --noent --dropdtd FILE, if you trust whom the file is from",
        )

    def too_much(self, what: str) -> InputError:
        """Word a limit that no honest document reaches."""
        return InputError(f"{self.place}: {what}", slug="bad-xml", hint="is this a document?")

    @property
    def place(self) -> str:
        """The line that is being read."""
        return f"{self.name}:{self.parser.CurrentLineNumber}"

    def tree(self) -> Tree:
        """Return the elements, counted from where the text begins."""
        first = self.first or 0
        length = max(self.last - first, 0)
        order = sorted(range(len(self.keys)), key=self.keys.__getitem__)
        return Tree(
            length,
            self.names,
            keys=array("Q", (self.keys[place] for place in order)),
            nodes=array("q", (place + 1 for place in order)),
            starts=array("q", (min(max(start - first, 0), length) for start in self.starts)),
            ends=array("q", (min(max(end - first, 0), length) for end in self.ends)),
        )
