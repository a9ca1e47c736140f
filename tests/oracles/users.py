"""Following one user down one ranking, document after document, by the probability to go on after each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from math import nan
from typing import Any, NamedTuple

from tests.oracles.sets import Judgements, Ranking, relevant_documents

About = dict[str, Any]


class Step(NamedTuple):
    """What a user knows after looking at the document at this rank; `here` and `later` are for AP's."""

    rank: int
    gain: float
    got: float
    spent: float
    gains: list[float]
    here: float
    later: float


def insq_goes_on(rank: int, wanted: float) -> float:
    return ((rank + wanted - 1) / (rank + wanted)) ** 2


def bpm_dynamic_goes_on(step: Step, about: About) -> float:
    wanted, budget = about["T"], about["budget"]
    for gain in step.gains[: step.rank - 1]:
        wanted += about["hb"] * (gain - about["middle"])
        budget += about["hc"] * (gain - about["middle"])
    return float(step.got < wanted and step.spent < budget)


def u_goes_on(step: Step, about: About) -> float:
    before, after = about["L"] - step.spent + about["cost"], about["L"] - step.spent
    return max(0, after) / before if before > 0 else 0.0


# The probability to look at the next document.
GOES_ON: dict[str, Callable[[Step, About], float]] = {
    "INST": lambda step, about: insq_goes_on(step.rank, about["T"] + (about["T"] - step.got)),
    "INSQ": lambda step, about: insq_goes_on(step.rank, 2 * about["T"]),
    "RBP": lambda step, about: about["p"],
    "P": lambda step, about: 1.0,
    "SDCG": lambda step, about: math.log2(step.rank + 1) / math.log2(step.rank + 2),
    "RR": lambda step, about: float(step.got == 0),
    "AP": lambda step, about: step.later / step.here if step.here else 0.0,
    "BPM-static": lambda step, about: float(step.got < about["T"] and step.spent < about["budget"]),
    "BPM-dynamic": bpm_dynamic_goes_on,
    "ERR": lambda step, about: 1 - step.gain,
    "NERR9": lambda step, about: (1 - step.gain) * step.rank / (step.rank + 1),
    "NERR10": lambda step, about: (1 - step.gain) * about["p"],
    "NERR11": lambda step, about: (1 - step.gain) * insq_goes_on(step.rank, 2 * about["T"]),
    "TBG": lambda step, about: 2 ** (-about["cost"] / about["halflife"]),
    "U": u_goes_on,
}


def steps(gains: list[float], cost: float) -> Iterator[Step]:
    shares = [gain / rank for rank, gain in enumerate(gains, 1)]
    suffix = [0.0]
    for share in reversed(shares):
        suffix.append(suffix[-1] + share)
    suffix.reverse()
    got = 0.0
    for rank, gain in enumerate(gains, 1):
        got += gain
        yield Step(rank, gain, got, rank * cost, gains, suffix[rank - 1], suffix[rank])


def five_numbers(gains: list[float], about: About) -> dict[str, float]:
    """EU, ETU, EC, ETC and ED by their definitions: weights for the rates, stopping probabilities for the totals."""
    reach, last, goes_on = 1.0, len(gains), GOES_ON[about["model"]]
    seen, stopping = [], []
    for step in steps(gains, about["cost"]):
        on = goes_on(step, about) if step.rank < last else 0.0
        seen.append(reach)
        stopping.append((reach * (1 - on), step))
        reach *= on
        if not reach:
            break
    depth = sum(seen)
    return {
        "EU": sum(chance / depth * gain for chance, gain in zip(seen, gains, strict=False)),
        "ETU": sum(chance * step.got for chance, step in stopping),
        "EC": sum(chance / depth * about["cost"] for chance in seen),
        "ETC": sum(chance * step.spent for chance, step in stopping),
        "ED": depth,
    }


def gains_of(ranking: Ranking, judgements: Judgements, k: int, top: float, unjudged: float) -> list[float]:
    known = {document: min(grade / top, 1.0) for document, grade in judgements.items() if grade >= 0}
    gains = [known.get(document, unjudged) for document in ranking[:k]]
    return gains + [unjudged] * (k - len(gains))


DEFAULTS: About = {
    "model": "INST", "k": 1000, "p": 0.8, "T": 1, "budget": 10, "hb": 1, "hc": 1, "middle": 0.5, "halflife": 224,
    "L": 1000, "top": 1, "cost": 1, "costs": None,
}  # fmt: skip


def number_of(
    name: str, ranking: Ranking, judgements: Judgements, unjudged: float = 0.0, **told: Any
) -> float:
    about = DEFAULTS | told
    assert about["costs"] is None, "the oracle reads no files"
    return five_numbers(gains_of(ranking, judgements, about["k"], about["top"], unjudged), about)[name]


def utility_of(name: str, ranking: Ranking, judgements: Judgements, **told: Any) -> float:
    """There is nothing to gain where nothing is relevant."""
    return (
        number_of(name, ranking, judgements, **told)
        if any(grade > 0 for grade in judgements.values())
        else nan
    )


def expected_utility(ranking: Ranking, judgements: Judgements, **told: Any) -> float:
    return utility_of("EU", ranking, judgements, **told)


def expected_total_utility(ranking: Ranking, judgements: Judgements, **told: Any) -> float:
    return utility_of("ETU", ranking, judgements, **told)


def expected_depth(ranking: Ranking, judgements: Judgements, **told: Any) -> float:
    return number_of("ED", ranking, judgements, **told)


def expected_total_cost(
    ranking: Ranking, judgements: Judgements, *, per: str = "search", **told: Any
) -> float:
    return number_of("ETC" if per == "search" else "EC", ranking, judgements, **told)


def residual(ranking: Ranking, judgements: Judgements, *, of: str = "ETU", **told: Any) -> float:
    return number_of(of, ranking, judgements, 1.0, **told) - number_of(of, ranking, judgements, **told)


def inst(ranking: Ranking, judgements: Judgements, *, T: float = 1, k: int = 1000, top: float = 1) -> float:
    return utility_of("EU", ranking, judgements, model="INST", T=T, k=k, top=top)


def insq(ranking: Ranking, judgements: Judgements, *, T: float = 1, k: int = 1000, top: float = 1) -> float:
    """The weights as the paper writes them."""
    if not any(grade > 0 for grade in judgements.values()):
        return nan
    weights = [1 / (rank + 2 * T - 1) ** 2 for rank in range(1, k + 1)]
    gains = gains_of(ranking, judgements, k, top, 0.0)
    return sum(weight * gain for weight, gain in zip(weights, gains, strict=True)) / sum(weights)


def bpm(ranking: Ranking, judgements: Judgements, *, T: float = 1, k: int, top: float = 1) -> float:
    """Gain found, over documents looked at, at the point where either is enough."""
    if not any(grade > 0 for grade in judgements.values()):
        return nan
    got = 0.0
    for rank, gain in enumerate(gains_of(ranking, judgements, k, top, 0.0), 1):
        got += gain
        if got >= T:
            return got / rank
    return got / k


def rbp(
    ranking: Ranking,
    judgements: Judgements,
    *,
    p: float = 0.8,
    rel: float = 1,
    k: int | None = None,
    top: float | None = None,
) -> float:
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    total = 0.0
    for rank, document in enumerate(ranking[:k], 1):
        if document in relevant:
            total += (1 - p) * p ** (rank - 1) * (1 if top is None else min(1, judgements[document] / top))
    return total


def rbp_residual(ranking: Ranking, judgements: Judgements, *, p: float = 0.8, k: int | None = None) -> float:
    """The weight below the last document, and that of those above without a judgement."""
    top = ranking[:k]
    below: float = p ** len(top)
    return below + sum(
        (1 - p) * p ** (rank - 1) for rank, document in enumerate(top, 1) if judgements.get(document, -1) < 0
    )


def time_biased_gain(
    ranking: Ranking,
    judgements: Judgements,
    *,
    rel: float = 1,
    k: int | None = None,
    halflife: float = 224,
    words: float = 500,
    lengths: None = None,
) -> float:
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    clock, total = 0.0, 0.0
    for document in ranking[:k]:
        if document in relevant:
            total += 0.64 * 0.77 * 0.5 ** (clock / halflife)
        clock += 4.4 + (0.64 if document in relevant else 0.39) * (7.8 + 0.018 * words)
    return total


def u_measure(
    ranking: Ranking,
    judgements: Judgements,
    *,
    rel: float = 1,
    k: int | None = None,
    L: float = 132000,
    cost: float = 200,
    costs: None = None,
    top: float | None = None,
) -> float:
    relevant = relevant_documents(judgements, rel)
    if not relevant:
        return nan
    total = 0.0
    for rank, document in enumerate(ranking[:k], 1):
        if document in relevant:
            gain = 1.0 if top is None else min(judgements[document] / top, 1.0)
            total += gain * max(0.0, 1 - rank * cost / L)
    return total


ORACLES = {
    "BPM": bpm,
    "ExpectedDepth": expected_depth,
    "ExpectedTotalCost": expected_total_cost,
    "ExpectedTotalUtility": expected_total_utility,
    "ExpectedUtility": expected_utility,
    "INSQ": insq,
    "INST": inst,
    "RBP": rbp,
    "RBPResidual": rbp_residual,
    "Residual": residual,
    "TBG": time_biased_gain,
    "UMeasure": u_measure,
}
