"""What all tests share: both cores, and the real data where it is there."""

from __future__ import annotations

import os
import tarfile
from pathlib import Path

import pytest

import cranfield._core
from cranfield._core.contract import Core
from tests.both_cores import CORES

# The width of a terminal is no part of a test that does not ask for one; pytest-xdist sets it in its workers.
os.environ.pop("COLUMNS", None)

_SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(params=CORES)
def core(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Core:
    """Run the test once with each core that there is."""
    chosen = CORES[request.param]
    monkeypatch.setattr(cranfield._core, "core", chosen)
    return chosen


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of specifications and real data; a clone of the repository alone has none."""
    if not (_SHARED / "DESIGN.md").is_file():
        message = "needs the folder of real data beside the repository"
        if os.environ.get("CRANFIELD_REQUIRE_SHARED"):
            pytest.fail(message)
        pytest.skip(message)
    return _SHARED


@pytest.fixture(scope="session")
def real_data(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real collections, unpacked once for all workers."""
    folder = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        folder = folder.parent
    unpacked = folder / "real-data"
    lock = folder / "real-data.lock"
    try:
        lock.touch(exist_ok=False)
    except FileExistsError:
        _wait_for(unpacked / "complete")
        return unpacked
    unpacked.mkdir()
    for archive in sorted((shared / "data").glob("trec-covid-*.tar.xz")):
        with tarfile.open(archive) as opened:
            opened.extractall(unpacked, filter="data")
    (unpacked / "complete").touch()
    return unpacked


def _wait_for(path: Path) -> None:
    import time

    for _ in range(6000):
        if path.exists():
            return
        time.sleep(0.05)
    pytest.fail("another worker did not unpack the real data")
