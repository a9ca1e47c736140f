"""The binding of native/src/py.rs; every argument and result is plain, and _core/native.py gives it shape."""

from collections.abc import Iterator
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

_Ids: TypeAlias = tuple[bytes, NDArray[np.int64]]

class Index:
    def __new__(
        cls, topics: _Ids, starts: NDArray[np.int64], docs: _Ids, grades: NDArray[np.float64]
    ) -> Self: ...

def group_rows(
    kind: str,
    topics: _Ids,
    docs: _Ids,
    values: NDArray[np.float64],
    ranks: NDArray[np.int64] | None,
    duplicates: str,
) -> dict[str, Any]: ...
def read_columns(
    layout: str,
    text: str | Iterator[bytes],
    duplicates: str,
    comment: bytes | None,
    threads: int,
    progress: object,
) -> dict[str, Any]: ...
def judge_text(
    index: Index,
    layout: str,
    text: str | Iterator[bytes],
    policy: tuple[Any, ...],
    comment: bytes | None,
    threads: int,
    progress: object,
) -> dict[str, Any] | None: ...
def judge_rows(
    index: Index,
    topics: _Ids,
    starts: NDArray[np.int64],
    docs: _Ids,
    values: NDArray[np.float64],
    ranks: NDArray[np.int64] | None,
    policy: tuple[Any, ...],
) -> dict[str, Any]: ...
def judge_dict(index: Index, run: dict[Any, Any], policy: tuple[Any, ...]) -> dict[str, Any] | None: ...
