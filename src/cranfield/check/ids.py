"""How ids that mean the same can differ in writing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from urllib.parse import unquote

from cranfield.model.ids import to_text

_HIDDEN = re.compile("[\\s\u00a0\u00ad\u200b-\u200f\u2060\ufeff]+")
_ENDING = re.compile(r"\.(?:txt|xml|html?|json|pdf|gz|0)$", re.IGNORECASE)
_PATH = re.compile(r"^.*[/:]")
_PREFIX = re.compile(r"^[^\W\d_]+[_-]?(?=\d)")
_PASSAGE = re.compile(r"(?:[#%]+|_p|-p|::)\d+$")

# What is done to ids, and what to say of the difference when they are equal afterwards. What is cut off by the last
# ones may tell ids apart, so one of the two must be without it: `a/1` is like `1`, and not like `b/1`.
_FOLDS: tuple[tuple[Callable[[str], str], str], ...] = (
    (lambda text: _HIDDEN.sub("", text), "blanks and characters that cannot be seen"),
    (lambda text: text.lstrip("0") or "0", "leading zeros"),
    (str.casefold, "upper and lower case"),
    (lambda text: unicodedata.normalize("NFKC", text), "the way in which Unicode writes a character"),
)
_CUTS: tuple[tuple[Callable[[str], str], str], ...] = (
    (lambda text: text.strip("\"'"), "quotes around them"),
    (lambda text: _ENDING.sub("", text), "an ending, such as .txt or .0"),
    (unquote, "characters written as %20"),
    (lambda text: _PATH.sub("", text), "a folder or a name space in front"),
    (lambda text: _PREFIX.sub("", text), "letters in front of a number"),
    (lambda text: _PASSAGE.sub("", text), "the number of a passage at the end"),
)


def alike_but_for(
    wanted: Collection[bytes], found: Collection[bytes]
) -> tuple[str, int, bytes, bytes] | None:
    """Say by what alone ids differ that should be the same: what it is, for how many of those found, and one pair.

    >>> alike_but_for([b"301", b"302"], [b"0301", b"0303"])
    ('leading zeros', 1, b'301', b'0301')
    >>> alike_but_for([b"MB51"], [b"TB51"])
    """
    best = None
    for fold, what in (*_FOLDS, *_CUTS):
        both = (fold, what) in _FOLDS
        pairs = list(_pairs(wanted, found, fold, both=both))
        if pairs and (best is None or len(pairs) > best[1]):
            best = (what, len(pairs), *pairs[0])
    return best


def _pairs(
    wanted: Collection[bytes], found: Collection[bytes], fold: Callable[[str], str], *, both: bool
) -> Iterator[tuple[bytes, bytes]]:
    """Yield the ids that are equal when folded; unless `both` may change, one of them must be so already."""
    texts = {to_text(raw): raw for raw in wanted}
    folded = {fold(text): raw for text, raw in texts.items()}
    for raw in found:
        text = to_text(raw)
        key = fold(text)
        if key in texts:
            pair = texts[key]
        elif key in folded and (both or key == text):
            pair = folded[key]
        else:
            continue
        if pair != raw:
            yield pair, raw
