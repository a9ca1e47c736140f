"""INEX: gains against an ideal list (xCG, EP/GR), and documents by what is read of them (AgP).

What is given are gains, scores of documents and counts of characters, which is what the functions take; for the
measures of a run, documents and runs are made that come to the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from cranfield.measure import example, parse, structured
from cranfield.measure.families.passages.by_hand import read_text
from cranfield.model import Judged
from tests.measure.seeds.check import Check, Given

CHARACTERS = 1000  # of each document, enough to be worth any number with two digits


def xcg(given: Given, expected: Any) -> Iterator[Check]:
    """The ideal list holds other elements than the run: what is near something ideal gains, too."""
    found = structured.xcg(given["run"], given["ideal"])
    effort = structured.effort_precision(given["run"], given["ideal"], given["gain_levels"])
    for told, name in ((found.nxcg, "nxcg"), (found.gr, "gr"), (effort, "ep_at")):
        for one, other in zip(told.tolist(), expected[name], strict=True):
            yield name, one, other
    ideal = np.array(given["ideal"])
    judged = replace(
        example(given["run"]),
        ideal=ideal,
        ideal_starts=np.array([0, len(ideal)]),
    )
    for rank, (normalised, recall) in enumerate(zip(expected["nxcg"], expected["gr"], strict=True), 1):
        (bound,) = parse(f"nxCG@{rank}")
        yield bound, judged, normalised
        (so_far,) = parse(f"xCG@{rank}")
        yield f"gr at rank {rank}", float(so_far.values(judged)[0]) / ideal.sum(), recall
    for level, effort in zip(given["gain_levels"], expected["ep_at"], strict=True):
        (bound,) = parse(f"EP@{level / ideal.sum()}")
        yield bound, judged, effort


def agp(given: Given, expected: Any) -> Iterator[Check]:
    """A document without text that is relevant is worth 0; the others are read from a distance to their best entry."""
    yield "agp", structured.agp(given["S"], given["numrel"]), expected
    judged = _entered(given["S"], given["numrel"])
    (bound,) = parse(f"AgP(score='entry', n={CHARACTERS})")
    yield bound, judged, expected


def _entered(worths: list[float], relevant: int) -> Judged:
    found = {f"d{rank}": worth for rank, worth in enumerate(worths, 1)}
    text = {name: ("#" if worth else ".") * CHARACTERS for name, worth in found.items()}
    text |= {f"m{number}": "#" for number in range(relevant - sum(map(bool, worths)))}
    starts = {name: round((1 - worth) * CHARACTERS) if worth else 0 for name, worth in found.items()}
    return read_text(text, " ".join(f"{name}:{start}:1" for name, start in starts.items()))


def char_f(given: Given, expected: Any) -> Iterator[Check]:
    """A document of which more is read than is relevant."""
    found = structured.char_f(given["retrieved"], given["relevant"], given["overlap"])
    for name, told in (("P", found.precision), ("R", found.recall), ("F1", found.f)):
        yield name, told, expected[name]
    beside = given["relevant"] - given["overlap"]
    judged = read_text(
        {"d": "#" * given["relevant"] + "." * given["retrieved"]}, f"d:{beside}:{given['retrieved']}"
    )
    for name, value in (("TextP", "P"), ("TextR", "R"), ("gP(beta=1)@1", "F1")):
        (bound,) = parse(name)
        yield bound, judged, expected[value]


CHECKS = {"xcg": xcg, "agp": agp, "char_f": char_f}
COVERED = {"EP", "AgP", "gP"}
