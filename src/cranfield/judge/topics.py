"""Topic ids of two inputs that should be the same, and why they are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cranfield.errors import InputError, printable
from cranfield.model.ids import to_bytes, to_text
from cranfield.model.tables import place

if TYPE_CHECKING:
    from cranfield.model import Qrels

_SHOWN = 5

# How two ids can differ and mean the same topic: what is done to both, and what to say of it.
_DIFFERENCES: tuple[tuple[Callable[[bytes], bytes], str], ...] = (
    (lambda raw: raw.lstrip(b"0") or b"0", "leading zeros"),
    (lambda raw: to_bytes(to_text(raw).casefold()), "upper and lower case"),
    (lambda raw: to_bytes(to_text(raw).strip()), "blanks around them"),
)


def difference(judged: Sequence[bytes], found: Sequence[bytes]) -> str | None:
    """Say by what alone the ids differ; None when there is more to it.

    >>> difference([b"301"], [b"0301", b"0302"])
    'leading zeros'
    """
    for fold, what in _DIFFERENCES:
        if {fold(raw) for raw in judged} & {fold(raw) for raw in found}:
            return what
    return None


def listed(ids: Sequence[bytes], shown: int = _SHOWN) -> str:
    """Name the first few ids.

    >>> listed([b"1", b"2", b"3"], 2)
    '1, 2, ... (3)'
    """
    names = ", ".join(printable(raw) for raw in ids[:shown])
    return names if len(ids) <= shown else f"{names}, ... ({len(ids):,})"


def no_topic_in_common(qrels: Qrels, run: str, found: Sequence[bytes]) -> InputError:
    """Say which ids each side has, and whether they differ only in their writing."""
    judged = qrels.topics.raws()
    why = difference(judged, found)
    hint = (
        f"the ids differ only by {why}; write them alike on both sides"
        if why
        else "are these two of the same collection?"
    )
    return InputError(
        f"{run}: none of its topics is judged in {place(qrels)}",
        slug="no-topic-in-common",
        details=[f"  topics of {run}: {listed(found)}", f"  topics of {place(qrels)}: {listed(judged)}"],
        hint=hint,
    )
