"""The scripts that make the pages on the seed documents."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cranfield.cli import run

SEEDS = Path(__file__).resolve().parents[2] / "docs" / "seeds"
PAGES = ["make_adm", "make_eprum", "make_lectures", "make_pres"]


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Path:
    """Do what the pages say first, and go to its folder."""
    monkeypatch.chdir(tmp_path)
    assert run(["demo", "--keep", "demo"]) == 0
    capfd.readouterr()
    monkeypatch.chdir("demo")
    return tmp_path / "demo"


@pytest.fixture
def make(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script that makes a page, imported as Python would that runs it."""
    monkeypatch.syspath_prepend(str(SEEDS))
    for name in (*PAGES, "page"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module(request.param)


@pytest.fixture
def page(make: ModuleType) -> ModuleType:
    """What the scripts have in common, once one of them has been imported."""
    return importlib.import_module("page")


@pytest.fixture
def cases(shared: Path) -> dict[str, Any]:
    """The worked examples by name."""
    told = json.loads((shared / "spec" / "seed_cases.json").read_text(encoding="utf-8"))["cases"]
    return {case["name"]: case for case in told}
