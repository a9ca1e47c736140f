"""The id of an element: its document, and where in it.

Elements travel as documents do, and need no other tables:

    22478:/article[1]/bdy[1]/sec[2]     an element by its XPath
    22478:14612:4608                    4,608 characters from character 14,612 on
    22478                               the whole document
"""

from __future__ import annotations

import re

Part = bytes | tuple[int, int]  # an XPath, empty for the whole document; or start and end

XPATH = re.compile(rb"(?:/[^/\[\]]+(?:\[[0-9]+\])?)+")
_BY_PATH = re.compile(rb"(.+?):(" + XPATH.pattern + rb")", re.DOTALL)
_BY_OFFSET = re.compile(rb"(.+):([0-9]{1,9}):([0-9]{1,9})", re.DOTALL)


def parted(element: bytes) -> tuple[bytes, Part]:
    """Take the id of an element apart.

    >>> parted(b"22478:/article[1]/sec[2]"), parted(b"22478:100:20"), parted(b"22478")
    ((b'22478', b'/article[1]/sec[2]'), (b'22478', (100, 120)), (b'22478', b''))
    """
    by_path = _BY_PATH.fullmatch(element)
    if by_path:
        return by_path[1], by_path[2]
    by_offset = _BY_OFFSET.fullmatch(element)
    if by_offset:
        start, length = int(by_offset[2]), int(by_offset[3])
        return by_offset[1], (start, start + length)
    return element, b""
