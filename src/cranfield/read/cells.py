"""Columns of anything into columns of the model: ids to bytes, numbers to float64.

Whole columns are tried first; only where that fails is each cell looked at, to say which ones are wrong.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.model.ids import Ids
from cranfield.read.faults import Problems

if TYPE_CHECKING:
    from numpy.typing import NDArray

_EXACT = 1 << 53  # beyond it not every whole number is a float64


def pack_ids(cells: Any, role: str, problems: Problems) -> Ids:
    """Pack a column of ids: text, bytes or whole numbers; a cell that is none of these becomes empty, and a problem."""
    if _is_arrow(cells):
        from cranfield.read.arrow_cells import arrow_ids

        packed = arrow_ids(cells)
        if packed is not None:
            return packed
        cells = cells.to_pylist()
    listed = _listed(cells)
    packed = _packed_at_once(listed)
    if packed is not None:
        return packed
    return Ids.of(_id_bytes(row, cell, role, problems) for row, cell in enumerate(listed))


def pack_numbers(cells: Any, what: str, problems: Problems) -> NDArray[np.float64]:
    """Turn a column of numbers of any type into float64; `what` is `score` or `grade`."""
    if _is_arrow(cells):
        from cranfield.read.arrow_cells import arrow_numbers

        numbers = arrow_numbers(cells)
        if numbers is not None:
            return numbers
        cells = cells.to_pylist()
    if not isinstance(cells, np.ndarray) or np.ma.isMaskedArray(cells):
        cells = _listed(cells)
    try:
        column = np.asarray(cells)
    except (ValueError, OverflowError):
        column = np.empty(0, dtype=object)
    if column.dtype.kind in "fiub" and column.ndim == 1:
        return column.astype(np.float64)
    return np.array(
        [_number(row, cell, what, problems) for row, cell in enumerate(_listed(cells))], dtype=np.float64
    )


def pack_ranks(cells: Any, problems: Problems | None) -> NDArray[np.int64] | None:
    """Turn a column of ranks into int64; a rank that is no whole number is a problem, or spoils the column."""
    found = Problems()
    numbers = pack_numbers(cells, "rank", found)
    with np.errstate(invalid="ignore"):
        wrong = np.flatnonzero(
            ~(np.isfinite(numbers) & (np.floor(numbers) == numbers) & (np.abs(numbers) < _EXACT))
        )
    if not len(wrong):
        return numbers.astype(np.int64)
    if problems is not None:
        listed = _listed(cells)
        for row in wrong.tolist():
            problems.add(row, "rank", listed[row])
    return None


def repeated(ids: Ids, counts: Sequence[int]) -> Ids:
    """Return each id as often as its count says."""
    raws = ids.raws()
    data = b"".join([raw * count for raw, count in zip(raws, counts, strict=True)])
    lengths = np.repeat(np.diff(ids.offsets), np.asarray(counts, dtype=np.int64))
    return Ids(data, np.concatenate(([np.int64(0)], np.cumsum(lengths, dtype=np.int64))))


def joined(parts: Sequence[Ids]) -> Ids:
    """Return several columns as one."""
    if len(parts) == 1:
        return parts[0]
    lengths = [np.diff(part.offsets) for part in parts] or [np.empty(0, dtype=np.int64)]
    offsets = np.concatenate(([np.int64(0)], np.cumsum(np.concatenate(lengths), dtype=np.int64)))
    return Ids(b"".join(part.data for part in parts), offsets)


def _is_arrow(cells: object) -> bool:
    return type(cells).__module__.partition(".")[0] == "pyarrow"


def _listed(cells: Any) -> Sequence[Any]:
    if isinstance(cells, list | tuple | range):
        return cells
    for method in ("to_pylist", "tolist", "to_list"):
        if hasattr(cells, method):
            listed: list[Any] = getattr(cells, method)()
            return listed
    return list(cells)


def _packed_at_once(cells: Sequence[Any]) -> Ids | None:
    """Pack cells that are all text (or all of type int); None when there is any other."""
    texts = cells
    if cells and type(cells[0]) is int:
        if any(type(cell) is not int for cell in cells):
            return None
        texts = list(map(str, cells))
    try:
        whole = "".join(texts)
        if whole.isascii():
            data, parts = whole.encode("ascii"), texts
        else:
            encoded = [text.encode("utf-8", "surrogateescape") for text in texts]
            data, parts = b"".join(encoded), encoded
    except (TypeError, UnicodeEncodeError):
        return None
    lengths = np.fromiter(map(len, parts), dtype=np.int64, count=len(parts))
    if not lengths.all():  # an empty id is none
        return None
    return Ids(data, np.concatenate(([np.int64(0)], np.cumsum(lengths))))


def _id_bytes(row: int, cell: object, role: str, problems: Problems) -> bytes:
    if _is_missing(cell) or cell in ("", b""):
        problems.add(row, "missing-id", role=role)
    elif isinstance(cell, str):
        try:
            return cell.encode("utf-8", "surrogateescape")
        except UnicodeEncodeError:
            problems.add(row, "surrogate-id", cell, role=role)
    elif isinstance(cell, bytes):
        return bytes(cell)
    elif isinstance(cell, Integral) and not isinstance(cell, bool):
        return str(int(cell)).encode()
    elif isinstance(cell, Real) and not isinstance(cell, bool | Rational):
        problems.add(row, "float-id", str(cell), role=role)
    else:
        problems.add(row, "type-id", cell, role=role)
    return b""


def _number(row: int, cell: Any, what: str, problems: Problems) -> float:
    """Return the cell as a float, whatever kind of number it is; text is none, even where it looks like one."""
    if cell is None or (_is_missing(cell) and not isinstance(cell, Real)):
        problems.add(row, f"missing-{what}")
    elif isinstance(cell, str | bytes) or not hasattr(cell, "__float__"):
        problems.add(row, f"type-{what}", repr(cell))
    else:
        try:
            return float(cell)
        except (TypeError, ValueError, OverflowError):
            problems.add(row, f"type-{what}", cell)
    return math.nan


def _is_missing(cell: object) -> bool:
    """Tell None, NaN and the values by which pandas says that there is none."""
    if isinstance(cell, float):
        return math.isnan(cell)
    return cell is None or type(cell).__name__ in ("NAType", "NaTType")
