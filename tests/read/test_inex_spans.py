"""Where elements begin and end in the text of XML; and that hostile XML gets nowhere."""

from __future__ import annotations

import gzip
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.errors import UsageError
from cranfield.read.inex.spans import Span, XmlSpans
from cranfield.read.inex.xml import DEEPEST, parsed
from tests.read.conftest import Words

DOCUMENT = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE article SYSTEM "../article.dtd">
<article>
 <title>Übung</title><!-- not text -->
 <sec><p>One &amp; two</p><p/></sec>
 <sec a="b">&nbsp;x<![CDATA[<p>]]></sec>
</article>
"""
TEXT = "Übung\n One & two\n \u00a0x<p>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "d.xml").write_text(DOCUMENT)
    return tmp_path


def text_of(span: Span, text: bytes | str) -> bytes | str:
    return text[span.start : span.end]


@pytest.mark.parametrize("unit, text", [("bytes", TEXT.encode()), ("characters", TEXT)])
def test_elements_are_stretches_of_the_text(folder: Path, unit: str, text: bytes | str) -> None:
    spans = XmlSpans(folder, unit)  # type: ignore[arg-type]
    told = {
        path: text_of(spans[f"d:{path}"], text)
        for path in (
            "/article[1]/title[1]",
            "/article[1]/sec[1]/p[1]",
            "/article/sec/p[2]",
            "/article[1]/sec[2]",
        )
    }
    expected = dict(zip(told, ["Übung", "One & two", "", "\u00a0x<p>"], strict=True))
    assert told == {path: it.encode() if unit == "bytes" else it for path, it in expected.items()}
    assert spans["d"] == spans["d:/article[1]"] == Span("d", 0, len(text))
    assert spans["d:3:4"] == Span("d", 3, 7)


@pytest.mark.parametrize(
    "path", ["/article[2]", "/article[1]/sec[3]", "/article[1]/p[1]", "/x[1]", "/article[0]"]
)
def test_an_element_that_is_not_there(folder: Path, path: str) -> None:
    with pytest.raises(KeyError):
        XmlSpans(folder)[f"d:{path}"]
    with pytest.raises(KeyError):
        XmlSpans(folder)[f"other:{path}"]


def test_documents_are_files_anywhere_in_the_folder(folder: Path) -> None:
    (folder / "deep" / "er").mkdir(parents=True)
    (folder / "deep" / "er" / "e.xml.gz").write_bytes(gzip.compress(b"<a>xy</a>"))
    (folder / "readme.txt").write_text("no document")
    spans = XmlSpans(folder)
    assert sorted(spans) == ["d", "e"]
    assert len(spans) == 2
    assert "e" in spans
    assert "../d" not in spans
    assert spans["e"] == Span("e", 0, 2)
    assert XmlSpans(folder / "d.xml")["d"] == spans["d"]


def test_folders_without_documents_and_with_one_twice(tmp_path: Path, words: Words) -> None:
    assert "there are no XML files in it" in words(XmlSpans, tmp_path)
    assert "there is no such file" in words(XmlSpans, tmp_path / "nowhere")
    (tmp_path / "one").mkdir()
    for place in (tmp_path, tmp_path / "one"):
        (place / "d.xml").write_text("<a/>")
    assert "there is another file of this document" in words(XmlSpans, tmp_path)
    with pytest.raises(UsageError, match="`unit` has no value `words`"):
        XmlSpans(tmp_path, "words")  # type: ignore[arg-type]


HOSTILE = {
    "laughs": '<!DOCTYPE a [<!ENTITY x "ha"><!ENTITY y "&x;&x;&x;&x;">]><a>&y;</a>',
    "file": '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    "parameter": '<!DOCTYPE a [<!ENTITY % x SYSTEM "http://example.org/x.dtd">%x;]><a/>',
    "unused": '<!DOCTYPE a [<!ENTITY x "harmless">]><a/>',
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_entities_of_a_document_s_own_are_refused(tmp_path: Path, words: Words, kind: str) -> None:
    (tmp_path / "d.xml").write_text(HOSTILE[kind])
    said = words(lambda: XmlSpans(tmp_path)["d"])
    assert "d.xml:1: the document declares entities of its own, and these are not read" in said


def test_an_external_dtd_is_never_opened(tmp_path: Path) -> None:
    (tmp_path / "evil.dtd").write_text('<!ENTITY nbsp "a very long text that nobody should count">')
    (tmp_path / "d.xml").write_text('<!DOCTYPE a SYSTEM "evil.dtd"><a>x&nbsp;y</a>')
    assert XmlSpans(tmp_path, "characters")["d"] == Span("d", 0, 3)


@pytest.mark.parametrize(
    "content, said",
    [
        ("<a>\n<b></a>", "d.xml:2: this is not well-formed XML: mismatched tag (column 6)"),
        ("<a>\n", "d.xml:2: this is not well-formed XML: no element found (column 1)"),
        ("no tags", "d.xml:1: this is not well-formed XML: syntax error (column 1)"),
        ("", "d.xml:1: this is not well-formed XML: no element found (column 1)"),
        ("<a/><b/>", "d.xml:1: this is not well-formed XML: junk after document element (column 5)"),
        ("<a>x&nbsp;y</a>", "d.xml:1: this is not well-formed XML: undefined entity (column 5)"),
        ('<!DOCTYPE a SYSTEM "a.dtd">\n<a>x&who;y</a>', "d.xml:2: nobody says what &who; means"),
        ("<a>" * (DEEPEST + 1), f"d.xml:1: elements stand more than {DEEPEST:,} deep in each other"),
    ],
)
def test_what_is_no_xml_is_said_with_its_line(tmp_path: Path, words: Words, content: str, said: str) -> None:
    (tmp_path / "d.xml").write_text(content)
    assert said in words(lambda: XmlSpans(tmp_path)["d"]).splitlines()[0]


NAMES = st.sampled_from("abc")
TEXTS = st.text("xyü \n", max_size=4)


@st.composite
def trees(draw: st.DrawFn, depth: int = 3) -> ET.Element:
    element = ET.Element(draw(NAMES))
    element.text, element.tail = draw(TEXTS), draw(TEXTS)
    for _ in range(draw(st.integers(0, 3)) if depth else 0):
        element.append(draw(trees(depth - 1)))
    return element


@given(tree=trees())
def test_every_element_of_any_tree_is_found(tree: ET.Element) -> None:
    """The text of an element, by a walk of the tree, is what its span cuts out of the text of the document."""
    tree.tail = None
    whole = "".join(tree.itertext())
    leading = len(whole) - len(whole.lstrip(" \n"))
    text = whole.strip(" \n").encode()
    spans = parsed([ET.tostring(tree, "utf-8")], "d", in_bytes=True)
    assert spans.length == len(text)
    begins = 0

    def walk(element: ET.Element, parent: int) -> None:
        nonlocal begins
        node = spans.nodes[spans.keys.index(key(element, parent))]
        here, told = begins, "".join(element.itertext())
        cut = whole[max(here, leading) : min(here + len(told), leading + len(whole.strip(" \n")))]
        assert text[spans.starts[node] : spans.ends[node]] == cut.encode()
        begins += len(element.text or "")
        counts.append({})
        for child in element:
            walk(child, node)
            begins += len(child.tail or "")
        counts.pop()

    def key(element: ET.Element, parent: int) -> int:
        counts[-1][element.tag] = counts[-1].get(element.tag, 0) + 1
        found = spans.key(parent, element.tag.encode(), counts[-1][element.tag])
        assert found is not None
        return found

    counts: list[dict[str, int]] = [{}]
    walk(tree, 0)
