"""The PRES paper's study of agreement, and the same on 143 real runs."""

from __future__ import annotations

import csv
import io
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import cranfield as cf
from cranfield.cli import run
from cranfield.compare import agreement, wilcoxon
from cranfield.compare.agree import all_pairs, pairs_of, panel, read_means, spearman
from cranfield.compare.correlation import ranks

pytestmark = pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    assert run(["agree", *arguments, "--format", "csv"]) == 0
    return list(csv.DictReader(io.StringIO(capsys.readouterr().out)))


def test_table_4_of_the_pres_paper(shared: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = str(shared / "spec" / "clef_ip_2009_table4.csv")
    rows = printed(capsys, table, "--correlation", "kendall-a")
    tau = {frozenset((row["one"], row["other"])): float(row["tau_a"]) for row in rows if row["tau_a"]}
    # what the paper prints, and what its printed means give
    for pair, paper, exact in (
        ("map recall", 0.56, 0.55496),
        ("recall pres", 0.87, 0.87411),
        ("map pres", 0.66, 0.65869),
    ):
        found = tau[frozenset(pair.split())]
        assert found == pytest.approx(exact, abs=5e-6)
        assert found == pytest.approx(paper, abs=0.0051)
    classes = [(row["class"], int(row["pairs"])) for row in rows if row["class"]]
    assert classes == [
        ("map = recall = pres", 861),
        ("recall = pres != map", 193),
        ("map = pres != recall", 66),
        ("map = recall != pres", 7),
        ("map != recall != pres", 1),
    ]
    assert sum(number for _, number in classes) == 1128
    both = {(row["one"], row["other"]): row for row in rows if row["same"]}
    assert [both["map", "recall"][name] for name in ("same", "opposite", "only_one", "only_other", "neither")] == [
        "866", "240", "3", "17", "2",
    ]  # fmt: skip


def test_what_the_paper_says_of_single_runs_in_table_4(shared: Path) -> None:
    standings = read_means(str(shared / "spec" / "clef_ip_2009_table4.csv"))
    places = {name: ranks(row) for name, row in zip(standings.names, standings.oriented, strict=True)}
    for system, expected in (("R12", (19, 24, 28)), ("R18", (40, 3, 11))):
        place = standings.systems.index(system)
        assert tuple(places[name][place] for name in ("map", "recall", "pres")) == expected
    columns = dict(zip(standings.names, standings.oriented, strict=True))
    assert spearman(columns["map"], columns["recall"]) == pytest.approx(0.7085, abs=5e-5)


def test_the_whole_chart_of_143_real_runs_from_one_command(
    real_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = real_data / "trec-covid-round1"
    rows = printed(capsys, str(folder / "qrels.txt"), str(folder / "runs"), "-m", "AP R@1000 PRES@1000")
    classes = {row["class"]: int(row["pairs"]) for row in rows if row["class"]}
    assert classes == counted_one_by_one(folder)
    assert sum(classes.values()) == 143 * 142 // 2


def counted_one_by_one(folder: Path) -> dict[str, int]:
    """Call the test of one pair 30,459 times."""
    names = ("AP", "R@1000", "PRES@1000")
    scores = cf.evaluate(folder / "qrels.txt", sorted((folder / "runs").iterdir()), " ".join(names))
    said = {}
    for name in names:
        values = [scores[system, name] for system in scores.runs]
        tests = [wilcoxon(one - other) for one, other in combinations(values, 2)]
        said[name] = [test.direction if test.p < 0.05 else 0 for test in tests]
    found = agreement(said)
    ap, recall, pres = names
    return {
        f"{ap} = {recall} = {pres}": found.count(names),
        f"{recall} = {pres} != {ap}": found.count([recall, pres], [ap]),
        f"{ap} = {pres} != {recall}": found.count([ap, pres], [recall]),
        f"{ap} = {recall} != {pres}": found.count([ap, recall], [pres]),
        f"{ap} != {recall} != {pres}": found.count([ap], [recall], [pres]),
    }


def test_the_outcomes_behind_the_chart_are_scipys(real_data: Path) -> None:
    folder = real_data / "trec-covid-round1"
    scores = cf.evaluate(folder / "qrels.txt", sorted((folder / "runs").iterdir()), "AP PRES@1000")
    seen = panel(scores)
    one, other = pairs_of(len(seen.systems))
    sample = np.random.default_rng(0).choice(len(one), 300, replace=False)
    for place, found in enumerate(all_pairs(seen, "wilcoxon")):
        for pair in sample.tolist():
            difference = seen.values[place, one[pair]] - seen.values[place, other[pair]]
            difference = difference[np.abs(difference) > 1e-12]
            if not len(difference):
                assert found.p[pair] == 1
                continue
            sizes = np.round(np.abs(difference), 12)
            exact = len(sizes) <= 25 and len(set(sizes.tolist())) == len(sizes)
            theirs = stats.wilcoxon(
                np.sign(difference) * sizes, method="exact" if exact else "approx", correction=False
            )
            assert found.p[pair] == pytest.approx(theirs.pvalue, abs=1e-9)
