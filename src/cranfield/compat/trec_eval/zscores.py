"""-Z: each value as its distance from a mean, in standard deviations, by topic and measure."""

from __future__ import annotations

from cranfield.compat.trec_eval.judgements import quit_in
from cranfield.compat.trec_eval.numbers import real

_UNKNOWN = -1000000.0
_COLUMNS = 4


class Norms:
    """Means and standard deviations, read from lines of `topic measure mean deviation`."""

    def __init__(self, known: dict[tuple[str, str], tuple[float, float]]) -> None:
        self._known = known

    def score(self, topic: str, measure: str, value: float) -> float:
        """Return the distance; a large negative number where no line is about this topic and measure."""
        if (topic, measure) not in self._known:
            return _UNKNOWN
        mean, deviation = self._known[topic, measure]
        if deviation == 0:
            return 0.0 if value == mean else _UNKNOWN
        return (value - mean) / deviation


def read_norms(path: str) -> Norms:
    """Read the file that -Z names."""
    from cranfield.errors import CranfieldError
    from cranfield.read.source import open_source

    try:
        text = open_source(path).read()
    except CranfieldError:
        text = b""
    if not text:
        raise quit_in(path, f"trec_eval.get_zscores: Cannot read zscores file '{path}'")
    known = {}
    for number, line in enumerate(text.removesuffix(b"\n").split(b"\n"), start=1):
        fields = line.split()
        if len(fields) != _COLUMNS:
            raise quit_in(path, f"trec_eval.get_zscores: Malformed line {number}")
        topic, measure = (field.decode("utf-8", "surrogateescape") for field in fields[:2])
        known[topic, measure] = real(fields[2]), real(fields[3])
    return Norms(known)
