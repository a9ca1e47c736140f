"""Which element stands in which, and next to which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from cranfield.errors import InputError
from cranfield.judge.navigation.model import shown
from cranfield.model.ids import to_bytes, to_text
from cranfield.read.inex.elements import parted
from cranfield.read.inex.spans import XmlSpans


class Forest(Protocol):
    """Elements that stand in each other."""

    def __contains__(self, element: object) -> bool: ...

    def parent(self, element: str) -> str | None:
        """Return what an element stands in; None for a root."""

    def children(self, element: str) -> Sequence[str]:
        """Return what stands in an element, in order."""


class Tree:
    """A forest, from `{element: parent}`; children keep the order in which they are told. A root has parent None.

    >>> tree = Tree({"sec": "article", "p1": "sec", "p2": "sec"})
    >>> tree.parent("p1"), list(tree.children("sec")), tree.parent("article"), "p9" in tree
    ('sec', ['p1', 'p2'], None, False)
    """

    def __init__(self, parents: Mapping[str, str | None]) -> None:
        self._parents: dict[str, str | None] = {}
        self._children: dict[str, list[str]] = {}
        for element, parent in parents.items():
            if parent is not None:
                self._parents.setdefault(parent, None)
                self._children.setdefault(parent, []).append(element)
            self._parents[element] = parent
        self._refuse_circles()

    @classmethod
    def of_paths(cls, elements: Iterable[str]) -> Tree:
        """Make one of elements whose names say where they are: `d:/a[1]/b[2]` stands in `d:/a[1]`.

        >>> Tree.of_paths(["d:/a[1]/b[1]", "d:/a[1]/b[2]"]).children("d:/a[1]")
        ['d:/a[1]/b[1]', 'd:/a[1]/b[2]']
        """
        parents: dict[str, str | None] = {}
        for element in elements:
            child: str | None = element
            while child is not None and child not in parents:
                above = child.rpartition("/")[0]
                parents[child] = above if above and not above.endswith(":") else None
                child = parents[child]
        return cls(parents)

    def __contains__(self, element: object) -> bool:
        return element in self._parents

    def parent(self, element: str) -> str | None:
        """Return what an element stands in; None for a root."""
        return self._parents.get(element)

    def children(self, element: str) -> Sequence[str]:
        """Return what stands in an element, in order."""
        return self._children.get(element, ())

    def _refuse_circles(self) -> None:
        done: set[str | None] = {None}
        for element in self._parents:
            path: dict[str, None] = {}
            here: str | None = element
            while here not in done and here is not None:
                if here in path:
                    raise InputError(
                        f"the element `{shown(here)}` stands in itself, by way of its parents",
                        slug="navigation-data",
                    )
                path[here] = None
                here = self._parents[here]
            done.update(path)


class XmlTree:
    """The elements of XML documents, which are parsed when they are first asked for."""

    def __init__(self, spans: XmlSpans) -> None:
        self.spans = spans

    def __contains__(self, element: object) -> bool:
        return isinstance(element, str) and self._children(element) is not None

    def parent(self, element: str) -> str | None:
        """Return what an element stands in; None for the outermost."""
        above = element.rpartition("/")[0]
        return above if above and not above.endswith(":") else None

    def children(self, element: str) -> Sequence[str]:
        """Return what stands in an element, in order."""
        document, _ = parted(to_bytes(element))
        return [f"{to_text(document)}:{to_text(path)}" for path in self._children(element) or ()]

    def _children(self, element: str) -> list[bytes] | None:
        document, path = parted(to_bytes(element))
        text = None if isinstance(path, tuple) else self.spans.text(document)
        return None if text is None or isinstance(path, tuple) else text.children(path)
