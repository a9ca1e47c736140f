"""Compute the tables of docs/seeds/pres.md and write them into it.

python docs/seeds/make_pres.py                 all but table 4
python docs/seeds/make_pres.py table4.csv      table 4, too: its 48 rows, under the heading run,map,recall,pres
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from page import Row, marked, table, value, write

from cranfield.compare.agreement import agreement_by_mean
from cranfield.compare.correlation import kendall, ranks
from cranfield.measure import example, parse
from cranfield.measure.families.recall.pres import expected_pres_random

PAGE = Path(__file__).with_name("pres.md")

# Tables 1 and 2: four relevant documents, a hundred looked at.
TABLES_1_2 = parse("AP@100 R@100 F@100 FPrime@100 FPrime(beta=4)@100 PRES@100")
COLUMNS_1_2 = ("AP", "recall", "F1", "F'1", "F'4", "PRES")
SYSTEM_2 = ("0.0481", "1", "0.0769", "0.0917", "0.462", "0.51")
SYSTEMS: list[tuple[str, list[int], Sequence[str]]] = [
    ("1", [1], ("0.25", "0.25", "0.0192", "0.25", "0.25", "0.25")),
    ("2", [50, 51, 53, 54], SYSTEM_2),
    ("2, other ranks", [50, 51, 52, 53], SYSTEM_2),
    ("3", [1, 2, 3, 4], ("1", "1", "0.0769", "1", "1", "1")),
    ("4", [1, 98, 99, 100], ("0.2727", "1", "0.0769", "0.429", "0.864", "0.28")),
]

# Table 3: eight topics of one run, a thousand looked at.
TABLE_3 = parse("R@1000 AP@1000 PRES@1000")
TOPICS: list[tuple[list[int], int, Sequence[str]]] = [
    ([98, 296], 41, ("0.05", "~0", "0.039")),
    ([23, 272, 345], 6, ("0.5", "0.01", "0.394")),
    ([2, 517, 761], 6, ("0.5", "0.085", "0.288")),
    ([660, 741], 3, ("0.667", "0.001", "0.201")),
    ([41, 54], 3, ("0.667", "0.021", "0.636")),
    ([1, 781], 3, ("0.667", "0.334", "0.407")),
    ([1, 33, 354, 548, 733, 840, 841], 7, ("1", "0.157", "0.525")),
    ([32, 35, 46], 3, ("1", "0.051", "0.964")),
]

PRINTED_TAU = {("map", "recall"): "0.56", ("pres", "recall"): "0.87", ("pres", "map"): "0.66"}
SPOKEN = {"map": "MAP", "recall": "recall", "pres": "PRES"}


def tables_1_2() -> str:
    """What was printed, and under it what the measures give; bold where it does not round to the printed number."""
    rows: list[Row] = []
    for name, found, printed in SYSTEMS:
        values = [value(bound.name, example(ranks=found, n=4)) for bound in TABLES_1_2]
        ours = [marked(each, told) for each, told in zip(values, printed, strict=True)]
        rows += [(name, listed(found), "printed", *printed), ("", "", "recomputed", *ours)]
    return table(("system", "ranks", "", *COLUMNS_1_2), rows)


def table_3() -> str:
    """The same for the eight topics."""
    rows: list[Row] = []
    for found, n, printed in TOPICS:
        values = [value(bound.name, example(ranks=found, n=n)) for bound in TABLE_3]
        pairs = [(told, marked(each, told, 6)) for each, told in zip(values, printed, strict=True)]
        rows.append((listed(found), n, *(cell for pair in pairs for cell in pair)))
    heads = [head for name in ("recall", "AP", "PRES") for head in (f"{name}, printed", name)]
    return table(("ranks", "n", *heads), rows)


def equation_4() -> str:
    """Equation 4 with the number of found documents, as printed, where that of the missing ones belongs."""
    rows: list[Row] = []
    for where, found, n, k in (
        ("table 2, system 2", [50, 51, 53, 54], 4, 100),
        ("table 3, first row", [98, 296], 41, 1000),
        ("table 3, last row", [32, 35, 46], 3, 1000),
    ):
        hits = example(ranks=found, n=n)
        literal, corrected = (by_equations_3_and_4(found, n, k, m) for m in (len(found), n - len(found)))
        recall, pres = value(f"R@{k}", hits), value(f"PRES@{k}", hits)
        rows.append((where, *(f"{each:.4f}" for each in (recall, literal, corrected, pres))))
    return table(("", "recall", "eq. 4 as printed", "eq. 4 corrected", "`PRES`"), rows)


def by_equations_3_and_4(found: list[int], n: int, k: int, m: int) -> float:
    """Return PRES by the paper's own route; m stands in the second and third term of equation 4."""
    sum_of_ranks = sum(found) + m * (k + n) - m * (m - 1) / 2
    return 1 - (sum_of_ranks / n - (n + 1) / 2) / k


def rnorm() -> str:
    """Half of six documents found, within the first thousand: how near to one half Rnorm is."""
    rows: list[Row] = []
    for found in ([10, 12, 14], [250, 500, 750], [998, 999, 1000]):
        hits = example(ranks=found, n=6)
        values = [value(f"Rnorm(collection={size})", hits) for size in (10_000, 50_000, 1_000_000)]
        rows.append((listed(found), *(f"{each:.5f}" for each in values)))
    return table(("ranks", "N = 10,000", "N = 50,000", "N = 1,000,000"), rows)


def by_lot() -> str:
    """PRES of a random ranking, six relevant documents, a thousand looked at."""
    sizes = (1_000, 10_000, 100_000, 1_000_000)
    rows = [tuple(f"{expected_pres_random(6, size, 1000):.6f}" for size in sizes)]
    return table([f"N = {size:,}" for size in sizes], rows)


def table_4(path: Path) -> str:
    """What the 48 rows say of the three measures: correlations, agreement about pairs of runs, and two runs."""
    with path.open(newline="", encoding="utf-8") as opened:
        runs = list(csv.DictReader(opened))
    # Thousandths: whole numbers are equal or they are not.
    columns = {name: [round(1000 * float(run[name])) for run in runs] for name in SPOKEN}
    return "\n\n".join(
        (correlations(columns), agreements(columns), places([run["run"] for run in runs], columns))
    )


def correlations(columns: dict[str, list[int]]) -> str:
    """Kendall's tau in its spellings, and what was printed."""
    rows: list[Row] = []
    for (one, other), printed in PRINTED_TAU.items():
        found = kendall(columns[one], columns[other])
        taus = (f"{tau:.4f}" for tau in (found.tau_a, found.tau_b, found.gamma))
        rows.append((f"{SPOKEN[one]}, {SPOKEN[other]}", *found, *taus, printed))
    heads = (
        "",
        "concordant",
        "discordant",
        "tied in the first",
        "in the second",
        "in both",
        "tau-a",
        "tau-b",
    )
    return table((*heads, "gamma", "printed"), rows)


def agreements(columns: dict[str, list[int]]) -> str:
    """Pairs of runs by who agrees with whom, by the sign of the difference."""
    found = agreement_by_mean(columns)
    classes = {
        "all three agree": [["map", "recall", "pres"]],
        "PRES with recall, against MAP": [["pres", "recall"], ["map"]],
        "PRES with MAP, against recall": [["pres", "map"], ["recall"]],
        "MAP with recall, against PRES": [["map", "recall"], ["pres"]],
        "all three differ": [["map"], ["recall"], ["pres"]],
    }
    rows = [(name, found.count(*alike), f"{found.share(*alike):.2%}") for name, alike in classes.items()]
    return table(("", f"pairs of {found.pairs:,}", "share"), rows)


def places(names: list[str], columns: dict[str, list[int]]) -> str:
    """Where the runs of which the text speaks stand, and how many PRES puts beyond both of the others."""
    by = {name: ranks(column).tolist() for name, column in columns.items()}
    rows = [(run, *(by[name][names.index(run)] for name in SPOKEN)) for run in ("R12", "R18", "R21")]
    beyond = [
        run
        for run, *others, place in zip(names, by["map"], by["recall"], by["pres"], strict=True)
        if not min(others) <= place <= max(others)
    ]
    told = f"PRES ranks {len(beyond)} runs above or below both of the others: {', '.join(beyond)}."
    return table(("run", *(f"rank by {spoken}" for spoken in SPOKEN.values())), rows) + f"\n\n{told}"


def listed(found: Iterable[int]) -> str:
    """Write ranks as the paper does."""
    return "{" + ", ".join(map(str, found)) + "}"


def blocks(csv_of_table_4: Path | None = None) -> dict[str, str]:
    """Compute what stands on the page between two marks, by its name."""
    made = {
        "tables 1 and 2": tables_1_2(),
        "table 3": table_3(),
        "equation 4": equation_4(),
        "rnorm": rnorm(),
        "by lot": by_lot(),
    }
    return made if csv_of_table_4 is None else made | {"table 4": table_4(csv_of_table_4)}


if __name__ == "__main__":
    write(PAGE, blocks(Path(sys.argv[1]) if sys.argv[1:] else None), Path(__file__).name)
