"""pytrec_eval (the terrier build): its own parsers, evaluator and aggregation, as its README shows them."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import pytrec_eval
from common import MEASURES, arguments, write


def evaluate(
    evaluator: pytrec_eval.RelevanceEvaluator, path: str, names: dict[str, str] | None
) -> dict[str, float]:
    """The means of one run, under these names, or under pytrec_eval's."""
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as file:
        topics = list(evaluator.evaluate(pytrec_eval.parse_run(file)).values())
    return {
        measure: pytrec_eval.compute_aggregated_measure(theirs, [topic[theirs] for topic in topics])
        for measure, theirs in (names or {name: name for name in topics[0]}).items()
    }


def main() -> None:
    """Read, evaluate, print; with --all every measure of the group all_trec."""
    everything = "--all" in sys.argv
    if everything:
        sys.argv.remove("--all")
    qrels, runs = arguments()
    wanted = {"all_trec"} if everything else set(MEASURES.values())
    with Path(qrels).open() as file:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(file), wanted)
    write((run, evaluate(evaluator, run, None if everything else MEASURES)) for run in runs)


if __name__ == "__main__":
    main()
