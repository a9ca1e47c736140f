"""EPRUM and the navigation models: the worked examples of the paper, its misprints, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import numpy as np

from cranfield.judge.navigation import (
    ComplexItems,
    Distance,
    LengthRatio,
    Links,
    NavigationModel,
    ReadingOn,
    Table,
)
from cranfield.judge.navigation.model import steps_of
from cranfield.measure import example, find
from cranfield.measure.families.structured.best_list import expected_lengths
from cranfield.measure.families.structured.by_hand import walked
from cranfield.measure.families.structured.poisson_binomial import (
    at_least_by_the_normal_law,
    distribution,
)
from cranfield.measure.families.structured.precision import expected_inverse
from cranfield.measure.families.structured.session import Session, sessions
from cranfield.read.inex.spans import Span
from tests.measure.seeds.check import Check, Given

EPRUM, AT_RECALL, RECALL, AP = map(find, ["EPRUM", "EPRUMIPrec", "EPRUMRecall", "AP"])
COVERED = {measure.name for measure in (EPRUM, AT_RECALL, RECALL)}


def only_session(reach: list[list[float]]) -> Session:
    [[session]] = sessions(walked(reach), rel=1, scale=0)
    return session


def numbered(what: str, ours: Any, expected: Any) -> Iterator[Check]:
    for nth, (value, wanted) in enumerate(zip(ours, expected, strict=True), 1):
        yield f"{what} {nth}", float(value), wanted


def eprum(given: Given, expected: Any) -> Iterator[Check]:
    reach, ideals = given["P"], len(given["P"][0])
    best = reach if given.get("ideal") == "same list" else None
    hits = walked(reach, best=best)
    session = only_session(reach)
    if "r" in given:  # a single recall is spoken of
        yield "EML", float(expected_lengths(session)[given["r"] - 1]), expected["EML"]
        yield "EA", float(expected_inverse(session)[given["r"] - 1]), expected["EA"]
        yield AT_RECALL @ (given["r"] / ideals), hits, expected["precision"]
        return
    yield from numbered("EA", expected_inverse(session), expected.get("EA", expected_inverse(session)))
    for r, precision in enumerate(expected["precision"], 1):
        yield AT_RECALL @ (r / ideals), hits, precision
    if "EML_of_list" in expected:
        yield from numbered("EML of the list", expected_lengths(session), expected["EML_of_list"])
    if "ap" in expected:
        yield EPRUM(), hits, expected["ap"]
    for k, found in enumerate(expected.get("expected_found", ()), 1):
        yield RECALL @ k, hits, found / ideals
    if np.isin(reach, (0, 1)).all():  # nobody walks
        ranks = [rank for rank, row in enumerate(reach, 1) if any(row)]
        yield AP(), example(ranks=ranks, n=given["t"]), expected["ap"]


def eprum_scenarios(given: Given, expected: Any) -> Iterator[Check]:
    """What can happen, by listing it: the sums over the scenarios are what the measure has."""
    reach = np.array(given["P"])
    told = [(scenario["rank_a"], scenario["rank_b"]) for scenario in expected]
    total = np.zeros(2)
    for (rank_a, rank_b), scenario in zip(told, expected, strict=True):
        chance = first_seen(reach[:, 0], rank_a) * first_seen(reach[:, 1], rank_b)
        yield f"{rank_a}/{rank_b}", chance, scenario["prob"]
        total += chance * np.array([scenario["A_over_ML_1"], scenario["A_over_ML_2"]])
    yield from numbered("sum over the scenarios", expected_inverse(only_session(given["P"])), total.tolist())


def first_seen(column: Any, rank: str | None) -> float:
    """How likely an element is seen first at this rank, or at none."""
    if rank is None:
        return float(np.prod(1 - column))
    return float(column[int(rank) - 1] * np.prod(1 - column[: int(rank) - 1]))


def eprum_expected_min_length(given: Given, expected: Any) -> Iterator[Check]:
    [[session]] = sessions(walked([[0, 0]], possible=given["P"]), rel=1, scale=0)
    assert session.possible is not None
    yield "of the list", float(expected_lengths(session.possible)[given["r"] - 1]), expected
    # One rank of a list that is made of these items by itself, and the same number comes out.
    hits = walked(given["P"], possible=given["P"])
    yield AT_RECALL(ideal="greedy") @ 1, hits, 1.14595


def eprum_seen_prob(given: Given, expected: Any) -> Iterator[Check]:
    hits = walked([[p] for p in given["P_column"]])
    for k, seen in enumerate(expected, 1):
        yield RECALL @ k, hits, seen


def eprum_graded(given: Given, expected: Any) -> Iterator[Check]:
    hits = walked(given["P"], given["idealism"])
    shares = {"rel": 0.01, "scale": 1}
    yield EPRUM(**shares), hits, expected["ap"]
    levels = zip(given["levels"], expected["p"], strict=True) if "levels" in given else (
        (0.5, expected["p_half"]), (1, expected["p_one"])
    )  # fmt: skip
    for level, precision in levels:
        yield AT_RECALL(**shares) @ level, hits, precision


def eprum_precision_at_rank(given: Given, expected: Any) -> Iterator[Check]:
    for k, precision in enumerate(expected, 1):
        yield EPRUM @ k, walked(given["P"]), precision


def eprum_session(given: Given, expected: Any) -> Iterator[Check]:
    """One user, of whom it is known what was seen at each rank."""
    seen = [[float(ideal in rank) for ideal in given["ideal"]] for rank in given["seen_per_rank"]]
    for k, found in enumerate(expected, 1):
        yield RECALL @ k, walked(seen), found / len(given["ideal"])


def poisson_binomial_cdf(given: Given, expected: Any) -> Iterator[Check]:
    likely = distribution(np.array(given["p"]))
    yield from numbered("likely", likely, expected["pmf"])
    yield from numbered("fewer than", accumulate(likely[:-1]), expected["cdf_lt"])
    numbers = np.arange(len(likely))
    mean = float(likely @ numbers)
    yield "mean", mean, expected["mean"]
    yield "deviation", float(np.sqrt(likely @ (numbers - mean) ** 2)), expected["sd"]


def poisson_binomial_normal(given: Given, expected: Any) -> Iterator[Check]:
    p = np.array([given["p"]])
    yield from numbered("fewer than", 1 - at_least_by_the_normal_law(p)[0], expected)


def reached(model: NavigationModel, item: str, elements: list[str]) -> list[float]:
    steps = steps_of(model, "topic", [item], elements)
    found = dict(zip(steps.ideal.tolist(), steps.probability.tolist(), strict=True))
    return [found.get(number, 0.0) for number in range(len(elements))]


def reach_probabilities(given: Given, expected: Any) -> Iterator[Check]:
    model = Links([tuple(edge) for edge in given["edges"]])
    yield from numbered("reached", reached(model, given["start"], list(expected)), expected.values())


def reach_probabilities_links(given: Given, expected: Any) -> Iterator[Check]:
    model = Links(given["links"], damping=given["damping"], max_steps=given["max_steps"])
    yield from numbered("reached", reached(model, given["start"], list(expected)), expected.values())


def joint_independent(given: Given, expected: Any) -> Iterator[Check]:
    """Figure 2: both of two elements, as if independent, along the ways there are, and by direct links alone."""
    together = distribution(np.array([given["py"], given["pz"]]))
    yield "independent", float(together[2]), expected["independent"]
    x_y, x_z, y_z, z_y = 0.5, 0.3, 0.8, 0.12
    yield "exact", x_y * y_z + x_z * z_y, expected["exact"]
    one_link = Links([("x", "y", x_y), ("x", "z", x_z), ("y", "z", y_z), ("z", "y", z_y)], max_steps=1)
    yield (
        "direct only",
        float(distribution(np.array(reached(one_link, "x", ["y", "z"])))[2]),
        expected["direct_only"],
    )


def nav_length_ratio(given: Given, expected: Any) -> Iterator[Check]:
    """The tree of the case, laid out as text."""
    spans = laid_out(given["lengths"], given["parent"])
    for (item, ideal), ratio in zip(given["pairs"], expected, strict=True):
        yield f"{item} to {ideal}", reached(LengthRatio(spans), item, [ideal])[0], ratio


def laid_out(lengths: dict[str, int], parent: dict[str, str]) -> dict[str, Span]:
    """Put each element right behind those before it in its parent."""
    spans: dict[str, Span] = {}
    free: dict[str, int] = {}
    for element, length in lengths.items():
        start = free.get(parent.get(element, ""), 0)
        spans[element] = Span("document", start, start + length)
        free[element] = start
        free[parent.get(element, "")] = start + length
    return spans


def nav_distance(given: Given, expected: Any) -> Iterator[Check]:
    model = Distance(given["theta"], {}, at_zero=given["at_zero"])
    yield from numbered("distance", map(model.probability, given["d"]), expected)


def nav_item_noisy_or(given: Given, expected: Any) -> Iterator[Check]:
    """Each row is an element of the item: where it leads."""
    ideals = [f"x{number}" for number in range(len(expected))]
    parts = {
        f"e{number}": dict(zip(ideals, row, strict=True)) for number, row in enumerate(given["element_reach"])
    }
    model = ComplexItems(Table(parts), {"item": list(parts)}, considered=given["consider"])
    yield from numbered("item", reached(model, "item", ideals), expected)


def nav_t2i(given: Given, expected: Any) -> Iterator[Check]:
    names = [f"x{number}" for number in range(len(given["ideals"]))]
    spans = {name: Span("d", *span) for name, span in zip(names, given["ideals"], strict=True)}
    spans["entry"] = Span("d", given["entry"], given["entry"] + 10)
    for what, wanted in expected.items():
        tolerance, _, rule = what.removeprefix("T").partition("_")
        model = ReadingOn(float(tolerance), spans, go_on=rule == "continue")
        yield from numbered(what, reached(model, "entry", names), wanted)


CHECKS = {
    check.__name__: check
    for check in (
        eprum,
        eprum_expected_min_length,
        eprum_graded,
        eprum_precision_at_rank,
        eprum_scenarios,
        eprum_seen_prob,
        eprum_session,
        joint_independent,
        nav_distance,
        nav_item_noisy_or,
        nav_length_ratio,
        nav_t2i,
        poisson_binomial_cdf,
        poisson_binomial_normal,
        reach_probabilities,
        reach_probabilities_links,
    )
}
