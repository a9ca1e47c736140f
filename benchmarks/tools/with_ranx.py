"""ranx: its file readers and `evaluate`.

The warm-up round fills its cache of compiled functions; some it cannot cache and compiles in every process.
"""

from __future__ import annotations

from common import arguments, write
from ranx import Qrels, Run, evaluate

NAMES = {
    "AP": "map",
    "nDCG@10": "ndcg@10",
    "P@10": "precision@10",
    "R@100": "recall@100",
    "RR": "mrr",
    "Bpref": "bpref",
}


def main() -> None:
    """Read, evaluate, print."""
    qrels_path, runs = arguments()
    qrels = Qrels.from_file(qrels_path, kind="trec")

    def means(path: str) -> dict[str, float]:
        found = evaluate(qrels, Run.from_file(path, kind="trec"), list(NAMES.values()))
        return {measure: float(found[theirs]) for measure, theirs in NAMES.items()}

    write((run, means(run)) for run in runs)


if __name__ == "__main__":
    main()
