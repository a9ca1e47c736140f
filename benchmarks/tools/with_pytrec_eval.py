"""pytrec_eval (the terrier build): its own parsers, evaluator and aggregation, as its README shows them."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytrec_eval
from common import MEASURES, arguments, write


def evaluate(evaluator: pytrec_eval.RelevanceEvaluator, path: str) -> dict[str, float]:
    """The means of one run."""
    opened = gzip.open if path.endswith(".gz") else open
    with opened(path, "rt") as file:
        topics = evaluator.evaluate(pytrec_eval.parse_run(file)).values()
    return {
        measure: pytrec_eval.compute_aggregated_measure(theirs, [topic[theirs] for topic in topics])
        for measure, theirs in MEASURES.items()
    }


def main() -> None:
    """Read, evaluate, print."""
    qrels, runs = arguments()
    with Path(qrels).open() as file:
        evaluator = pytrec_eval.RelevanceEvaluator(pytrec_eval.parse_qrel(file), set(MEASURES.values()))
    write((run, evaluate(evaluator, run)) for run in runs)


if __name__ == "__main__":
    main()
