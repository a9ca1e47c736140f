"""Runs of elements against judgements of passages, from files to scores; and what is said when that cannot be."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import pytest

import cranfield as cf
from cranfield.errors import CranfieldError
from cranfield.read.inex.spans import XmlSpans

# Ten characters each: title 4, sec 6 of two p of 3.
DOCUMENT = "<article><title>Name</title><sec><p>abc</p><p>def</p></sec></article>"
QRELS = """\
t Q0 a 3 10 4 4:3
t Q0 b 6 10 0 0:4 8:2
t Q0 c 0 10
"""
RUN = """\
t Q0 a 1 9.0 mine /article[1]/sec[1]
t Q0 c 2 8.0 mine /article[1]/title[1]
t Q0 b 3 7.0 mine /article[1]
"""
SEC, TITLE, WHOLE = "/article[1]/sec[1]", "/article[1]/title[1]", "/article[1]"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "xml").mkdir()
    for name in "abc":
        (tmp_path / "xml" / f"{name}.xml").write_text(DOCUMENT)
    (tmp_path / "qrels.inex").write_text(QRELS)
    (tmp_path / "mine.run").write_text(RUN)
    return tmp_path


def evaluated(run: Any = "mine.run", measures: str = "TextP", **settings: Any) -> list[float]:
    scores = cf.evaluate("qrels.inex", {"run": run}, measures, **{"xml": "xml", **settings})
    return [scores.mean("run", name) for name in scores.measures]


def refused(run: Any = "mine.run", measures: str = "TextP", **settings: Any) -> str:
    with pytest.raises(CranfieldError) as raised:
        evaluated(run, measures, **settings)
    return str(raised.value)


@pytest.mark.usefixtures("here")
class TestNumbers:
    """By hand: 3 of 6, none of 4, 6 of 10 characters are relevant, of 9 in all."""

    def test_text_and_documents_are_measured_on_one_run(self) -> None:
        values = evaluated(measures="TextP@1 TextP TextR@1 TextR iP@0.5 AP P@3 NumRel")
        assert values == pytest.approx([3 / 6, 9 / 20, 3 / 9, 1, 9 / 20, (1 + 2 / 3) / 2, 2 / 3, 2])

    def test_offsets_give_the_same_and_need_no_documents(self, here: Path) -> None:
        fol = RUN.replace(SEC, "4 6").replace(TITLE, "0 4").replace(WHOLE, "0 10")
        (here / "fol.run").write_text(fol)
        names = "TextP TextR MAiP MAgP gP(score='entry')@2 T2IP T2IR(tolerance=2)"
        assert evaluated("fol.run", names, xml=None) == evaluated("mine.run", names)

    def test_runs_in_memory_and_runs_of_whole_documents(self) -> None:
        told = {"t": {f"a:{SEC}": 9, f"c:{TITLE}": 8, "b": 7}}
        assert evaluated(told, "TextP MAiP") == evaluated("mine.run", "TextP MAiP")
        assert evaluated({"t": ["a", "b"]}, "TextP", xml=None) == [9 / 20]

    def test_the_cut_is_one_of_elements(self) -> None:
        assert evaluated(measures="TextP TextR NumRet", depth=1) == pytest.approx([3 / 6, 3 / 9, 1])

    def test_a_folder_may_be_read_before(self) -> None:
        assert evaluated(xml=XmlSpans("xml")) == evaluated()

    def test_a_loop_may_call_an_evaluator(self) -> None:
        evaluator = cf.Evaluator("qrels.inex", "TextP", xml="xml")
        assert evaluator("mine.run").mean("mine", "TextP") == evaluator(
            {"t": [f"a:{SEC}", f"c:{TITLE}", "b"]}
        ).mean("run", "TextP")

    def test_topics_may_be_chosen(self, here: Path) -> None:
        (here / "qrels.inex").write_text("s Q0 a 2 10 0 0:2\n" + QRELS + "u Q0 a 10 10 0 0:10\n")
        assert evaluated(measures="TextP", topics=["t"]) == [9 / 20]
        with pytest.warns(cf.CranfieldWarning, match="no documents for 2 of 3 judged topics"):
            assert evaluated(measures="TextP", topics="common") == [9 / 20]

    def test_the_recipe_says_how_elements_were_read(self) -> None:
        recipe = cf.evaluate("qrels.inex", "mine.run", "TextP", xml="xml", overlap="drop").recipe
        assert recipe.reading == {"overlap": "drop", "xml": "xml", "unit": "bytes"}
        assert recipe.policies.ties == "input"
        assert "|overlap:drop|xml:xml|unit:bytes|" in recipe.line()
        assert recipe.to_dict()["reading"] == recipe.reading


@pytest.mark.usefixtures("here")
class TestWarnings:
    """What a careful reader of the numbers would want to know."""

    def test_documents_that_are_not_at_hand_are_left_out(self, here: Path) -> None:
        (here / "xml" / "b.xml").unlink()
        with pytest.warns(cf.CranfieldWarning) as told:
            assert evaluated(measures="TextP TextR NumRel") == pytest.approx([3 / 10, 1, 1])
        (warning,) = [each.message for each in told]
        assert str(warning) == (
            "warning[elements-outside]: 1 of 3 elements of mine.run are in documents that are not at hand\n"
            "  they are left out, and so are 1 of 3 judged documents: nobody can say how much text they have\n"
            "  such numbers are comparable only with others of the same documents"
        )

    def test_overlap_counts_as_read_or_is_dropped_or_refused(self, here: Path) -> None:
        (here / "mine.run").write_text(RUN + f"t Q0 a 4 6.0 mine {WHOLE}\n")
        with pytest.warns(cf.CranfieldWarning, match="1 of 4 elements of mine.run overlap with one above"):
            assert evaluated(measures="TextP TextR") == pytest.approx([9 / 30, 1])
        with pytest.warns(cf.CranfieldWarning, match=r"(?s)these are left out \(overlap=drop\)"):
            assert evaluated(measures="TextP TextR", overlap="drop") == pytest.approx([9 / 20, 1])
        assert refused(overlap="error") == (
            "mine.run:4: the element `/article[1]` overlaps with one above it\n"
            "  4 | t Q0 a 4 6.0 mine /article[1]\n"
            "    |                   ^^^^^^^^^^^\n"
            "hint: overlap=count reads it all the same, overlap=drop leaves it out"
        )

    def test_scores_that_rise_are_pointed_out(self, here: Path) -> None:
        (here / "mine.run").write_text(RUN.replace("7.0", "9.5"))
        with pytest.warns(
            cf.CranfieldWarning, match="in 1 topic of mine.run a score is higher than one above it"
        ):
            assert evaluated(measures="TextP@1") == [3 / 6]

    def test_texts_of_other_lengths_are_pointed_out(self, here: Path) -> None:
        (here / "xml" / "a.xml").write_text(f"<article>{'x' * 40}</article>")
        with pytest.warns(
            cf.CranfieldWarning, match="1 of 3 documents of xml are not as long as qrels.inex says"
        ):
            cf.Evaluator("qrels.inex", "TextP", xml="xml")

    def test_nothing_is_said_where_nothing_is_wrong(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            evaluated()


@pytest.mark.usefixtures("here")
class TestErrors:
    """No number where there is none."""

    def test_an_element_that_is_not_there_is_named_with_its_line(self, here: Path) -> None:
        (here / "mine.run").write_text(RUN.replace(TITLE, "/article[1]/sec[2]"))
        assert refused() == (
            "mine.run:2: the document has no element `/article[1]/sec[2]`\n"
            "  2 | t Q0 c 2 8.0 mine /article[1]/sec[2]\n"
            "    |                   ^^^^^^^^^^^^^^^^^^\n"
            "hint: was the run made on this version of the documents?"
        )
        said = refused({"t": ["a:/article[1]/sec[2]"]})
        assert said.startswith("run: topic `t`, document `a:/article[1]/sec[2]`: the document has no element")

    def test_an_element_behind_the_end_of_its_document(self, here: Path) -> None:
        (here / "mine.run").write_text("t Q0 a 1 9.0 mine 4 17\nt Q0 z 1 9.0 mine 400 700\n")
        said = "mine.run:1: the element `4 17` ends after the document, which has 10 characters"
        assert refused(xml=None).splitlines()[0] == said
        assert refused().splitlines()[0] == said

    def test_paths_need_documents(self) -> None:
        assert refused(xml=None) == (
            "mine.run: its elements are given by path, so the documents are needed\n"
            "hint: name their folder: cranfield eval --xml FOLDER ...; in Python: xml='FOLDER'"
        )
        assert refused({"t": ["a", "z"]}, xml=None).startswith(
            "run: how long unjudged documents are is not known, so the documents are needed"
        )

    def test_a_folder_of_something_else(self, here: Path) -> None:
        (here / "other").mkdir()
        (here / "other" / "x.xml").write_text("<a/>")
        assert refused(xml="other") == (
            "other: none of the judged documents is there\n"
            "  files are called such as x.xml, documents such as a\n"
            "hint: are folder and judgements of the same collection?"
        )

    @pytest.mark.parametrize(
        "settings, said",
        [
            ({"ties": "expected"}, "ties=expected is not possible with judgements of passages"),
            ({"ties": "rank"}, "ties=rank is not possible with judgements of passages"),
            ({"unjudged": "condense"}, "unjudged=condense is not possible with judgements of passages"),
            ({"overlap": "ignore"}, "`overlap` has no value `ignore`"),
        ],
    )
    def test_what_makes_no_sense_of_text(self, settings: dict[str, str], said: str) -> None:
        assert refused(**settings).startswith(said)

    def test_judgements_of_documents_have_no_text(self, here: Path) -> None:
        (here / "qrels.inex").write_text("t 0 a 1\n")
        assert refused(xml=None).startswith("qrels.inex: TextP needs judgements of passages")
        assert refused(measures="AP").startswith(
            "`xml` is for judgements of passages, and qrels.inex judges whole"
        )
        assert refused(measures="AP", xml=None, overlap="drop").startswith(
            "`overlap` is for judgements of passages"
        )

    def test_hostile_documents_are_refused(self, here: Path) -> None:
        (here / "xml" / "b.xml").write_text('<!DOCTYPE a [<!ENTITY x SYSTEM "/etc/passwd">]><a>&x;</a>')
        assert "b.xml:1: the document declares entities of its own" in refused()

    def test_an_element_twice(self, here: Path) -> None:
        (here / "mine.run").write_text(RUN + RUN.splitlines()[0] + "\n")
        assert "appears twice in topic `t` (first on line 1)" in refused()
        with pytest.warns(cf.CranfieldWarning, match="1 duplicate document left out of mine.run"):
            assert evaluated(duplicates="first") == [9 / 20]

    def test_topics_that_nobody_judged(self, here: Path) -> None:
        (here / "mine.run").write_text(RUN.replace("t Q0", "T Q0"))
        assert "none of its topics is judged" in refused()

    def test_files_without_faults_pass_the_check(self) -> None:
        assert [finding.kind for finding in cf.check_files("qrels.inex", ["mine.run"]).findings] == []

    def test_saved_scores_keep_how_elements_were_read(self, here: Path) -> None:
        scores = cf.evaluate("qrels.inex", "mine.run", "TextP", xml="xml", overlap="drop")
        scores.save(here / "scores.zip")
        assert cf.Scores.load(here / "scores.zip").recipe.reading == scores.recipe.reading
