"""Compute the tables of docs/seeds/lectures.md and write them into it.

python docs/seeds/make_lectures.py
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from page import Row, marked, plain, table, value, write

from cranfield.measure import example
from cranfield.measure.families.sets.harmonic import f_measure
from cranfield.model import Judged

PAGE = Path(__file__).with_name("lectures.md")
DEPTH = range(1, 11)

# The slides on evaluation
TWENTY_RELEVANT = ([1, 2, 4], "1.0 1.0 0.67 0.75 0.6", "0.05 0.1 0.1 0.15 0.15")
GAINS = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]
PRINTED_JARVELIN = "3 5 6.89 6.89 6.89 7.28 7.99 8.66 9.61 9.61"

# The Webis lecture: four rankings of ten documents, with the ranks of the relevant ones and how many there are
RANKINGS = {
    "A": ("system 1, topic 1", [1, 3, 4, 5, 6, 10], 6),
    "B": ("system 2, topic 1", [2, 5, 6, 7, 9, 10], 6),
    "C": ("system 1, topic 2", [1, 6, 10], 3),
    "D": ("system 2, topic 2", [2, 5, 7], 3),
}
PRINTED_PRECISION = {
    "A": "1.00 0.50 0.67 0.75 0.80 0.83 0.71 0.63 0.56 0.60",
    "B": "0.00 0.50 0.33 0.25 0.40 0.50 0.57 0.50 0.56 0.60",
    "C": "1.00 0.50 0.33 0.25 0.20 0.33 0.29 0.25 0.22 0.30",
    "D": "0.00 0.50 0.33 0.25 0.40 0.33 0.43 0.38 0.33 0.30",
}
PRINTED_RECALL = {
    "A": "0.17 0.17 0.33 0.50 0.67 0.83 0.83 0.83 0.83 1.00",
    "B": "0.00 0.17 0.17 0.17 0.33 0.50 0.67 0.67 0.83 1.00",
    "C": "0.33 0.33 0.33 0.33 0.33 0.66 0.66 0.66 0.66 1.00",
    "D": "0.00 0.33 0.33 0.33 0.67 0.67 1.00 1.00 1.00 1.00",
}
PRINTED_AP = {"A": "0.78", "B": "0.52", "C": "0.54", "D": "0.44"}
PRINTED_11 = {"A": "0.82", "B": "0.6"}
PRINTED_MAP = {"system 1": ("AC", "0.66"), "system 2": ("BD", "0.48")}
PRINTED_F = (("0.94", "0.26", "0.40"), ("0.99", "0.92", "0.95"))
PRINTED_RR = "1 0.50 0.33 0.25 0.20 0.17 0.14 0.13 0.11 0.10"
PRINTED_DCG = {
    "DCG": "7.00 10.37 17.87 18.44 19.05 20.70 24.36 28.05 35.75 36.46",
    "DCG*": "7.00 14.37 21.87 25.44 29.05 32.70 34.36 35.05 35.75 36.46",
    "NDCG": "1.00 0.72 0.82 0.72 0.66 0.63 0.71 0.80 1.00 1.00",
}
BEST_FIRST = sorted(GAINS, reverse=True)


def scenario() -> str:
    """One document retrieved, and it is relevant, as are nine others."""
    hits = example([1], n=10)
    values = [value(name, hits) for name in ("SetAccuracy(collection=1000)", "SetP", "SetR", "SetF")]
    heads = ("", "accuracy", "precision", "recall", "F1")
    return table(heads, [("printed", "0.991", "", "", ""), ("recomputed", *map(plain, values))])


def twenty_relevant() -> str:
    """The first five documents, when twenty are relevant."""
    found, precision, recall = TWENTY_RELEVANT
    return by_rank(found, 20, precision.split(), recall.split())


def rankings() -> str:
    """The four rankings of the Webis lecture, one after the other."""
    parts = []
    for name, (who, found, n) in RANKINGS.items():
        told = f"**{name}** ({who}): relevant at ranks {', '.join(map(str, found))}."
        made = by_rank(found, n, PRINTED_PRECISION[name].split(), PRINTED_RECALL[name].split())
        parts.append(f"{told}\n\n{made}")
    return "\n\n".join(parts)


def by_rank(found: list[int], n: int, precision: Sequence[str], recall: Sequence[str]) -> str:
    """Precision and recall at every rank, printed and recomputed."""
    hits = example(ranks=found, n=n)
    rows: list[Row] = []
    for label, name, printed in (("precision", "P", precision), ("recall", "R", recall)):
        values = [value(f"{name}@{k}", hits) for k in range(1, len(printed) + 1)]
        rows += [(f"{label}, printed", *printed), ("recomputed", *marks(values, printed))]
    return table(("rank", *range(1, len(precision) + 1)), rows)


def average_precision() -> str:
    """The two readings of the area under the precision-recall curve, and the latter's exact value."""
    rows: list[Row] = []
    for name, (_, found, n) in RANKINGS.items():
        hits = example(ranks=found, n=n)
        ap, eleven = value("AP", hits), value("IPrec11", hits)
        printed = PRINTED_11.get(name, "")
        told = marked(eleven, printed, 6) if printed else plain(eleven, 6)
        areas = [plain(value(each, hits), 6) for each in ("IPrecArea", "IPrec11(levels='trec10')")]
        rows.append((name, PRINTED_AP[name], marked(ap, PRINTED_AP[name], 6), printed, told, *areas))
    heads = (
        "",
        "AP, printed",
        "`AP`",
        "11 points, printed",
        "`IPrec11`",
        "`IPrecArea`",
        "trec_eval 10's 11pt_avg",
    )
    return table(heads, rows)


def mean_average_precision() -> str:
    """MAP of both systems."""
    rows: list[Row] = []
    for system, (names, printed) in PRINTED_MAP.items():
        values = [value("AP", ranking(name)) for name in names]
        parts = " and ".join(plain(each, 6) for each in values)
        rows.append((system, parts, printed, marked(sum(values) / len(values), printed, 6)))
    return table(("", "AP of its rankings", "MAP, printed", "recomputed"), rows)


def curves() -> str:
    """Interpolated precision at eleven recall levels, averaged over both topics."""
    levels = [level / 10 for level in range(11)]
    rows: list[Row] = []
    for system, (names, _) in PRINTED_MAP.items():
        points = [
            sum(value(f"IPrec@{level}", ranking(name)) for name in names) / len(names) for level in levels
        ]
        rows.append((system, *map(plain, points), plain(sum(points) / len(points))))
    return table(("recall", *map(plain, levels), "mean"), rows)


def ranking(name: str) -> Judged:
    """One of the four rankings."""
    _, found, n = RANKINGS[name]
    return example(ranks=found, n=n)


def f_of_clusters() -> str:
    """F from the printed precision and recall, and from all that could have been rounded to these."""
    rows: list[Row] = []
    for precision, recall, printed in PRINTED_F:
        p, r = float(precision), float(recall)
        low, high = (f_measure(p + by, min(r + by, 1)) for by in (-0.005, 0.005))
        told = marked(float(f_measure(p, r)), printed)
        rows.append((recall, precision, printed, told, f"{low:.4f} to {high:.4f}"))
    return table(("recall", "precision", "F, printed", "recomputed", "possible"), rows)


def reciprocal_ranks() -> str:
    """The reciprocal rank of a single relevant document."""
    values = [value("RR", example(ranks=[rank])) for rank in DEPTH]
    printed = PRINTED_RR.split()
    rows = [("printed", *printed), ("recomputed", *marks(values, printed))]
    return table(("rank", *DEPTH), rows)


def jarvelin() -> str:
    """Cumulated gain with the discount of the slides."""
    hits = example(GAINS)
    values = [value(f"DCG(dcg='jarvelin')@{k}", hits) for k in DEPTH]
    printed = PRINTED_JARVELIN.split()
    rows = [
        ("grade", *GAINS),
        ("DCG, printed", *printed),
        ("recomputed", *marks(values, printed)),
    ]
    return table(("rank", *DEPTH), rows)


def four_documents() -> str:
    """The two rankings of four documents in the three spellings of nDCG."""
    rows: list[Row] = []
    for name, grades, printed in (("RF1", [2, 2, 1, 0], "1.00"), ("RF2", [2, 1, 2, 0], "0.9203")):
        by_spelling = [
            value(f"nDCG(dcg='{each}')", example(grades)) for each in ("jarvelin", "log2", "exp-log2")
        ]
        listed = ", ".join(map(str, grades))
        rows.append((name, listed, printed, marked(by_spelling[0], printed), *map(plain, by_spelling[1:])))
    return table(("", "grades", "printed", "`jarvelin`", "`log2`", "`exp-log2`"), rows)


def dcg_table() -> str:
    """The Webis table as printed, as its formula has it, and as it comes out without a pair of parentheses."""
    hits = example(GAINS)
    ours = {
        "DCG": [value(f"DCG(dcg='exp-log2')@{k}", hits) for k in DEPTH],
        "DCG*": [value(f"DCG(dcg='exp-log2')@{k}", example(BEST_FIRST)) for k in DEPTH],
        "NDCG": [value(f"nDCG(dcg='exp-log2')@{k}", hits) for k in DEPTH],
    }
    slips = misprinted()
    rows: list[Row] = [("grade", *GAINS), ("best first", *BEST_FIRST)]
    for name, row in PRINTED_DCG.items():
        printed = row.split()
        rows += [
            (f"{name}, printed", *printed),
            ("without the parentheses", *marks(slips[name], printed)),
            ("recomputed", *marks(ours[name], printed)),
        ]
    return table(("rank", *DEPTH), rows)


def misprinted() -> dict[str, list[float]]:
    """Sum 2^r - 1 / log2(1 + i) instead of (2^r - 1) / log2(1 + i)."""

    def cumulated(grades: Sequence[int]) -> list[float]:
        return list(accumulate(2**grade - 1 / math.log2(1 + rank) for rank, grade in enumerate(grades, 1)))

    actual, best = cumulated(GAINS), cumulated(BEST_FIRST)
    shares = [mine / whole for mine, whole in zip(actual, best, strict=True)]
    return {"DCG": actual, "DCG*": best, "NDCG": shares}


def marks(values: Sequence[float], printed: Sequence[str]) -> list[str]:
    """Write the numbers, those in bold that do not round to the printed ones."""
    return [marked(each, told) for each, told in zip(values, printed, strict=True)]


def blocks() -> dict[str, str]:
    """Compute what stands on the page between two marks, by its name."""
    return {
        "scenario": scenario(),
        "twenty relevant": twenty_relevant(),
        "jarvelin": jarvelin(),
        "four documents": four_documents(),
        "rankings": rankings(),
        "average precision": average_precision(),
        "map": mean_average_precision(),
        "curves": curves(),
        "f": f_of_clusters(),
        "reciprocal ranks": reciprocal_ranks(),
        "dcg": dcg_table(),
    }


if __name__ == "__main__":
    write(PAGE, blocks(), Path(__file__).name)
