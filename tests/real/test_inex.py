"""41 real runs of elements on 7 topics of INEX 2009: all are found in the XML, and measured as by hand."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
import tarfile
import warnings
from pathlib import Path

import pytest

import cranfield as cf
from cranfield.read.inex.spans import Span, XmlSpans

pytestmark = pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")

TOPICS = 7


@pytest.fixture(scope="module")
def inex(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The collection, unpacked."""
    folder = tmp_path_factory.mktemp("inex")
    with tarfile.open(shared / "data" / "inex2009-elements.tar.xz") as archive:
        archive.extractall(folder, filter="data")
    return folder / "inex2009-elements"


@pytest.fixture(scope="module")
def spans(inex: Path) -> XmlSpans:
    return XmlSpans(inex / "xml")


def runs(inex: Path) -> list[Path]:
    found = sorted((inex / "runs").iterdir())
    assert len(found) == 41
    return found


def test_texts_are_as_long_as_the_judges_were_told(inex: Path, spans: XmlSpans) -> None:
    """INEX's tools leave out the last character of some documents, and white space; nobody is told otherwise."""
    qrels = cf.read_qrels(inex / "qrels.inex")
    assert qrels.passages is not None
    told = dict(zip(qrels.docs, qrels.passages.length.tolist(), strict=True))
    longer = {name: spans[name].end - told[name] for name in spans}
    assert len(longer) == 178
    assert set(longer.values()) == {0, 1, 2, 8}
    assert list(longer.values()).count(0) == 128


def test_passages_begin_and_end_between_words(inex: Path) -> None:
    """All 838 borders of passages in documents at hand: offsets are bytes, counted from the first character."""
    from html import unescape
    from re import DOTALL, sub

    qrels = cf.read_qrels(inex / "qrels.inex")
    assert qrels.passages is not None
    borders = 0
    for row, *span in zip(
        qrels.passages.row.tolist(), qrels.passages.start.tolist(), qrels.passages.end.tolist(), strict=True
    ):
        file = inex / "xml" / f"{qrels.docs[row]}.xml"
        if not file.exists():
            continue
        source = file.read_text(encoding="utf-8")
        body = sub(r"<!--.*?-->", "", source[source.index("<article") :], flags=DOTALL)
        text = unescape(sub(r"<[^>]*>", "", body)).strip(" \n").encode()
        for at in span:
            borders += 1
            assert not (text[:at][-1:].isalnum() and text[at:][:1].isalnum()), (file.name, at)
    assert borders == 838


def test_every_element_of_every_run_is_found(inex: Path, spans: XmlSpans) -> None:
    elements = {element for path in runs(inex) for element in cf.read_run(path).docs}
    at_hand = [element for element in elements if element.partition(":")[0] in spans]
    assert len(at_hand) == 533
    assert all(spans[element].end >= spans[element].start for element in at_hand)


def test_all_runs_from_the_command_line(inex: Path) -> None:
    command = [sys.executable, "-m", "cranfield", "eval", "qrels.inex", "runs", "--xml", "xml"]
    command += ["-m", "MAiP iP@0.01 MAgP AP", "--per-topic", "--format", "csv"]
    done = subprocess.run(command, cwd=inex, capture_output=True, text=True, check=True)
    rows = list(csv.DictReader(io.StringIO(done.stdout)))
    assert len(rows) == 41 * 4 * (TOPICS + 1)
    assert all(0 <= float(row["value"]) <= 1 for row in rows)
    assert "warning[elements-outside]: 41 of 41 runs" in done.stderr
    assert "and so are 54 of 234 judged documents" in done.stderr
    means = {
        row["run"]: float(row["value"]) for row in rows if row["measure"] == "AiP" and row["topic"] == "all"
    }
    assert max(means, key=means.__getitem__) == "elements24.xpath"


Marks = dict[str, bytearray]  # of each document with judgements: 1 for a character that is highlighted


@pytest.mark.parametrize("name", ["elements01", "elements12", "elements24"])
def test_numbers_are_those_of_a_count_of_characters(inex: Path, spans: XmlSpans, name: str) -> None:
    path = inex / "runs" / f"{name}.xpath.run"
    scores = cf.evaluate(inex / "qrels.inex", path, "MAiP MAgP", xml=spans)
    for column, topic in enumerate(scores.topics):
        lines = [line.split() for line in path.read_text().splitlines()]
        told = [f"{fields[2]}:{fields[6]}" for fields in lines if fields[0] == topic and fields[2] in spans]
        run = [spans[element] for element in told]
        expected = [aip(marks(inex, spans, topic), run), agp(marks(inex, spans, topic), run)]
        assert scores.values[0, :, column].tolist() == pytest.approx(expected, abs=1e-12)


def marks(inex: Path, spans: XmlSpans, topic: str) -> Marks:
    judged: Marks = {}
    for line in (inex / "qrels.inex").read_text().splitlines():
        of_topic, _, doc, _, length, _, *passages = line.split()
        if of_topic == topic and doc in spans:
            judged[doc] = bytearray(int(length))
            for offset, size in (map(int, passage.split(":")) for passage in passages):
                judged[doc][offset : offset + size] = b"\1" * size
    return judged


def taken(judged: Marks, element: Span) -> int:
    """Count the highlighted characters of an element, and take them away: each is found once."""
    document = judged.get(element.document, bytearray())
    found = document[element.start : element.end].count(1)
    document[element.start : element.end] = bytes(len(document[element.start : element.end]))
    return found


def aip(judged: Marks, run: list[Span]) -> float:
    """As INEX's own program has it: a slot for each percent of recall, filled from the right."""
    total, found, read = sum(document.count(1) for document in judged.values()), 0, 0
    slots = [0.0] * 101
    for element in run:
        found, read = found + taken(judged, element), read + element.end - element.start
        slots[100 * found // total] = max(slots[100 * found // total], found / read)
    return sum(max(slots[slot:]) for slot in range(101)) / 101


def agp(judged: Marks, run: list[Span], beta: float = 0.25) -> float:
    """Documents in the order of their first element, each worth the F-measure of what is read of it."""
    relevant = {name: document.count(1) for name, document in judged.items() if 1 in document}
    worth, total = 0.0, 0.0
    for rank, name in enumerate(dict.fromkeys(element.document for element in run), 1):
        elements = [element for element in run if element.document == name]
        found = sum(taken(judged, element) for element in elements)
        if found:
            precision = found / sum(element.end - element.start for element in elements)
            recall = found / relevant[name]
            worth += (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        total += worth / rank if name in relevant else 0
    return total / len(relevant)


def test_offsets_say_what_paths_say(inex: Path, spans: XmlSpans, tmp_path: Path) -> None:
    """The run with its paths made into offsets, without any document at hand."""
    path = inex / "runs" / "elements05.xpath.run"
    at_hand = [line.split() for line in path.read_text().splitlines() if line.split()[2] in spans]
    lines = []
    for *fields, xpath in at_hand:
        _, start, end = spans[f"{fields[2]}:{xpath}"]
        lines.append(" ".join([*fields, str(start), str(end - start)]))
    (tmp_path / "fol.run").write_text("\n".join(lines))
    judged = [line for line in (inex / "qrels.inex").read_text().splitlines() if line.split()[2] in spans]
    (tmp_path / "qrels.inex").write_text("\n".join(judged))
    measures = "MAiP iP@0.01 MAgP gP@10 T2IP@10 AP"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        by_offset = cf.evaluate(tmp_path / "qrels.inex", tmp_path / "fol.run", measures)
    by_path = cf.evaluate(inex / "qrels.inex", path, measures, xml=spans)
    assert by_offset.values.tolist() == by_path.values.tolist()
