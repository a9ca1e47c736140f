"""Compute the tables of docs/seeds/adm.md and write them into it.

python docs/seeds/make_adm.py
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from page import Row, marked, plain, table, value, write

from cranfield.collect import (
    automatic_adm,
    average_scores,
    preferences_to_continuous,
    read_rankings,
)
from cranfield.measure.families.distance.bands import equal_area_x, sector_areas
from cranfield.measure.families.distance.by_hand import square
from cranfield.model import Judged

PAGE = Path(__file__).with_name("adm.md")
COLUMNS = {"P": "ThresholdP", "R": "ThresholdR", "E": "ThresholdE", "ADM": "ADM"}
System = tuple[str, Sequence[float], Sequence[str]]

URE = (0.8, 0.6, 0.4, 0.2, 0.1)
SYSTEMS: list[System] = [
    ("IRS1", (0.9, 0.5, 0.5, 0.1, 0.2), ("0.67", "1", "0.84", "0.9")),
    ("IRS2", (1.0, 0.4, 0.6, 0.0, 0.3), ("0.5", "0.5", "0.5", "0.8")),
    ("IRS3", (0.8, 0.6, 0.4, 0.2, 1.0), ("0.67", "1", "0.84", "0.8")),
]
PRINTED_2A = (("0.67", "1", "0.84", "0.83"), ("1", "0.5", "0.75", "0.83"), ("0.5", "0.5", "0.5", "0.826"))
URE_2A = (0.75, 0.75, 0.25)
URE_2B = (0.5, 1.0)
SYSTEMS_2B: list[System] = [
    ("IRS1", (0.5, 1.0), ("1", "1", "1", "1")),
    ("IRS2", (1.0, 0.5), ("1", "1", "1", "0.5")),
]

CONDITIONS = {
    1: "SRE >= .5 > URE, SRE - URE >= x",
    2: "both >= .5, SRE - URE >= x",
    3: "both >= .5, nearer than x",
    4: "SRE >= .5 > URE, nearer than x",
    5: "both >= .5, URE - SRE >= x",
    6: "both < .5, SRE - URE >= x",
    7: "both < .5, nearer than x",
    8: "URE >= .5 > SRE, nearer than x",
    9: "URE >= .5 > SRE, URE - SRE >= x",
    10: "both < .5, URE - SRE >= x",
}


def systems_2a(e: float) -> list[System]:
    """Three systems that differ by 2e in one or two documents; the second document is relevant, the third not."""
    estimates = ((0.75, 0.5 + e, 0.5 + e), (0.75, 0.5 - e, 0.5 - e), (0.75, 0.5 - e, 0.5 + e))
    return [
        (f"IRS{number}", sre, printed)
        for number, (sre, printed) in enumerate(zip(estimates, PRINTED_2A, strict=True), 1)
    ]


def classical(ure: Sequence[float], systems: Sequence[System], digits: int = 4) -> str:
    """What was printed, and under it what the measures give."""
    rows: list[Row] = []
    for name, sre, printed in systems:
        values = [value(measure, square(ure=ure, sre=sre)) for measure in COLUMNS.values()]
        ours = [marked(each, told, digits) for each, told in zip(values, printed, strict=True)]
        rows += [
            (name, ", ".join(plain(each) for each in sre), "printed", *printed),
            ("", "", "recomputed", *ours),
        ]
    return table(("system", "SRE", "", *COLUMNS), rows)


def others() -> str:
    """What this library's other measures say of the documents of table 1."""
    measures = {
        "fallout": "ThresholdFallout",
        "ADM, 2 by 2": "ADMcat",
        "P'": "BandP",
        "R'": "BandR",
        "ADMrms": "ADMrms",
        "ADMsd": "ADMsd",
        "ADMpermuted": "ADMpermuted",
        "ndpm": "ndpm",
        "Swets's E": "SwetsE(rel=0.5)",
        "Swets's A": "SwetsA(rel=0.5)",
        "Brookes's S": "BrookesS(rel=0.5)",
    }
    rows = [
        (label, *(plain(value(measure, hits)) for hits in table_1())) for label, measure in measures.items()
    ]
    return table(("", *(name for name, _, _ in SYSTEMS)), rows)


def table_1() -> list[Judged]:
    """The three systems of table 1."""
    return [square(ure=URE, sre=sre) for _, sre, _ in SYSTEMS]


def sectors() -> str:
    """The ten parts of the square, and how much of it they are."""
    areas = sector_areas(equal_area_x())
    rows = [
        (number, condition, f"{areas[number]:.6f}", "right" if number in (3, 4, 7, 8) else "wrong")
        for number, condition in CONDITIONS.items()
    ]
    return table(("sector", "a document lies there if", "area", "and is"), rows)


def ranges() -> str:
    """The least ADM there can be, and that of random scores, for some UREs."""
    several = {
        "table 1: .8 .6 .4 .2 .1": URE,
        "all .5": (0.5,) * 5,
        "binary: 1 0 0 1 1": (1.0, 0.0, 0.0, 1.0, 1.0),
        "table 2(a): .75 .75 .25": URE_2A,
    }
    rows = [
        (
            label,
            *(plain(value(name, square(ure=ure, sre=[0] * len(ure)))) for name in ("ADMmin", "ADMrandom")),
        )
        for label, ure in several.items()
    ]
    return table(("UREs", "`ADMmin`", "`ADMrandom`"), rows)


def automatic() -> str:
    """The systems of table 1 as judges of each other."""
    names = [f"d{number}" for number in range(1, 6)]
    runs = read_rankings(
        {name: {"q": dict(zip(names, map(float, sre), strict=True))} for name, sre, _ in SYSTEMS}
    )
    ure = average_scores(runs).to_dict()["q"]
    found = automatic_adm(runs)
    rows: list[Row] = [("URE, the mean of the SREs", ", ".join(plain(ure[name]) for name in names))]
    for label, values in (
        ("ADM of IRS1, IRS2, IRS3", found.together),
        ("each by the two others", found.without),
    ):
        rows.append((label, ", ".join(plain(float(each)) for each in values[:, 0])))
    return table(("", "table 1"), rows)


def preferences() -> str:
    """Orders made continuous, by both spacings."""
    orders = {
        "a > b > c > d > e": [["a"], ["b"], ["c"], ["d"], ["e"]],
        "a > b = c > d > e": [["a"], ["b", "c"], ["d"], ["e"]],
        "a > b = c = d > e": [["a"], ["b", "c", "d"], ["e"]],
    }
    rows = [
        (
            label,
            *(
                ", ".join(plain(found[document]) for document in "abcde")
                for found in (
                    preferences_to_continuous(levels),
                    preferences_to_continuous(levels, spacing="rank"),
                )
            ),
        )
        for label, levels in orders.items()
    ]
    return table(("order", "uniform", "by mean rank"), rows)


def blocks() -> dict[str, str]:
    """Compute what stands on the page between two marks, by its name."""
    return {
        "table 1": classical(URE, SYSTEMS),
        "others": others(),
        "table 2a": classical(URE_2A, systems_2a(0.01), 6),
        "table 2a exact": classical(URE_2A, systems_2a(0.011), 6),
        "table 2b": classical(URE_2B, SYSTEMS_2B),
        "sectors": sectors(),
        "ranges": ranges(),
        "automatic": automatic(),
        "preferences": preferences(),
    }


if __name__ == "__main__":
    write(PAGE, blocks(), Path(__file__).name)
