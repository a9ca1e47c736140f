"""What the scripts of all tools share: the measures, and the form in which every script prints its result."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

MEASURES = {
    "AP": "map",
    "nDCG@10": "ndcg_cut_10",
    "P@10": "P_10",
    "R@100": "recall_100",
    "RR": "recip_rank",
    "Bpref": "bpref",
}
"""The six measures of all benchmarks: the name in ir_measures and cranfield, then the name in trec_eval."""


def arguments() -> tuple[str, list[str]]:
    """The qrels and the runs that the command line names."""
    qrels, *runs = sys.argv[1:]
    return qrels, runs


def write(means: Iterable[tuple[str, Mapping[str, float]]]) -> None:
    """Print (path of a run, {measure: mean}) as `cranfield eval --format csv` does."""
    print("run,topic,measure,value")
    for run, values in means:
        for measure, value in values.items():
            print(f"{Path(run).name.partition('.')[0]},all,{measure},{value:.6f}")
