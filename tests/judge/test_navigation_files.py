"""Navigation models as they are typed behind `--navigation`, and the files that they read."""

from __future__ import annotations

from pathlib import Path

import pytest

import cranfield as cf
from cranfield.errors import CranfieldError, InputError, UsageError
from cranfield.judge.navigation import NavigationModel, model_of, named
from cranfield.judge.navigation.spec import _MAKERS, Told
from tests.judge.test_navigation import ways


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.txt").write_text("c a 0.4\nc b 0.4\nd a 0.6\nd b 0.4\n")
    Path("spans.tsv").write_text(
        "element\tdocument\tstart\tend\nsec\td\t0\t60\np1\td\t0\t20\np2\td\t20\t60\n"
    )
    Path("links.txt").write_text("x y 0.5\nx z 0.3\ny z 0.8\nz y 0.12\n")
    Path("pages.csv").write_text("from,to\np,a\np,b\na,x\n")
    Path("log.txt").write_text("s1 x y\ns1 x z\ns2 x z\ns3 x -\n")
    Path("parents.txt").write_text("sec -\np1 sec\np2 sec\np3 sec\n")
    Path("xml").mkdir()
    Path("xml/7.xml").write_text("<a><b>one<c>two</c></b><b>three</b></a>")


@pytest.mark.parametrize(
    "spec, item, ideal, probability",
    [
        ("classical", "a", "a", 1),
        ("table:table.txt", "c", "a", 0.4),
        ("graph:links.txt", "x", "y", 0.536),
        ("graph:links.txt,max_steps=1", "x", "y", 0.5),
        ("graph:pages.csv,damping=0.5", "p", "x", 0.125),
        ("logs:log.txt", "x", "z", round(2 / 3, 9)),
        ("spans:spans.tsv", "sec", "p1", round(1 / 3, 9)),
        ("distance:theta=0.1,spans=spans.tsv", "p1", "p2", round(1 / (1 + 2.718281828459045**2), 9)),
        ("distance:theta=0.1,at_zero=literal,spans=spans.tsv", "p1", "p1", 0.5),
        ("t2i:tolerance=20,spans=spans.tsv", "p1", "p2", 1),
        ("siblings:share=0.5,parents=parents.txt", "p1", "p3", 0.25),
        ("siblings:share=0.5,xml=xml", "7:/a[1]/b[1]", "7:/a[1]/b[2]", 0.5),
        ("xml:xml", "7:/a[1]", "7:/a[1]/b[1]", round(6 / 11, 9)),
        ("xml:xml", "7:/a[1]/b[1]", "7:0:3", 0.5),
    ],
)
def test_a_model_is_typed_by_its_name(spec: str, item: str, ideal: str, probability: float) -> None:
    assert ways(model_of(spec), [item], [ideal]) == {(item, ideal): probability}


@pytest.mark.parametrize(
    "spec, said",
    [
        ("tabel:table.txt", "there is no navigation model `tabel`"),
        ("table", "lacks a file"),
        ("table:", "lacks a file"),
        ("table:table.txt,other.txt", "`other.txt` means nothing"),
        ("table:table.txt,theta=1", "does not know `theta=1`"),
        ("distance:xml=xml", "lacks `theta`"),
        ("distance:theta=0.1", "lacks `xml`"),
        ("distance:theta=fast,xml=xml", "`theta` is a number, not `fast`"),
        ("distance:theta=0.1,theta=0.2,xml=xml", "one `theta` too many"),
        (
            "distance:theta=0.1,at_zero=half,xml=xml",
            "`at_zero` of the navigation model distance has no value `half`",
        ),
        ("graph:links.txt,max_steps=-1", "`max_steps` is a whole number"),
        ("graph:links.txt,damping=2", "`damping` is from 0 to 1"),
        ("t2i:tolerance=-5,spans=spans.tsv", "`tolerance` is 0 or more"),
        ("siblings:share=2,parents=parents.txt", "`share` is from 0 to 1"),
        ("table:nowhere.txt", "there is no such file"),
        ("xml:nowhere", "nowhere"),
    ],
)
def test_what_cannot_be_understood_is_said(spec: str, said: str) -> None:
    with pytest.raises(CranfieldError) as refused:
        model_of(spec)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    "spec, text, said",
    [
        ("table:{}", "c a 0.4\nc b 1.4\n", "bad.txt:2: a probability is a number from 0 to 1, not `1.4`"),
        ("table:{}", "c a 0.4\nc b much\n", "bad.txt:2: a probability is a number from 0 to 1, not `much`"),
        ("table:{}", "c a nan\n", "bad.txt:1: a probability is a number"),
        ("table:{}", "c a 0.4\nc a 0.5\n", "bad.txt:2: what leads from `c` to `a` was told before"),
        ("table:{}", "c a\n", "bad.txt:1: this line has 2 columns"),
        ("table:{}", "c a 0.4\nq1 c a 0.4\n", "bad.txt:2: this line has 4 columns"),
        ("graph:{}", "a b 0.7\na c 0.7\n", "the links of `a` have 1.4 in all"),
        ("spans:{}", "a d 0 x\n", "bad.txt:1: a position is a whole number from 0 on, not `x`"),
        ("spans:{}", "a d 9 3\n", "bad.txt:1: an element ends where it starts, or behind"),
        ("spans:{}", "a d 0 9\na d 0 8\n", "bad.txt:2: the element `a` stood elsewhere before"),
        ("logs:{}", "s1 x y\ns1 z y\n", "bad.txt:2: session `s1` began at `x` before"),
        ("logs:{}", "", "bad.txt: there is nothing in it"),
        ("table:{}", "item element probability\n", "bad.txt: there is nothing in it"),
        ("siblings:share=1,parents={}", "a b\na c\n", "bad.txt:2: the element `a` had another parent before"),
        ("siblings:share=1,parents={}", "a b\nb a\n", "the element `b` stands in itself"),
    ],
)
def test_a_fault_in_a_file_is_told_with_its_line(spec: str, text: str, said: str) -> None:
    Path("bad.txt").write_text(text)
    with pytest.raises(InputError) as refused:
        model_of(spec.format("bad.txt"))
    assert said in str(refused.value)


def test_an_element_that_a_document_does_not_have() -> None:
    for spec in ("xml:xml", "xml:xml,missing=skip"):
        with pytest.raises(InputError, match=r"the document `7` has no element `/a\[1\]/z\[1\]`"):
            ways(model_of(spec), ["7:/a[1]/z[1]"], ["7:/a[1]/b[1]"])


def test_a_document_that_is_not_there_is_a_fault_unless_it_may_be_skipped() -> None:
    with pytest.raises(InputError, match="its document is not there"):
        ways(model_of("xml:xml"), ["8:/a[1]"], ["8:0:5"])
    assert ways(model_of("xml:xml,missing=skip"), ["8:/a[1]"], ["8:0:5"]) == {}


def test_a_table_of_the_paper_from_the_file() -> None:
    qrels, run = {"q1": {"a": 1, "b": 1}}, {"q1": ["c", "d", "a"]}
    scores = cf.evaluate(qrels, run, "EPRUM EPRUM@1", navigation="table:table.txt")
    assert scores.mean("run", "EPRUM") == pytest.approx(0.7772)
    assert scores.mean("run", "EPRUM@1") == pytest.approx(0.8)
    assert "navigation:table:table.txt" in scores.recipe.line()


def test_a_model_of_ones_own_gets_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cranfield.judge.navigation.spec._MAKERS", dict(_MAKERS))

    @named("mine")
    def mine(told: Told) -> NavigationModel:
        share = told.number("share", 0.5)
        return lambda topic, items, ideals: [(0, 0, share)]

    assert ways(model_of("mine"), ["a"], ["b"]) == {("a", "b"): 0.5}
    assert ways(model_of("mine:share=0.25"), ["a"], ["b"]) == {("a", "b"): 0.25}
    named("mine")(mine)  # the same module may be imported again
    with pytest.raises(UsageError, match="there is already a navigation model `table`"):
        named("table")(mine)
