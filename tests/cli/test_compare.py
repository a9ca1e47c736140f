"""`cranfield compare`, from files to tables, papers and words."""

from __future__ import annotations

import csv
import io
import json
import re
from inspect import cleandoc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cranfield.cli import compare as compare_module
from cranfield.cli.score_options import TESTS as TESTS_OF_THE_COMMAND
from cranfield.compare.named_tests import TESTS
from cranfield.compare.plan import ALL_CORRECTIONS
from tests.cli.conftest import Command
from tests.compare.made import made, scores_of


@pytest.fixture
def saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Three runs, r0 < r1 < r2, on 30 topics."""
    monkeypatch.chdir(tmp_path)
    made(3, 30, measures=("AP", "RR"), better=0.06).save("scores.zip")
    return tmp_path


def table_of(path: Path, runs: int = 3) -> str:
    """Write scores as somebody else would."""
    scores = made(runs, 30, better=0.06)
    lines = ["run,topic,measure,value"]
    for run in scores.runs:
        lines += [
            f"{run},{topic},AP,{value}" for topic, value in zip(scores.topics, scores[run, "AP"], strict=True)
        ]
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_runs_are_evaluated_and_compared_with_the_first_of_two(cranfield: Command, folder: Path) -> None:
    result = cranfield("compare", "qrels.txt", "bm25.run", "dense.run", "-m", "AP", "--test", "t")
    assert result.code == 0
    assert (
        result.out
        == cleandoc(
            """
        run              topics        AP
        bm25 (baseline)     2/2  0.6667
        dense               1/2  0.1250 -

        + better, - worse than bm25
        paired t-test, two-sided, over 2 topics; a single comparison; alpha 0.05
        2 judged topics; dense has no documents for 1 of them: 2 (they count as if
          nothing was found: 0 for most measures)
        AP: fewer than 10 topics cannot show whether differences are normal enough for
          the paired t-test: 1 of 1 comparison

        AP: against bm25

        run         difference       p      d  won-tied-lost  verdict
        dense  -0.5417 ±0.5294  0.0489  -9.19          0-0-2    worse

        intervals: 95 %, each on its own; d: difference in standard deviations of the
          differences over topics
        AP: dense is worse by 0.5417 (interval -1.0711 to -0.0122, p 0.0489, d -9.19,
          ahead on 0 of 2 topics). Such a comparison finds a true difference of 0.6806
          in 8 of 10 cases. 1 of the significant differences is smaller, and may be
          exaggerated.
        """
        )
        + "\n"
    )


def test_a_row_of_csv_has_everything(cranfield: Command, saved: Path) -> None:
    result = cranfield("compare", "scores.zip", "-b", "r0", "-m", "AP", "--test", "t", "--format", "csv")
    one, two = rows(result.out)
    expected = next(iter(made(3, 30, better=0.06, measures=("AP", "RR")).compare("r0", test="t")))
    assert (one["run"], one["against"], one["measure"], two["run"]) == ("r1", "r0", "AP", "r2")
    assert float(one["p"]) == expected.p
    assert float(one["effect_lower"]) == expected.effect_lower
    assert one["significant"] == str(int(expected.significant))
    assert "equivalence" not in one


def test_json_says_how_and_in_words_what(cranfield: Command, saved: Path) -> None:
    result = cranfield("compare", "scores.zip", "--test", "tukey", "--format", "json")
    told = json.loads(result.out)
    assert told["format"] == "cranfield-comparison 1"
    assert (told["plan"]["test"], told["plan"]["correction"], told["plan"]["seed"]) == ("tukey", "none", 0)
    assert len(told["comparisons"]) == 6
    assert told["comparisons"][0]["significant"] in (True, False)
    assert told["measures"]["AP"]["letters"]["r2"] == ["a"]
    assert told["measures"]["AP"]["anova"]["residual_freedom"] == 58
    assert told["recipe"]["core"] == "python"
    assert "Tukey HSD test" in told["summary"][0]


def test_the_seed_is_in_the_json_and_in_the_table(cranfield: Command, saved: Path) -> None:
    arguments = (
        "compare",
        "scores.zip",
        "-b",
        "r0",
        "--permutations",
        "2000",
        "--seed",
        "7",
        "--test",
        "bootstrap",
    )
    assert json.loads(cranfield(*arguments, "--format", "json").out)["plan"]["seed"] == 7
    assert "seed 7" in cranfield(*arguments).out


def test_a_paper_gets_marks_the_best_in_bold_and_a_caption(cranfield: Command, saved: Path) -> None:
    result = cranfield(
        "compare", "scores.zip", "-b", "r0", "-b", "r1", "-m", "AP", "--test", "t", "-o", "table.tex"
    )
    text = (saved / "table.tex").read_text()
    assert r"\begin{table}" in text
    assert text.count(r"\textbf{") == 1
    assert re.search(r"r2 & \\textbf\{0\.\d{4}\} & \\textsuperscript\{ab\} \\\\", text)
    assert re.search(r"r0 \(a\) & 0\.\d{4} & \\textsubscript\{b\} \\\\", text)
    (caption,) = re.findall(r"\\caption\{(.*)\}", text)
    assert "paired t-test, two-sided, over 30 topics; Holm correction for 3 comparisons" in caption
    assert result.out == ""
    assert "r2 is better by" in result.err


def test_letters_stand_in_a_paper_where_all_pairs_are_compared(cranfield: Command, saved: Path) -> None:
    text = cranfield("compare", "scores.zip", "-m", "AP", "--test", "t", "--format", "latex").out
    assert re.search(r"r2 & \\textbf\{0\.\d{4}\} & \\textsuperscript\{a\}", text)
    assert "share a letter" in text


@pytest.mark.parametrize("shown_as", ["markdown", "html", "tsv", "jsonl"])
def test_every_format_has_the_finding(cranfield: Command, saved: Path, shown_as: str) -> None:
    result = cranfield("compare", "scores.zip", "-b", "r0", "--test", "t", "--format", shown_as)
    assert result.code == 0
    assert "better" in result.out


def test_a_table_of_somebody_else_is_compared_and_its_origin_doubted(cranfield: Command, saved: Path) -> None:
    result = cranfield("compare", table_of(saved / "other.csv"), "--test", "t")
    assert result.code == 0
    assert "how they were made is not known" in " ".join(result.out.split())


def test_many_pairs_are_not_printed_but_counted(cranfield: Command, saved: Path) -> None:
    result = cranfield("compare", table_of(saved / "many.csv", runs=13), "--test", "t")
    assert "78 pairs are too many to show" in " ".join(result.out.split())
    assert "won-tied-lost" not in result.out
    assert len(rows(cranfield("compare", "many.csv", "--test", "t", "--format", "csv").out)) == 78


def test_equivalence_has_its_column(cranfield: Command, saved: Path) -> None:
    result = cranfield("compare", "scores.zip", "-b", "r0", "--test", "t", "--equivalence", "0.3", "-m", "AP")
    assert "p equiv." in result.out
    text = cranfield(
        "compare",
        "scores.zip",
        "-b",
        "r0",
        "--test",
        "t",
        "--equivalence",
        "0.3",
        "-m",
        "AP",
        "--format",
        "csv",
    ).out
    assert all(float(row["equivalence"]) < 0.05 for row in rows(text))


@pytest.mark.parametrize(
    "arguments,message",
    [
        (("scores.zip", "-b", "r9"), "no run `r9`"),
        (("scores.zip", "-b", "r0", "-m", "nDCG@10"), "no measure `nDCG@10`"),
        (("scores.zip", "x.run"), "scores.zip holds scores already"),
        (("qrels.txt",), "no run is named beside it"),
        (("scores.zip", "--test", "anova"), "`test` has no value `anova`"),
        (("scores.zip", "--alpha", "5"), "between 0 and 1"),
        (("scores.zip", "--test", "tukey", "--correction", "holm"), "corrected for all pairs"),
        (("missing.zip",), "no run is named beside it"),
    ],
)
def test_what_means_nothing_is_refused(
    cranfield: Command, saved: Path, arguments: tuple[str, ...], message: str
) -> None:
    (saved / "qrels.txt").write_text("1 0 a 1\n")
    result = cranfield("compare", *arguments)
    assert result.code == 2
    assert message in result.err
    assert "Traceback" not in result.err
    assert result.out == ""


def test_a_comparison_that_can_find_nothing_warns(cranfield: Command, saved: Path) -> None:
    made(3, 40).save("longer.zip")  # too long to count all ways to put signs at no cost
    result = cranfield("compare", "longer.zip", "--permutations", "20")
    assert result.code == 0
    assert "warning[cannot-resolve]" in result.err


def test_names_that_a_terminal_would_act_on_are_escaped(cranfield: Command, saved: Path) -> None:
    names = ("a\x1b[31m", "b_{%}\\")
    scores_of(made(2, 30, better=0.1).values, runs=names).save("odd.zip")
    for shown_as in ("table", "latex", "markdown"):
        result = cranfield("compare", "odd.zip", "--test", "t", "--format", shown_as)
        assert result.code == 0
        assert "\x1b" not in result.out
    assert (
        r"b\_\{\%\}\textbackslash{}"
        in cranfield("compare", "odd.zip", "--test", "t", "--format", "latex").out
    )


def test_undefined_values_are_left_out_of_the_pair_and_told(cranfield: Command, saved: Path) -> None:
    values = made(3, 30, better=0.1).values
    values[1, 0, 3:6] = np.nan
    scores_of(values).save("gaps.zip")
    result = cranfield("compare", "gaps.zip", "-b", "r0", "--test", "t")
    told = " ".join(result.out.split())
    assert "over 27 to 30 topics" in told
    assert "over the 27 of 30 topics for which both have a value: r1 and r0" in told
    assert re.search(r"r1 .* 27 +better", result.out)


def test_help_knows_the_names_that_the_library_knows() -> None:
    assert tuple(TESTS) == TESTS_OF_THE_COMMAND
    assert set(ALL_CORRECTIONS) == set(compare_module.CORRECTIONS)


def test_the_defaults_of_the_command_are_those_of_the_library() -> None:
    from cranfield.compare.plan import Plan

    options: dict[str, Any] = {option.name or "": option.default for option in compare_module.command.params}
    plan = Plan()
    for name in ("family", "alpha", "confidence", "tie_margin"):
        assert options[name] == getattr(plan, name)


@pytest.mark.parametrize("test", ["randomization", "bootstrap", "bootstrap-bca", "randomized-tukey"])
def test_the_number_of_threads_changes_nothing(
    process: Command, saved: Path, monkeypatch: pytest.MonkeyPatch, test: str
) -> None:
    made(6, 45).save("threads.zip")
    arguments = ("-m", "cranfield", "compare", "threads.zip", "--test", test, "--permutations", "3000")
    outputs = set()
    for threads in ("1", "2"):
        for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
            monkeypatch.setenv(name, threads)
        result = process(*arguments, "--format", "csv")
        assert result.code == 0
        outputs.add(result.out)
    assert len(outputs) == 1


def test_defaults_from_a_file_are_told(cranfield: Command, saved: Path) -> None:
    (saved / "cranfield.toml").write_text('[compare]\ntest = "t"\nbaseline = ["r0"]\n')
    result = cranfield("compare", "scores.zip")
    assert "paired t-test" in result.out
    assert "r0 (baseline)" in result.out
    assert "defaults from cranfield.toml: baseline, test" in result.out


@pytest.mark.parametrize(
    "option",
    [
        "--ties best",
        "--depth 1",
        "--unjudged condense",
        "--topics common",
        "--no-relevant zero",
        "--duplicates first",
        "--precision single",
        "--names tag",
        "--comments #",
        "--input-format trec",
        "--threads 1",
    ],
)
@pytest.mark.parametrize("command", ["compare", "power"])
def test_how_runs_are_judged_means_nothing_to_scores(
    cranfield: Command, saved: Path, command: str, option: str
) -> None:
    result = cranfield(command, "scores.zip", *option.split())
    assert result.code == 2
    assert f"{option.split(maxsplit=1)[0]} means nothing with scores: they have been made" in result.err


@pytest.mark.parametrize("command", ["compare", "power"])
@pytest.mark.parametrize("test", ["t", "wilcoxon", "sign", "tukey"])
def test_a_test_that_draws_nothing_takes_no_permutations(
    cranfield: Command, saved: Path, command: str, test: str
) -> None:
    result = cranfield(command, "scores.zip", "--test", test, "--permutations", "7")
    assert result.code == 2
    assert "--permutations means nothing with the" in result.err
    assert cranfield(command, "scores.zip", "--test", "randomization", "--permutations", "999").code == 0


@pytest.mark.parametrize("command", ["compare", "power"])
@pytest.mark.parametrize("measure", ["recall", "official", "all"])
def test_a_column_may_have_the_name_of_many_measures(
    cranfield: Command, saved: Path, command: str, measure: str
) -> None:
    path = table_of(saved / "theirs.csv")
    Path(path).write_text(Path(path).read_text().replace("AP", measure))
    result = cranfield(command, path)
    assert result.code == 0, result.err
    assert measure in result.out


def test_few_shared_topics_are_compared_if_asked(cranfield: Command, saved: Path) -> None:
    rows = [f"old,{topic},AP,0.{topic}" for topic in range(1, 7)] + [
        f"new,{topic},AP,0.5" for topic in range(5, 10)
    ]
    Path("apart.csv").write_text("\n".join(["run,topic,measure,value", *rows]) + "\n")
    refused = cranfield("compare", "apart.csv", "--test", "t")
    assert refused.code == 2
    assert "share only 2: less than half" in " ".join(refused.err.split())
    assert "--few-shared" in refused.err
    assert cranfield("compare", "apart.csv", "--test", "t", "--few-shared").code == 0


@pytest.mark.parametrize("command", ["compare", "power", "agree"])
def test_commas_part_measures_of_saved_scores_too(cranfield: Command, saved: Path, command: str) -> None:
    made(4, 20, measures=("AP", "RR", "latency")).save("three.zip")
    blanks, commas = (cranfield(command, "three.zip", "-m", names) for names in ("AP RR", "AP,RR"))
    assert blanks == commas
    assert commas.code == 0
