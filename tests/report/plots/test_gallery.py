"""The gallery has every plot, and what it says and shows is what comes out."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path
from types import ModuleType

import pytest

from cranfield.cli import run
from cranfield.report.plots.register import NAMES, find
from tests.report.plots.conftest import GALLERY

PAGE = GALLERY / "README.md"


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_has_an_entry_a_docstring_its_source_and_a_sample(name: str, gallery: ModuleType) -> None:
    kind = find(name)
    assert kind.summary.startswith("Draw ")
    assert len(kind.__doc__) > 60
    assert len(kind.figure) > 20
    assert gallery.SAMPLES[name]
    text = PAGE.read_text(encoding="utf-8")
    assert f"## `{name}`\n\n{kind.__doc__}\n\nFirst drawn: {kind.figure}.\n" in text


def test_there_is_no_sample_too_many(gallery: ModuleType) -> None:
    assert set(gallery.SAMPLES) == set(NAMES) == set(gallery.COMMANDS)
    wanted = {f"{sample.file}.svg" for samples in gallery.SAMPLES.values() for sample in samples}
    assert wanted == {path.name for path in GALLERY.glob("*.svg")}


def test_the_page_is_the_one_that_is_made(gallery: ModuleType) -> None:
    assert PAGE.read_text(encoding="utf-8") == gallery.page()


def test_pictures_are_of_moderate_size_and_carry_no_script() -> None:
    for picture in GALLERY.glob("*.svg"):
        text = picture.read_text(encoding="utf-8")
        assert len(text) < 250_000, picture.name
        assert "<script" not in text


def test_rounding_places_leaves_texts_alone(gallery: ModuleType) -> None:
    svg = '<path d="M0.12345,7" aria-label="PRES 0.12345"/><text x="1.99999">0.12345</text>'
    assert (
        gallery.small_svg(svg) == '<path d="M0.12,7" aria-label="PRES 0.12345"/><text x="2">0.12345</text>\n'
    )


def test_the_python_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("vl_convert")
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert (failed, tried) == (0, 4)
    assert (tmp_path / "discounts.svg").exists()


@pytest.fixture(scope="module")
def campaign(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("gallery")
    assert run(["demo", "--keep", str(folder / "campaign")]) == 0
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_the_commands_of_the_page_run(name: str, campaign: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("vl_convert")
    monkeypatch.chdir(campaign)
    (command,) = re.findall(
        rf"^    (cranfield plot {name} .*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert run(shlex.split(command)[1:]) == 0
    assert (campaign / f"{name}.svg").read_bytes().startswith(b"<svg")
