"""Every plot is drawn: without a warning, from any names, in every format, light and dark."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from types import ModuleType
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import cranfield as cf
from cranfield.report.plots.plot import FORMATS
from cranfield.report.plots.register import NAMES

alt = pytest.importorskip("altair")
pytest.importorskip("vl_convert")

HOSTILE = (
    "<script>alert('run')</script>",
    "\"quotes\" & 'more' \\",
    "\u202eright to left\u202c \u200f",
    "x" * 10_000,
    "emoji \U0001f600",
    "new\nline\ttab",
    "datum.value",
    "a.b[0]",
    "\udcff\udcfe",
)
LOUD = "ignore::cranfield.CranfieldWarning"  # what there is to say of a campaign is not the plot's business


def samples(gallery: ModuleType, name: str) -> list[Any]:
    return [sample.make() for sample in gallery.SAMPLES[name] if not sample.file.endswith("table-4")]


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_drawn_without_a_warning(name: str, gallery: ModuleType) -> None:
    for plot in samples(gallery, name):
        svg, png = plot.rendered("svg"), plot.rendered("png", scale=1)
        root = ET.fromstring(svg)  # noqa: S314  (our own)
        assert root.tag.endswith("svg")
        words = "".join(root.itertext())
        assert plot.data.title.split()[0] in words
        assert "NaN" not in svg.decode()
        assert "undefined" not in svg.decode()
        assert png.startswith(b"\x89PNG")


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_valid_vega_lite_light_and_dark(name: str, gallery: ModuleType) -> None:
    for plot in samples(gallery, name):
        light, dark = plot.spec(), plot.spec(dark=True, width=240)
        assert light["config"]["background"] != dark["config"]["background"]
        assert plot.chart().to_dict()["title"]["text"] == light["title"]["text"]
        alt.Chart.from_dict(dark, validate=True)


def hostile() -> tuple[Any, Any, Any]:
    systems = {name: 2.4 - nth / 5 for nth, name in enumerate(HOSTILE)}
    campaign = cf.simulate.simulate(systems, topics=6, documents=150, retrieved=40, pool_depth=10)
    topics = dict(zip(campaign.qrels, (*HOSTILE[:5], "6"), strict=True))
    qrels = {topics[topic]: judged for topic, judged in campaign.qrels.items()}
    runs = {name: {topics[topic]: docs for topic, docs in run.items()} for name, run in campaign.runs.items()}
    return qrels, runs, cf.evaluate(qrels, runs, "AP P@10 R@10")


@pytest.fixture(scope="module")
def campaign() -> tuple[Any, Any, Any]:
    import warnings

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return hostile()


OF_SCORES = (
    "sorted",
    "bump",
    "agreement",
    "differences",
    "topics",
    "heatmap",
    "p_matrix",
    "intervals",
    "power",
)
OF_RUNS = (
    "cutoffs",
    "judged",
    "recall_curves",
    "eprum",
    "gains",
    "strips",
    "beads",
    "lorenz",
    "precision_recall",
)


@pytest.mark.filterwarnings(LOUD)
@pytest.mark.parametrize("name", [*OF_SCORES, *OF_RUNS])
def test_names_of_all_kinds_are_shown_and_do_nothing(name: str, campaign: tuple[Any, Any, Any]) -> None:
    qrels, runs, scores = campaign
    few = dict(list(runs.items())[: 4 if name == "precision_recall" else 7])
    topic = {"topic": HOSTILE[0]} if name in ("strips", "beads", "precision_recall") else {}
    plot = (
        getattr(cf.plot, name)(scores) if name in OF_SCORES else getattr(cf.plot, name)(qrels, few, **topic)
    )
    svg = plot.rendered("svg").decode("utf-8")
    ET.fromstring(svg)  # noqa: S314  (our own)
    assert "<script" not in svg
    assert "\u202e" not in svg
    assert "x" * 100 not in svg
    page = plot.rendered("html").decode("utf-8")
    inside = page[page.index('<div id="plot">') :]
    assert inside.count("<script>") == inside.count("</script>") == 1
    assert "alert('run')</script>" not in page


@pytest.mark.filterwarnings(LOUD)
def test_the_page_fetches_nothing(campaign: tuple[Any, Any, Any]) -> None:
    page = cf.plot.bump(campaign[2]).rendered("html").decode("utf-8")
    around = re.sub(r"<script>.*?</script>", "<script></script>", page, flags=re.DOTALL)
    assert len(around) < 1000
    assert not re.search(r"src=|href=|url\(|@import", around)
    assert "vegaEmbed" in page
    assert '"editor": false' in page


@pytest.mark.parametrize("format", FORMATS)
def test_a_plot_is_saved_in_the_format_of_its_ending(format: str, tmp_path: Any) -> None:
    path = tmp_path / f"discounts.{format.upper()}"
    cf.plot.discounts().save(path)
    written = path.read_bytes()
    starts = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "html": b"<!DOCTYPE html>", "json": b"{"}
    assert written.startswith(starts[format])
    if format == "json":
        assert json.loads(written)["title"]["text"] == ["How much a document counts, by its rank"]


def test_many_marks_are_described_as_a_whole(gallery: ModuleType) -> None:
    many, few = (sample.make().spec() for sample in gallery.SAMPLES["p_matrix"][::-1])
    assert many["config"]["aria"] is False
    assert "aria" not in few["config"]
    assert few["description"].startswith("Pairs of 4 systems that nDCG@10 tells apart. 5 of 6 pairs")


def test_a_notebook_shows_a_drawing() -> None:
    shown = cf.plot.discounts()._repr_mimebundle_()
    assert shown["image/svg+xml"].startswith("<svg")


def test_a_wrong_ending_width_or_name_is_refused(tmp_path: Any) -> None:
    plot = cf.plot.discounts()
    with pytest.raises(cf.UsageError, match="no format for this ending"):
        plot.save(tmp_path / "plot.gif")
    with pytest.raises(cf.UsageError, match="`format` has no value `gif`"):
        plot.rendered("gif")
    with pytest.raises(cf.UsageError, match="150 to 4000 points wide"):
        plot.spec(width=20)
    with pytest.raises(cf.InputError, match="cannot be written"):
        plot.save(tmp_path / "nowhere" / "plot.svg")
    with pytest.raises(AttributeError, match="did you mean `bump`"):
        cf.plot.bmup  # noqa: B018
    assert "bump" in dir(cf.plot)


def test_labels_are_spread_and_stay_in_order() -> None:
    from cranfield.report.plots.style import spread_out

    places = spread_out([0.0, 0.01, 0.02, 0.3, 0.31, 0.99], 0.1, 0.0, 1.0)
    assert places == sorted(places)
    assert all(b - a >= 0.1 - 1e-9 for a, b in pairwise(places))
    assert places[0] == 0.0
    assert max(places) <= 1.0
