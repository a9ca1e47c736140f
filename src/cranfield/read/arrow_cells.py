"""Arrow columns into columns of the model, from buffer to buffer. Imported only where pyarrow is at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.types as kinds

from cranfield.model.ids import Ids

if TYPE_CHECKING:
    from numpy.typing import NDArray


def arrow_ids(column: Any) -> Ids | None:
    """Pack a column of text, bytes or whole numbers; None where a cell is missing or of another type."""
    column = _decoded(column)
    kind = column.type
    if column.null_count or not (_is_text(kind) or kinds.is_integer(kind)):
        return None
    wide = pa.large_binary() if _is_bytes(kind) else pa.large_string()
    whole = _one(column.cast(wide))
    _, ends, data = whole.buffers()
    if not len(whole) or ends is None:
        return Ids(b"", np.zeros(1, dtype=np.int64))
    offsets = np.frombuffer(ends, dtype=np.int64, count=len(whole) + 1, offset=8 * whole.offset)
    first, last = int(offsets[0]), int(offsets[-1])
    if (offsets[1:] == offsets[:-1]).any():  # an empty id is none
        return None
    return Ids(data.slice(first, last - first).to_pybytes() if data else b"", offsets - first)


def arrow_numbers(column: Any) -> NDArray[np.float64] | None:
    """Turn a column of numbers into float64; None where a cell is missing or of another type."""
    column = _decoded(column)
    kind = column.type
    number = (
        kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_decimal(kind) or kinds.is_boolean(kind)
    )
    if column.null_count or not number:
        return None
    if kinds.is_boolean(kind):
        column = column.cast(pa.uint8())
    # safe=False: a whole number beyond 2**53 is rounded, as it is in every other input
    numbers: NDArray[np.float64] = _one(column.cast(pa.float64(), safe=False)).to_numpy(zero_copy_only=False)
    return np.array(numbers, dtype=np.float64)


def _decoded(column: Any) -> Any:
    return column.cast(column.type.value_type) if kinds.is_dictionary(column.type) else column


def _one(column: Any) -> Any:
    if not isinstance(column, pa.ChunkedArray):
        return column
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], type=column.type)


def _is_text(kind: Any) -> bool:
    text = kinds.is_string(kind) or kinds.is_large_string(kind) or kinds.is_string_view(kind)
    return bool(text) or _is_bytes(kind)


def _is_bytes(kind: Any) -> bool:
    return bool(
        kinds.is_binary(kind)
        or kinds.is_large_binary(kind)
        or kinds.is_binary_view(kind)
        or kinds.is_fixed_size_binary(kind)
    )
