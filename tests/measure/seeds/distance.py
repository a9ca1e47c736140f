"""The ADM paper: its tables, its figure 6, its procedures; and Swets's measures on the same documents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cranfield.collect import automatic_relevance, preferences_to_continuous, stratified_adm
from cranfield.measure import find
from cranfield.measure.families.distance.bands import equal_area_x, sector_areas, sectors
from cranfield.measure.families.distance.by_hand import square
from cranfield.measure.families.distance.thresholds import sectors_of
from tests.measure.seeds.check import Check, Given

THRESHOLDS = {"P": "ThresholdP", "R": "ThresholdR", "E_mean": "ThresholdE", "fallout": "ThresholdFallout"}
PLAIN = {
    "adm": "ADM",
    "adm_rms": "ADMrms",
    "adm_sd0": "ADMsd",
    "perm_baseline": "ADMpermuted",
    "P_prime": "BandP",
    "R_prime": "BandR",
}
SWETS = {"E": "SwetsE", "S": "BrookesS", "A_binormal": "SwetsAbinormal"}
COVERED = {
    *THRESHOLDS.values(),
    *PLAIN.values(),
    *SWETS.values(),
    "ADMcat",
    "ADMmin",
    "ADMrandom",
    "SwetsA",
    "ThresholdGenerality",
}


def adm_bundle(given: Given, expected: Any) -> Iterator[Check]:
    hits = square(ure=given["ure"], sre=given["sre"])
    ure, sre = given.get("threshold_ure", 0.5), given.get("threshold_sre", 0.5)
    counts = dict(zip("ABCD", sectors_of(hits, 1, "as-is", sre, ure), strict=True))
    for name, value in expected.items():
        if name in PLAIN:
            yield find(PLAIN[name])(), hits, value
        elif name in THRESHOLDS:
            yield find(THRESHOLDS[name])(ure=ure, sre=sre), hits, value
        elif name == "generality":
            yield find("ThresholdGenerality")(ure=ure), hits, value
        elif name in counts:
            yield name, float(counts[name][0]), value
        else:
            _, n, m = name.split("_")
            yield find("ADMcat")(n=int(n), m=int(m)), hits, value


def adm_expected_random_uniform(given: Given, expected: Any) -> Iterator[Check]:
    yield find("ADMrandom")(), square(ure=given["ure"], sre=[0] * len(given["ure"])), expected


def adm_min(given: Given, expected: Any) -> Iterator[Check]:
    yield find("ADMmin")(), square(ure=given["ure"], sre=[0] * len(given["ure"])), expected


def auto_ure(given: Given, expected: Any) -> Iterator[Check]:
    systems = [{f"d{number}": value for number, value in enumerate(system)} for system in given["systems"]]
    runs = {f"system {number}": {"q": system} for number, system in enumerate(systems)}
    relevance = automatic_relevance(runs)["q"]
    for document, value in zip(systems[0], expected["ure"], strict=True):
        yield document, relevance[document], value
    for system, value in zip(systems, expected["adm"], strict=True):
        ure, sre = ([each[document] for document in systems[0]] for each in (relevance, system))
        yield find("ADM")(), square(ure=ure, sre=sre), value


def adm_equal_area_x(given: Given, expected: Any) -> Iterator[Check]:
    areas = sector_areas(equal_area_x())
    yield "x", equal_area_x(), expected["x"]
    yield "band", sum(areas[number] for number in (3, 4, 7, 8)), expected["band_area"]
    for number, area in expected["areas"].items():
        yield f"sector {number}", areas[int(number)], area


def adm_sectors(given: Given, expected: Any) -> Iterator[Check]:
    for number, value in zip(sectors(given["sre"], given["ure"]), expected["sectors"], strict=True):
        yield f"sector {value}", float(number), value
    hits = square(ure=given["ure"], sre=given["sre"])
    yield find("BandP")(), hits, expected["P_prime"]
    yield find("BandR")(), hits, expected["R_prime"]


def adm_stratified(given: Given, expected: Any) -> Iterator[Check]:
    yield "ADM", stratified_adm((each["N"], each["abs_diff"]) for each in given["strata"]).adm, expected


def preferences(given: Given, expected: Any) -> Iterator[Check]:
    found = preferences_to_continuous(given["levels"])
    for document, value in expected.items():
        yield document, found.get(document), value


def swets(given: Given, expected: Any) -> Iterator[Check]:
    grades = [1.0] * len(given["rel"]) + [0.0] * len(given["nonrel"])
    hits = square(ure=grades, sre=[*given["rel"], *given["nonrel"]])
    for name, measure in SWETS.items():
        yield find(measure)(ddof=given["ddof"]), hits, expected[name]
    yield find("SwetsA")(), hits, expected["A"]


CHECKS = {
    "preferences_to_continuous": preferences,
    **{
        check.__name__: check
        for check in (
            adm_bundle,
            adm_equal_area_x,
            adm_expected_random_uniform,
            adm_min,
            adm_sectors,
            adm_stratified,
            auto_ure,
            swets,
        )
    },
}
