"""Runs and judgements of TREC's formats as dicts."""

from __future__ import annotations

import io
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TypeVar

from cranfield.compat.pytrec_eval.refusals import refuse
from cranfield.errors import CranfieldError
from cranfield.model.ids import to_bytes, to_text
from cranfield.read import open_source, open_stream, read_qrels, read_run

Text = Iterable[str | bytes] | os.PathLike[str]  # an open file, its lines, or a path
V = TypeVar("V")


def parse_run(f_run: Text) -> dict[str, dict[str, float]]:
    """Read a run from an open file, a list of lines, or a path.

    >>> parse_run(["q1 Q0 d7 1 2.5 bm25"])["q1"]
    {'d7': 2.5}
    """
    text = _Text(f_run, "run")
    try:
        return text.in_order(read_run(text, format="trec").to_dict() if text.lines else {})
    except CranfieldError as error:
        refuse(error)


def parse_qrel(f_qrel: Text) -> dict[str, dict[str, int]]:
    """Read judgements from an open file, a list of lines, or a path; a grade with a fraction stays a float.

    >>> parse_qrel(["q1 0 d7 2", "q1 0 d8 0.5"])["q1"]
    {'d7': 2, 'd8': 0.5}
    """
    text = _Text(f_qrel, "qrels")
    try:
        known = read_qrels(text, format="trec").to_dict() if text.lines else {}
    except CranfieldError as error:
        refuse(error)
    return text.in_order({topic: _whole(grades) for topic, grades in known.items()})


def _whole(grades: Mapping[str, float]) -> dict[str, int]:
    return {document: int(grade) if grade.is_integer() else grade for document, grade in grades.items()}  # type: ignore[misc]


class _Text(io.BytesIO):
    """All of a text, under the name that messages give it."""

    def __init__(self, given: Text, kind: str) -> None:
        try:
            text = _bytes_of(given)
        except CranfieldError as error:
            refuse(error)
        super().__init__(text)
        name = os.fspath(given) if isinstance(given, str | os.PathLike) else getattr(given, "name", kind)
        self.name = name if isinstance(name, str) else kind
        self.lines = [line for line in text.removeprefix(b"\xef\xbb\xbf").split(b"\n") if line.strip()]

    def in_order(self, known: Mapping[str, dict[str, V]]) -> dict[str, dict[str, V]]:
        """Return the topics as they come in the text; one that is not there is empty, as with pytrec_eval."""
        found: defaultdict[str, dict[str, V]] = defaultdict(dict)
        for topic in dict.fromkeys(line.split(None, 1)[0] for line in self.lines):
            found[to_text(topic)] = known[to_text(topic)]
        return found


def _bytes_of(given: Text) -> bytes:
    """Return all of it, unpacked."""
    if isinstance(given, str | os.PathLike):
        return open_source(given).read()
    if isinstance(given, io.IOBase):
        read = given.read()
        return to_bytes(read) if isinstance(read, str) else open_stream(io.BytesIO(read)).read()
    return b"\n".join(to_bytes(line).removesuffix(b"\n") for line in given)
