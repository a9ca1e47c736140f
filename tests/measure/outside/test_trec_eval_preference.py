"""trec_eval's own golden files for preferences, and every digit they print."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

import cranfield as cf
from cranfield.measure import parse

TREC_EVAL = (
    "prefs_num_prefs_poss prefs_num_prefs_ful prefs_num_prefs_ful_ret prefs_simp prefs_pair prefs_avgjg "
    "prefs_avgjg_Rnonrel prefs_simp_ret prefs_pair_ret prefs_avgjg_ret prefs_avgjg_Rnonrel_ret prefs_simp_imp "
    "prefs_pair_imp prefs_avgjg_imp"
)
COVERED = {bound.measure.name for bound in parse(TREC_EVAL)}

GOLDEN = [
    ("out.test.prefs", "prefs.test", "prefs.results.test"),
    ("out.test.qrels_prefs", "qrels.test", "results.test"),
]


def printed(path: Path) -> dict[tuple[str, str], str]:
    lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
    return {(name, topic): value for name, topic, value in lines}


def ours(qrels: Path, run: Path) -> Iterator[tuple[tuple[str, str], str]]:
    bounds = parse(TREC_EVAL)
    # trec_eval gives 0 where a topic has nothing relevant, and leaves out topics without documents.
    evaluator = cf.Evaluator(str(qrels), TREC_EVAL, no_relevant="zero", topics="common", precision="single")
    scores = evaluator(str(run))
    for bound, values in zip(bounds, scores.values[0].tolist(), strict=True):
        assert bound.trec_eval_name is not None
        defined = [value for value in values if not math.isnan(value)]
        counts = "counts" in bound.measure.traits
        shown = "{:.0f}" if counts else "{:.4f}"
        for topic, value in zip(scores.topics, values, strict=True):
            yield (bound.trec_eval_name, topic), shown.format(value)
        total = sum(defined)
        yield (bound.trec_eval_name, "all"), shown.format(total if counts else total / len(defined))


@pytest.mark.parametrize("version", ["9.0.8", "10.0"])
@pytest.mark.parametrize("output, qrels, run", GOLDEN, ids=[each[0] for each in GOLDEN])
def test_prints_trec_evals_digits(shared: Path, version: str, output: str, qrels: str, run: str) -> None:
    folder = shared / "data" / "trec_eval" / version
    golden = printed(folder / output)
    del golden["runid", "all"], golden["num_q", "all"]
    assert dict(ours(folder / qrels, folder / run)) == golden
