"""`cranfield agree`: which measures agree about systems."""

from __future__ import annotations

import csv
import io
import json
from inspect import cleandoc
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cranfield as cf
from cranfield.cli import agree_options
from cranfield.cli.options import POLICIES
from cranfield.compare.agree import COEFFICIENTS
from cranfield.compare.corrections import CORRECTIONS
from cranfield.compare.named_tests import TESTS
from tests.cli.conftest import Command

MEANS = "run,AP,RR,R@10\nash,0.1,0.2,0.5\nelm,0.2,0.1,0.5\nfir,0.3,0.3,0.6\noak,0.4,0.4,0.7\n"
DOCUMENTS = [f"d{number}" for number in range(8)]


@pytest.fixture
def means(folder: Path) -> Path:
    (folder / "means.csv").write_text(MEANS)
    return folder


@pytest.fixture
def campaign(folder: Path) -> Path:
    """Write judgements of 12 topics and five runs, from good to bad."""
    chance = np.random.default_rng(4)
    (folder / "runs").mkdir()
    truth = {f"{topic}": chance.integers(0, 3, 8) for topic in range(1, 13)}
    lines = [
        f"{t} 0 {doc} {grade}"
        for t, grades in truth.items()
        for doc, grade in zip(DOCUMENTS, grades, strict=True)
    ]
    (folder / "qrels.txt").write_text("\n".join(lines) + "\n")
    for place, noise in enumerate((0.3, 1, 1.5, 3, 9)):
        rows = [
            f"{t} Q0 {doc} 0 {grade + chance.normal(0, noise):.4f} run{place}"
            for t, grades in truth.items()
            for doc, grade in zip(DOCUMENTS, grades, strict=True)
        ]
        (folder / "runs" / f"run{place}").write_text("\n".join(rows) + "\n")
    return folder


def rows(text: str, view: str | None = None) -> list[dict[str, str]]:
    found = list(csv.DictReader(io.StringIO(text)))
    return [row for row in found if view in (None, row["view"])]


def test_means_are_correlated_and_charted(cranfield: Command, means: Path) -> None:
    result = cranfield("agree", "means.csv")
    assert (result.code, result.err) == (0, "")
    assert result.out == cleandoc(
        """
        How alike systems are ranked

        tau_b      AP      RR    R@10
        AP     1.0000  0.6667  0.9129
        RR     0.6667  1.0000  0.9129
        R@10   0.9129  0.9129  1.0000

        of 4 systems; most alike: AP and R@10 (tau_b 0.9129), least: AP and RR (0.6667)
        tau_b: Kendall's tau, corrected for ties

        Agreement about pairs of systems

        class             pairs   share
        AP = RR = R@10        5  0.8333
        AP = RR != R@10       0  0.0000
        AP = R@10 != RR       0  0.0000
        RR = R@10 != AP       0  0.0000
        AP != RR != R@10      1  0.1667

        AP, RR and R@10 say the same of 5 of 6 pairs of systems (83.3%)
        by the sign of the difference of means: any difference counts, however small
        = stands between measures that say the same of a pair, != between those that do
          not

        Two measures at a time

        one  other  same  opposite  only one  only other  neither   agree
        AP   RR        5         1         0           0        0  0.8333
        AP   R@10      5         0         1           0        0  0.8333
        RR   R@10      5         0         1           0        0  0.8333

        same, opposite: both prefer one of the two systems; only one, only other: the
          other measure cannot tell
        """
    ) + "\n"  # fmt: skip


def test_one_csv_holds_the_rows_of_all_questions(cranfield: Command, means: Path) -> None:
    out = cranfield(
        "agree", "means.csv", "--correlation", "kendall-a", "--ranks", "--chart", "--format", "csv"
    ).out
    taus = [float(row["tau_a"]) for row in rows(out, "correlation")]
    assert taus == pytest.approx([2 / 3, 5 / 6, 5 / 6])
    classes = {row["class"]: row["pairs"] for row in rows(out, "chart") if row["class"]}
    assert classes["AP = RR = R@10"] == "5"
    ranks = {(row["run"], row["measure"]): row["rank"] for row in rows(out, "ranks")}
    assert (ranks["oak", "AP"], ranks["ash", "R@10"], ranks["elm", "R@10"]) == ("1", "3", "3")


def test_json_says_how_it_was_made(cranfield: Command, campaign: Path) -> None:
    told = json.loads(
        cranfield("agree", "qrels.txt", "runs", "-m", "AP RR", "--seed", "3", "--format", "json").out
    )
    assert told["format"] == "cranfield-agree 1"
    assert (told["rankings"], len(told["systems"])) == (["AP", "RR"], 5)
    assert (told["settings"]["seed"], told["settings"]["alpha"]) == (3, 0.05)
    assert told["recipe"]["measures"] == ["AP", "RR"]
    assert list(told["views"]) == ["correlation", "chart"]
    assert told["views"]["correlation"]["rows"][0].keys() == {"one", "other", "tau_b"}
    assert any("Wilcoxon signed-rank test" in note for note in told["views"]["chart"]["notes"])


@pytest.mark.parametrize(
    "name", ["agree.json", "agree.jsonl", "agree.csv", "agree.tsv", "agree.md", "agree.tex", "agree.html"]
)
def test_every_format_can_be_written(cranfield: Command, campaign: Path, name: str) -> None:
    asked = (
        "--correlation",
        "rbo",
        "--chart",
        "--ranks",
        "--pairs",
        "--discriminative",
        "--stability",
        "--reliability",
    )
    result = cranfield(
        "agree", "qrels.txt", "runs", "-m", "AP nDCG@3", *asked, "--depletion", "--leave-out", "3", "-o", name
    )
    assert (result.code, result.out) == (0, "")
    text = (campaign / name).read_text()
    if name.endswith("json"):
        assert len(json.loads(text)["views"]) == 9
    elif name.endswith("jsonl"):
        assert len({json.loads(line)["view"] for line in text.splitlines()}) == 9
    else:
        assert "nDCG@3" in text.replace("{", "").replace("}", "")
    if name.endswith("csv"):
        views = ["correlation", "chart", "ranks", "pairs", "discriminative", "stability", "reliability"]
        assert list(dict.fromkeys(row["view"] for row in rows(text))) == [*views, "depletion", "leave-out"]
    if name.endswith("html"):
        assert "<h1>Agreement</h1>" in text


def test_everything_fits_a_terminal(cranfield: Command, campaign: Path) -> None:
    asked = [
        "--chart",
        "--ranks",
        "--pairs",
        "--discriminative",
        "--stability",
        "--reliability",
        "--depletion",
    ]
    result = cranfield("agree", "qrels.txt", "runs", "-m", "AP nDCG@3", *asked, "--leave-out", "3")
    assert result.code == 0
    assert max(map(len, result.out.splitlines())) <= 80
    assert result.out.count("12 judged topics; every run has documents for all of them") == 1


def test_scores_of_all_kinds_say_the_same_as_the_runs(cranfield: Command, campaign: Path) -> None:
    asked = ("--correlation", "tau-ap", "--chart", "--reliability", "--stability", "--format", "csv")
    evaluated = cranfield("agree", "qrels.txt", "runs", "-m", "AP RR", *asked)
    runs = {path.name: path for path in sorted((campaign / "runs").iterdir())}
    scores = cf.evaluate("qrels.txt", runs, "AP RR P@3")
    scores.save("scores.zip")
    for name in ("scores.csv", "scores.json"):
        assert cranfield("eval", "qrels.txt", "runs", "-m", "AP RR P@3", "--per-topic", "-o", name).code == 0
    for name in ("scores.zip", "scores.csv", "scores.json"):
        found = cranfield("agree", name, "-m", "AP RR", *asked)
        assert (found.code, found.out) == (0, evaluated.out)


def test_the_order_of_files_and_the_threads_do_not_matter(cranfield: Command, campaign: Path) -> None:
    asked = (
        "-m",
        "AP RR",
        "--discriminative",
        "--stability",
        "--depletion",
        "--leave-out",
        "3",
        "--format",
        "csv",
    )
    expected = cranfield("agree", "qrels.txt", "runs", *asked, "--threads", "1").out
    lines = (campaign / "qrels.txt").read_text().splitlines()
    (campaign / "turned.txt").write_text("\n".join(reversed(lines)) + "\n")
    assert cranfield("agree", "qrels.txt", "runs", *asked, "--threads", "2").out == expected
    assert cranfield("agree", "turned.txt", "runs", *asked).out == expected
    assert cranfield("agree", "qrels.txt", "runs", *asked, "--seed", "1").out != expected


def test_other_choices_are_rankings_too(cranfield: Command, campaign: Path) -> None:
    lines = (campaign / "qrels.txt").read_text().splitlines()
    (campaign / "strict.txt").write_text("\n".join(line for line in lines if not line.endswith(" 1")) + "\n")
    (campaign / "half.txt").write_text("\n".join("123456") + "\n")
    also = ["qrels=strict.txt", "topics=half.txt", "depth=3", "ties=best"]
    arguments = [part for choice in also for part in ("--also", choice)]
    out = cranfield("agree", "qrels.txt", "runs", "-m", "AP", *arguments, "--ranks", "--format", "csv").out
    ranks = {(row["run"], row["measure"]): int(row["rank"]) for row in rows(out)}
    names = ["AP", "AP [qrels strict.txt]", "AP [topics half.txt]", "AP [depth 3]", "AP [ties best]"]
    assert list(dict.fromkeys(measure for _, measure in ranks)) == names
    paths = sorted((campaign / "runs").iterdir())
    choices: list[dict[str, Any]] = [{"topics": tuple("123456")}, {"depth": 3}]
    for name, settings in zip(names[2:4], choices, strict=True):
        scores = cf.evaluate("qrels.txt", paths, "AP", **settings)
        means = [scores.mean(run, "AP") for run in scores.runs]
        for run, mean in zip(scores.runs, means, strict=True):
            assert ranks[run, name] == 1 + sum(other > mean for other in means)
    saved = cranfield("eval", "qrels.txt", "runs", "-m", "AP", "--per-topic", "-o", "scores.csv")
    assert saved.code == 0
    half = cranfield("agree", "scores.csv", "--also", "topics=half.txt", "--ranks", "--format", "csv").out
    assert [row for row in rows(half) if "half" in row["measure"]] == [
        row for row in rows(out) if "half" in row["measure"]
    ]


def test_standard_input_can_be_evaluated_several_times(shell: Command, campaign: Path) -> None:
    asked = "-m AP --also depth=2 --depletion --chart --format csv"
    piped = shell(f"cranfield agree qrels.txt - runs/run1 runs/run4 {asked} < runs/run0")
    named = shell(f"cranfield agree qrels.txt runs/run0 runs/run1 runs/run4 {asked}")
    assert (piped.code, piped.out) == (0, named.out)


def test_one_way_coefficients_are_given_each_way(cranfield: Command, means: Path) -> None:
    found = rows(
        cranfield("agree", "means.csv", "--correlation", "tau-ap-a", "--format", "csv").out, "correlation"
    )
    assert [(row["one"], row["other"]) for row in found] == list(permutations(["AP", "RR", "R@10"], 2))


def test_defaults_may_stand_in_a_file(cranfield: Command, means: Path) -> None:
    (means / "cranfield.toml").write_text('[agree]\ncorrelation = "pearson"\n')
    result = cranfield("agree", "means.csv")
    assert result.out.splitlines()[2].startswith("pearson")
    assert "defaults from cranfield.toml: correlation" in result.out


def test_options_name_what_there_is() -> None:
    assert tuple(COEFFICIENTS) == agree_options.COEFFICIENTS
    assert set(agree_options.TESTS) == {"none", *TESTS}
    assert set(agree_options.CORRECTIONS) == set(CORRECTIONS)
    assert "topics" in POLICIES


def test_help_does_not_wait_for_numbers(process: Command) -> None:
    code = "import sys; from cranfield.cli import run; run(['agree', '--help']); sys.exit('numpy' in sys.modules)"
    assert process("-c", code).code == 0


REFUSED = [
    ("one.csv", "two systems at least"),
    ("constant.csv", "AP is 0.1 for every system"),
    ("bad.csv", "bad.csv:3: AP of `elm` is not a number: `?`"),
    ("means.csv --reliability", "means.csv: has means only, and --reliability looks at topics"),
    ("means.csv --test t", "--test t looks at topics"),
    ("means.csv --alpha 0.01", "--alpha is for a test, and there is none here"),
    ("means.csv -m AP", "one ranking only, by AP"),
    ("means.csv -m ap", "has no column `ap`"),
    ("means.csv --depletion", "--depletion evaluates anew, which takes judgements and runs"),
    ("means.csv --also topics=1", "--also topics evaluates anew"),
    ("means.csv --ties best", "--ties is for judgements and runs, and there are none"),
    ("means.csv --correlation tau", "`--correlation` has no value `tau`"),
    ("qrels.txt", "neither saved scores nor a table of means"),
    ("qrels.txt bm25.run", "two systems at least: there is 1"),
    ("qrels.txt bm25.run dense.run -m NumRet", "NumRet is a count, summed over topics"),
    ("qrels.txt bm25.run dense.run -m nope", "no measure is called `nope`"),
    ("qrels.txt bm25.run dense.run -m AP", "one ranking only, by AP"),
    ("qrels.txt bm25.run dense.run --also depth", "--also takes NAME=VALUE, not `depth`"),
    ("qrels.txt bm25.run dense.run --also depth=x", "depth must be 1 or more: x"),
    ("qrels.txt bm25.run dense.run --also ties=bets", "`--also ties` has no value `bets`"),
    ("qrels.txt bm25.run dense.run --stability", "two sets of topics cannot be drawn from 2 topics"),
    (
        "qrels.txt bm25.run dense.run --depletion --unjudged condense",
        "cannot be taken away under these policies",
    ),
    ("qrels.txt bm25.run dense.run --discriminative --test none", "discriminative power needs a test"),
    ("qrels.txt bm25.run dense.run --test tukey --correction holm", "corrects for all pairs by itself"),
    ("means.csv --teams teams.csv", "--teams says which runs are left out together, and none is left out"),
    ("scores.csv --test t --permutations 7", "--permutations means nothing without a test that draws"),
    ("scores.csv --permutations 7 --pairs", "--permutations means nothing without a test that draws"),
    ("means.csv --permutations 7", "--permutations means nothing without a test that draws"),
    (
        "scores.csv --ranks --test t",
        "--test means nothing without a question that tests: --chart, --pairs or",
    ),
    ("scores.csv --ranks --alpha .1", "--alpha means nothing without a question that tests"),
    ("means.csv --rbo-p .8", "--rbo-p means nothing without --correlation rbo"),
    ("means.csv --rbo-ties w --correlation kendall-a", "--rbo-ties means nothing without --correlation rbo"),
    ("scores.csv --target .8", "--target means nothing without --reliability"),
    ("four.csv --stability --seed -1", "seed must be 0 or more: -1"),
    ("four.csv --discriminative --seed -1", "seed must be 0 or more: -1"),
    ("four.csv --chart --test randomized-tukey --seed -1", "seed must be 0 or more: -1"),
    ("scores.csv bm25.run", "scores.csv: holds scores, and stands alone"),
    ("scores.csv --also unjudged=condense", "--also unjudged evaluates anew"),
    ("scores.csv --also topics=1,7", "no scores for 1 topic asked for: 7"),
    ("nothing.csv", "nothing.csv: there is no such file"),
]


def test_pairs_whose_differences_do_not_vary_are_not_tested_and_counted_apart(
    cranfield: Command, folder: Path
) -> None:
    values = {"a": [5] * 6, "b": [3] * 6, "c": [2, 4, 1, 3, 1, 2]}
    lines = [
        f"{run},{t},{m},.{v}" for run, of in values.items() for t, v in enumerate(of) for m in ("AP", "RR")
    ]
    (folder / "flat.csv").write_text("run,topic,measure,value\n" + "\n".join(lines) + "\n")
    shown = cranfield(
        "agree", "flat.csv", "--test", "t", "--pairs", "--discriminative", "--correction", "holm"
    ).out
    told = " ".join(shown.split())
    assert "AP: 1 pair not tested, whose differences do not vary: it cannot tell" in told
    assert "corrected for all tested pairs of a measure (Holm)" in told
    assert "AP, t: 1 pair not tested, whose differences do not vary" in told
    assert "significant: p at most 0.05" in told
    out = cranfield("agree", "flat.csv", "--test", "t", "--pairs", "--discriminative", "--format", "csv").out
    assert [row["p"] for row in rows(out, "pairs")].count("") == 2
    assert {row["pairs"] for row in rows(out, "discriminative")} == {"2"}


@pytest.mark.parametrize("arguments, message", REFUSED)
def test_bad_use_is_refused_with_a_reason(
    cranfield: Command, means: Path, arguments: str, message: str
) -> None:
    (means / "one.csv").write_text("run,AP,RR\nash,0.1,0.2\n")
    (means / "constant.csv").write_text("run,AP,RR\nash,0.1,0.2\nelm,0.1,0.3\n")
    (means / "bad.csv").write_text("run,AP\nash,0.1\nelm,?\n")
    (means / "scores.csv").write_text(
        "run,topic,measure,value\na,1,AP,0.5\na,2,AP,0.6\nb,1,AP,0.7\nb,2,AP,0.1\n"
    )
    lines = [
        f"{run},{topic},{name},0.{topic}{len(name + run)}"
        for topic in range(4)
        for run in "ab"
        for name in ("AP", "RR")
    ]
    (means / "four.csv").write_text("\n".join(["run,topic,measure,value", *lines]) + "\n")
    result = cranfield("agree", *arguments.split())
    assert (result.code, result.out) == (2, "")
    assert message in " ".join(result.err.split())


def test_an_input_is_never_written_over(cranfield: Command, means: Path) -> None:
    result = cranfield("agree", "means.csv", "-o", "means.csv")
    assert (result.code, (means / "means.csv").read_text()) == (2, MEANS)
