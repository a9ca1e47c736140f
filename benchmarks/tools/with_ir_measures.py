"""ir_measures through its Python API: the qrels are indexed once, every run is read and evaluated in turn."""

from __future__ import annotations

import ir_measures
from common import MEASURES, arguments, write


def main() -> None:
    """Read, evaluate, print."""
    qrels, runs = arguments()
    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    evaluator = ir_measures.evaluator(measures, list(ir_measures.read_trec_qrels(qrels)))
    for_run = (evaluator.calc_aggregate(ir_measures.read_trec_run(run)) for run in runs)
    write(
        (run, {str(measure): means[measure] for measure in measures})
        for run, means in zip(runs, for_run, strict=True)
    )


if __name__ == "__main__":
    main()
