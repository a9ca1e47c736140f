"""A campaign in which nothing can be found, and what becomes of it when one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cranfield.check import Report, check_files

QRELS = [
    f"{topic} 0 d{topic}{place} {grade}" for topic in (301, 302, 303) for place, grade in enumerate("1020")
]
RUN = [
    f"{topic} Q0 d{topic}{place} {place + 1} {score} bm25"
    for topic in (301, 302, 303)
    for place, score in enumerate(("12.3456", "9.8765", "7.4321", "-1.2345"))
]

Checked = Callable[..., Report]


def text(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with the sound campaign."""
    (tmp_path / "qrels.txt").write_bytes(text(QRELS))
    (tmp_path / "bm25.run").write_bytes(text(RUN))
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def checked(folder: Path) -> Checked:
    """Check the campaign with some of its files written anew."""

    def check(qrels: bytes | None = None, run: bytes | None = None, **settings: object) -> Report:
        if qrels is not None:
            (folder / "qrels.txt").write_bytes(qrels)
        if run is not None:
            (folder / "bm25.run").write_bytes(run)
        return check_files("qrels.txt", "bm25.run", **settings)  # type: ignore[arg-type]

    return check
