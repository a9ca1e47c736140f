"""Where each element of an XML document begins and ends in its text, so that elements are compared as numbers.

    spans = XmlSpans("xml/")                        # a folder of DOCUMENT.xml, also compressed
    spans["22478:/article[1]/bdy[1]/sec[2]"]        # Span(document='22478', start=1801, end=7330)

The text of a document is what its tags leave, entities resolved, without white space at either end. INEX counted
its "characters" in bytes of UTF-8, and so does this, unless `unit="characters"` is asked for. A file is parsed when
its document is first asked for, and kept as a few numbers an element.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from cranfield.errors import InputError, UsageError, cannot_read
from cranfield.model.ids import to_bytes, to_text
from cranfield.read.inex.elements import parted
from cranfield.read.inex.xml import Tree, parsed
from cranfield.read.source import bare_name, open_source

if TYPE_CHECKING:
    from collections.abc import Iterator

Unit = Literal["bytes", "characters"]

_STEP = re.compile(rb"/([^/\[\]]+)(?:\[([0-9]{1,9})\])?")


class Span(NamedTuple):
    """Part of a document: from `start` up to, not including, `end`."""

    document: str
    start: int
    end: int


class Text:
    """One document: how long its text is, and where its elements are in it."""

    def __init__(self, tree: Tree) -> None:
        self.length = tree.length
        self._tree = tree

    def span(self, path: bytes) -> tuple[int, int] | None:
        """Return start and end of the element at an XPath such as /article[1]/sec[2]; [1] may be left out.

        None where the document has no such element.
        """
        node = self._node(path)
        return (self._tree.starts[node], self._tree.ends[node]) if node else None

    def children(self, path: bytes) -> list[bytes] | None:
        """Return the paths of the elements that stand in the element at a path (b"" is the document), in order."""
        node = self._node(path)
        return None if node is None else [path + step for step in self._tree.children(node)]

    def _node(self, path: bytes) -> int | None:
        """Return the number of an element, 0 for the document."""
        tree, node = self._tree, 0
        for step in _STEP.finditer(path):
            key = tree.key(node, step[1], int(step[2] or 1))
            place = bisect_left(tree.keys, key) if key is not None else len(tree.keys)
            if place == len(tree.keys) or tree.keys[place] != key:
                return None
            node = tree.nodes[place]
        return node


class XmlSpans:
    """The documents of a folder, by the name of their file: `22478` is 22478.xml, wherever in the folder."""

    def __init__(self, folder: str | os.PathLike[str], unit: Unit = "bytes") -> None:
        if unit not in ("bytes", "characters"):
            raise UsageError.unknown_choice("`unit`", str(unit), ("bytes", "characters"))
        self.folder = os.fsdecode(folder)
        self.unit: Unit = unit
        self._texts: dict[bytes, Text] = {}
        if not self._files:
            raise InputError(
                f"{self.folder}: there are no XML files in it",
                slug="empty",
                hint="documents are files called DOCUMENT.xml, in this folder or folders in it",
            )

    def __len__(self) -> int:
        return len(self._files)

    def __iter__(self) -> Iterator[str]:
        return map(to_text, self._files)

    def __contains__(self, document: object) -> bool:
        return isinstance(document, str | bytes) and to_bytes(document) in self._files

    def __getitem__(self, element: str) -> Span:
        """Return where an element is: `document:/path`, `document:offset:length`, or `document`, which is all of it."""
        document, part = parted(to_bytes(element))
        text = self.text(document)
        found = (
            None
            if text is None
            else part
            if isinstance(part, tuple)
            else text.span(part)
            if part
            else (0, text.length)
        )
        if found is None:
            raise KeyError(element)
        return Span(to_text(document), *found)

    def text(self, document: bytes) -> Text | None:
        """Return a document, parsed when it is first asked for; None where the folder has no such file."""
        known = self._texts.get(document)
        if known is None and document in self._files:
            known = self._texts[document] = Text(self._parsed(self._files[document]))
        return known

    def _parsed(self, path: str) -> Tree:
        source = open_source(path)
        try:
            return parsed(source.blocks(), path, in_bytes=self.unit == "bytes")
        finally:
            source.close()

    @cached_property
    def _files(self) -> dict[bytes, str]:
        if Path(self.folder).is_file():
            return {_document(self.folder): self.folder}
        found: dict[bytes, str] = {}
        for path in self._walk():
            other = found.setdefault(_document(path), path)
            if other != path:
                raise InputError(
                    f"{path}: there is another file of this document: {other}",
                    slug="repeated-document",
                    hint="a document is known by the name of its file; name a folder that has each once",
                )
        return found

    def _walk(self) -> Iterator[str]:
        """Yield the XML files in a settled order."""

        def refuse(error: OSError) -> None:
            raise cannot_read(error.filename or self.folder, error) from None

        for here, folders, files in os.walk(self.folder, onerror=refuse):
            folders.sort()
            for name in sorted(files):
                if bare_name(name).endswith(".xml"):
                    yield str(Path(here) / name)


def _document(path: str) -> bytes:
    return os.fsencode(bare_name(path).removesuffix(".xml"))
