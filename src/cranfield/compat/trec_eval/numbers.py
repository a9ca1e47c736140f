"""Numbers as C's atol, atof and strtod read them: whatever text begins with, and 0 where that is no number.

>>> whole(b"23.4"), whole(b"foo"), real(b"3,5"), real(b"0x1p4"), real(b"-.5e1x")
(23, 0, 3.0, 16.0, -5.0)
"""

from __future__ import annotations

import re

_BLANKS = b" \t\n\v\f\r"
_WHOLE = re.compile(rb"[+-]?[0-9]+")
_DECIMAL = re.compile(rb"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_HEXADECIMAL = re.compile(rb"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?[0-9]+)?")
_WORD = re.compile(rb"[+-]?(?:infinity|inf|nan)", re.IGNORECASE)
_LONGEST = 2**63


def whole(text: bytes) -> int:
    """Read a whole number; one too large for a C long becomes the largest."""
    found = _WHOLE.match(text.lstrip(_BLANKS))
    return min(max(int(found[0]), -_LONGEST), _LONGEST - 1) if found else 0


def real(text: bytes) -> float:
    """Read a number with a fraction, which may be infinite, or nan."""
    text = text.lstrip(_BLANKS)
    if hexadecimal := _HEXADECIMAL.match(text):
        return float.fromhex(hexadecimal[0].decode())
    found = _DECIMAL.match(text) or _WORD.match(text)
    return float(found[0]) if found else 0.0
