"""Files to read, and the words that come back when they cannot be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cranfield._core.contract import Core
from cranfield.errors import CranfieldError

Write = Callable[[str, bytes], str]
Words = Callable[..., str]


@pytest.fixture(autouse=True)
def each_core(core: Core) -> None:
    """Read with each core that there is."""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write a file into an empty directory, and go there, so that messages show bare names."""
    monkeypatch.chdir(tmp_path)

    def write(name: str, content: bytes) -> str:
        Path(name).write_bytes(content)
        return name

    return write


@pytest.fixture
def words() -> Words:
    """Return the whole message of the error that a call ends in."""

    def words(call: Callable[..., Any], *args: Any, **options: Any) -> str:
        with pytest.raises(CranfieldError) as raised:
            call(*args, **options)
        return str(raised.value)

    return words
