"""Compute the tables of docs/seeds/eprum.md and write them into it.

python docs/seeds/make_eprum.py
"""

from __future__ import annotations

import sys
from itertools import product
from math import prod
from pathlib import Path

import numpy as np
from page import Row, marked, plain, table, value, write

from cranfield.judge.navigation import Links
from cranfield.judge.navigation.model import steps_of
from cranfield.measure import example
from cranfield.measure.families.structured.best_list import expected_lengths
from cranfield.measure.families.structured.by_hand import Matrix, walked
from cranfield.measure.families.structured.poisson_binomial import (
    at_least_by_the_normal_law,
    distribution,
)
from cranfield.measure.families.structured.precision import expected_inverse
from cranfield.measure.families.structured.session import Session, sessions

PAGE = Path(__file__).with_name("eprum.md")
FIGURE_4 = Path(__file__).resolve().parents[2] / "examples"

# Section 4: three ranks (c, d, a), two ideals (a, b), and the scenarios of table 1: where a and b are seen first.
SECTION_4 = [[0.4, 0.4], [0.6, 0.4], [1, 0]]
PRINTED_SCENARIOS = {
    (1, 1): "16.0",
    (1, 2): "9.6",
    (1, None): "14.4",
    (2, 1): "14.4",
    (2, 2): "8.64",
    (2, None): "12.96",
    (3, 1): "9.6",
    (3, 2): "5.76",
    (3, None): "8.64",
}
PRINTED_SECTION_4 = {"E[A/ML]": ("0.81", "0.37"), "precision": ("0.81", "0.74")}

# Figure 2, whose caption leaves out the .12 and the .3.
FIGURE_2 = [("x", "y", 0.5), ("x", "z", 0.3), ("y", "z", 0.8), ("z", "y", 0.12)]

# Section 5: the best list for two ideals (b, c), where a leads to either with .9.
SECTION_5 = [[0.9, 0.9], [1, 0], [0, 1]]
PARENT_FIRST = [[0.5, 0.5], [1, 0], [0, 1]]


def section_2() -> str:
    """Relevant documents at ranks 1 and 4, and a third that is not in the list."""
    hits = example(ranks=[1, 4], n=3)
    rows = [(r, printed, marked(value(f"EPRUMIPrec@{r / 3}", hits), printed)) for r, printed in
            zip((1, 2, 3), ("1", "0.5", "0"), strict=True)]  # fmt: skip
    return table(("recall", "printed", "recomputed"), rows)


def figure_2() -> str:
    """How likely a user who starts at x comes to y, to z, and to both."""
    rows: list[Row] = []
    ways = {"all ways": Links(FIGURE_2), "direct links": Links(FIGURE_2, max_steps=1)}
    printed = {"all ways": ("0.536", "0.7", "0.3752"), "direct links": ("0.5", "0.3", "0.15")}
    for name, links in ways.items():
        chances = steps_of(links, "topic", ["x"], ["y", "z"]).probability
        ours = (*chances.tolist(), float(distribution(chances)[2]))
        pairs = zip(printed[name], ours, strict=True)
        rows.append((name, *(cell for told, each in pairs for cell in (told, marked(each, told)))))
    heads = ("", "y, printed", "y", "z, printed", "z", "both, printed", "both")
    return table(heads, rows)


def noisy_or() -> str:
    """How many users have seen the ideal of figure 3."""
    seen = [value(f"EPRUMRecall@{k}", walked([[0.4], [0.6], [1]])) for k in (1, 2, 3)]
    rows: list[Row] = [
        ("printed", "0.4", "0.76", "1"),
        ("recomputed", *(marked(each, told) for each, told in zip(seen, ("0.4", "0.76", "1"), strict=True))),
    ]
    return table(("", "after rank 1", "after rank 2", "after rank 3"), rows)


def table_1() -> str:
    """All that can happen in section 4."""
    rows: list[Row] = []
    for (rank_a, rank_b), printed in PRINTED_SCENARIOS.items():
        chance = prod(first_seen(column, rank) for column, rank in ((0, rank_a), (1, rank_b)))
        ranks = sorted(rank for rank in (rank_a, rank_b) if rank)
        inverse = [f"1/{ranks[r]}" if len(ranks) > r else "0" for r in (0, 1)]
        rows.append((rank_a, rank_b or "never", printed, marked(100 * chance, printed), *inverse))
    return table(
        ("a first seen at", "b first seen at", "PS %, printed", "PS %", "A/ML for 1", "A/ML for 2"), rows
    )


def first_seen(column: int, rank: int | None) -> float:
    """How likely an ideal is seen first at this rank, or never."""
    chances = [row[column] for row in SECTION_4]
    above = chances if rank is None else chances[: rank - 1]
    return prod(1 - chance for chance in above) * (1 if rank is None else chances[rank - 1])


def section_4() -> str:
    """Precision at either recall, and the average of the two."""
    inverse = expected_inverse(only_session(SECTION_4)).tolist()
    precision = [value(f"EPRUMIPrec@{recall}", walked(SECTION_4)) for recall in (0.5, 1)]
    rows: list[Row] = []
    for name, ours in (("E[A/ML]", inverse), ("precision", precision)):
        told = PRINTED_SECTION_4[name]
        rows += [(name, "printed", *told), ("", "recomputed", *map(marked, ours, told))]
    rows.append(("average", "recomputed", plain(value("EPRUM", walked(SECTION_4))), ""))
    rows.append(
        (
            "nobody walks",
            "recomputed",
            *(plain(value(f"EPRUMIPrec@{r}", example(ranks=[3], n=2))) for r in (0.5, 1)),
        )
    )
    return table(("", "", "one ideal", "both"), rows)


def only_session(reach: Matrix) -> Session:
    """Return the one topic of this one kind of users."""
    [[session]] = sessions(walked(reach), rel=1, scale=0)
    return session


def best_list() -> str:
    """How long the list a, b, c is until so many ideals are seen."""
    ranks = float(expected_lengths(only_session(SECTION_5))[1])
    at_once = float(distribution(np.array(SECTION_5[0]))[2])
    rows = [("printed", "0.81", "1.29"), ("recomputed", marked(at_once, "0.81"), marked(ranks, "1.29"))]
    return table(("", "both seen at rank 1", "ranks until both are seen"), rows)


def above_one() -> str:
    """Lists that are held against the shortest there is, and still have precision above 1."""
    rows: list[Row] = []
    for name, reach, best in (
        ("the best list of section 5, against itself", SECTION_5, SECTION_5),
        ("a parent of two halves, then these", PARENT_FIRST, None),
    ):
        hits, session = walked(reach, best=best), only_session(reach)
        length, inverse = expected_lengths(session)[1], expected_inverse(session)[1]
        precision = value("EPRUMIPrec@1", hits)
        clipped = value("EPRUMIPrec(clip=yes)@1", hits)
        rows.append((name, *(plain(float(each), 5) for each in (length, inverse, precision, clipped))))
    return table(("list", "mean length", "mean of 1 / length", "precision", "clip=yes"), rows)


def satisfaction() -> str:
    """Two elements, one ideal to all and one to half of the users, in either order."""
    rows: list[Row] = []
    for name, reach in (("the better first", [[1, 0], [0, 1]]), ("the better second", [[0, 1], [1, 0]])):
        hits = walked(reach, [1, 0.5])
        points = (value(f"EPRUMIPrec(rel=0.1, scale=1)@{recall}", hits) for recall in (0.5, 1))
        rows.append((name, *map(plain, points), plain(value("EPRUM(rel=0.1, scale=1)", hits))))
    return table(("", "precision at .5", "at 1", "EPRUM"), rows)


def normal_law() -> str:
    """The largest error of the normal law, in 200 draws of n probabilities."""
    rows: list[Row] = []
    for name, most in (("from 0 to 1", 1.0), ("from 0 to 0.1", 0.1)):
        cells = []
        for n in (10, 20, 50, 100):
            chances = np.random.default_rng(n).random((200, n)) * most
            exact = np.array([distribution(row)[::-1].cumsum()[-2::-1] for row in chances])
            cells.append(f"{np.abs(at_least_by_the_normal_law(chances) - exact).max():.4f}")
        rows.append((name, *cells))
    return table(("probabilities", "n = 10", "n = 20", "n = 50", "n = 100"), rows)


def figure_4() -> str:
    """The area under each curve, and its height at two recall levels."""
    sys.path.insert(0, str(FIGURE_4))
    try:
        import figure4
    finally:
        sys.path.remove(str(FIGURE_4))
    figure4.DRAWS = 1
    points = list(figure4.curves(figure4.grown(np.random.default_rng(2006)), seed=2006))
    rows: list[Row] = []
    for measure, (what, levels) in product(
        ("EPRUM", "EP/GR"), {"mean": figure4.LEVELS, "at .6": [0.6], "at .9": [0.9]}.items()
    ):
        cells = []
        for move in figure4.MOVES:
            mine = [p for name, m, level, p in points if (name, m) == (measure, move) and level in levels]
            cells.append(f"{sum(mine) / len(mine):.3f}")
        rows.append((f"{measure}, {what}", *cells))
    return table(("m", *(f"{move:g}" for move in figure4.MOVES)), rows)


def blocks() -> dict[str, str]:
    """Compute what stands on the page between two marks, by its name."""
    makers = (
        section_2,
        figure_2,
        noisy_or,
        table_1,
        section_4,
        best_list,
        above_one,
        satisfaction,
        normal_law,
        figure_4,
    )
    return {made.__name__.replace("_", " "): made() for made in makers}


if __name__ == "__main__":
    write(PAGE, blocks(), Path(__file__).name)
