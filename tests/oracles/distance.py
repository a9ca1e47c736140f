"""Distances between what the system said of a document and what the users said, one document after the other.

Most of these look at scores, so their oracles take a run, `{document: score}` in the order of the ranking.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, inf, isnan, nan, sqrt
from typing import Any

from tests.oracles.sets import Judgements, Ranking

Run = dict[str, float]
Pairs = list[tuple[float, float]]


def share(part: float, whole: float) -> float:
    return part / whole if whole else nan


def mean(numbers: list[float]) -> float:
    return share(sum(numbers), len(numbers))


def judged_documents(judgements: Judgements) -> list[str]:
    return [document for document, grade in judgements.items() if grade >= 0]


def estimates(run: Run, how: str) -> dict[str, float]:
    """Every retrieved document's score on a scale from 0 to 1."""
    best, worst = max(run.values(), default=0.0), min(run.values(), default=0.0)
    places = {document: place for place, document in enumerate(run)}
    if how == "as-is":
        return run
    if how == "max":
        return {document: score / best if best else 0.0 for document, score in run.items()}
    if how == "minmax":
        return {
            document: (score - worst) / (best - worst) if best > worst else 1.0
            for document, score in run.items()
        }
    if how == "rank":
        return {document: 1.0 if len(run) == 1 else 1 - places[document] / (len(run) - 1) for document in run}
    assert how == "sigmoid"
    return {document: 1 / (1 + exp(-score)) for document, score in run.items()}


def pairs(
    run: Run,
    judgements: Judgements,
    *,
    top: float = 1,
    scores: str = "as-is",
    over: str = "judged",
    collection: int | None = None,
) -> Pairs:
    """SRE and URE of each document that counts."""
    system = estimates(run, scores)
    users = {document: judgements[document] / top for document in judged_documents(judgements)}
    documents = list(users)
    if over == "retrieved":
        documents = [document for document in users if document in run]
    if over == "collection":
        documents = list({**run, **users})
    found = [(system.get(document, 0.0), users.get(document, 0.0)) for document in documents]
    if over == "collection":
        assert collection is not None
        found += [(0.0, 0.0)] * (collection - len(documents))
    return found


def adm(run: Run, judgements: Judgements, **settings: Any) -> float:
    return 1 - mean([abs(s - u) for s, u in pairs(run, judgements, **settings)])


def adm_rms(run: Run, judgements: Judgements, **settings: Any) -> float:
    return 1 - sqrt(mean([(s - u) ** 2 for s, u in pairs(run, judgements, **settings)]))


def standard_deviation(numbers: list[float], ddof: int) -> float:
    if len(numbers) - ddof <= 0:
        return nan
    middle = mean(numbers)
    return sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - ddof))


def adm_sd(run: Run, judgements: Judgements, *, ddof: int = 0, **settings: Any) -> float:
    errors = [s - u for s, u in pairs(run, judgements, **settings)]
    return 1 - standard_deviation(errors, ddof)


def category(value: float, number: int) -> float:
    """The highest of the categories 0, 1, ... whose lower end the value reaches, spread over 0 to 1."""
    reached = [each for each in range(number) if value >= each / number - 1e-12]
    return reached[-1] / (number - 1)


def adm_categories(run: Run, judgements: Judgements, *, n: int = 2, m: int = 2, **settings: Any) -> float:
    found = pairs(run, judgements, **settings)
    return 1 - mean([abs(category(s, m) - category(u, n)) for s, u in found])


def adm_permuted(run: Run, judgements: Judgements, **settings: Any) -> float:
    found = pairs(run, judgements, **settings)
    return 1 - mean([abs(s - u) for s, _ in found for _, u in found])


def adm_min(
    ranking: Ranking,
    judgements: Judgements,
    *,
    top: float = 1,
    over: str = "judged",
    collection: int | None = None,
) -> float:
    """What is left when every document gets the score that is farthest from its relevance, be it 0 or 1."""
    users = users_of(judgements, top, over, collection)
    return 1 - mean([max(u, 1 - u) for u in users])


def adm_random(
    ranking: Ranking,
    judgements: Judgements,
    *,
    top: float = 1,
    over: str = "judged",
    collection: int | None = None,
) -> float:
    """A score drawn from 0 to 1 is below u with probability u, and then u/2 away; else (1-u)/2."""
    users = users_of(judgements, top, over, collection)
    return 1 - mean([u * u / 2 + (1 - u) * (1 - u) / 2 for u in users])


def users_of(judgements: Judgements, top: float, over: str, collection: int | None) -> list[float]:
    users = [judgements[document] / top for document in judged_documents(judgements)]
    if over == "collection":
        assert collection is not None
        users += [0.0] * (collection - len(users))
    return users


def contingency(
    run: Run, judgements: Judgements, *, sre: float = 0.5, ure: float = 0.5, **settings: Any
) -> tuple[int, int, int, int]:
    a = b = c = d = 0
    for s, u in pairs(run, judgements, **settings):
        retrieved, relevant = s >= sre - 1e-12, u >= ure - 1e-12
        if retrieved:
            a, b = a + (not relevant), b + relevant
        else:
            c, d = c + (not relevant), d + relevant
    return a, b, c, d


def threshold_precision(run: Run, judgements: Judgements, **settings: Any) -> float:
    a, b, _, _ = contingency(run, judgements, **settings)
    return share(b, a + b)


def threshold_recall(run: Run, judgements: Judgements, **settings: Any) -> float:
    _, b, _, d = contingency(run, judgements, **settings)
    return share(b, b + d)


def threshold_fallout(run: Run, judgements: Judgements, **settings: Any) -> float:
    a, _, c, _ = contingency(run, judgements, **settings)
    return share(a, a + c)


def threshold_e(run: Run, judgements: Judgements, **settings: Any) -> float:
    return (
        threshold_precision(run, judgements, **settings) + threshold_recall(run, judgements, **settings)
    ) / 2


def threshold_generality(
    ranking: Ranking, judgements: Judgements, *, top: float = 1, ure: float = 0.5
) -> float:
    users = users_of(judgements, top, "judged", None)
    return mean([u >= ure - 1e-12 for u in users])


def band_precision(run: Run, judgements: Judgements, *, delta: float, **settings: Any) -> float:
    found = [(s, u) for s, u in pairs(run, judgements, **settings) if s >= 0.5 - 1e-12]
    return mean([abs(s - u) < delta - 1e-12 for s, u in found])


def band_recall(run: Run, judgements: Judgements, *, delta: float, **settings: Any) -> float:
    found = [(s, u) for s, u in pairs(run, judgements, **settings) if u >= 0.5 - 1e-12]
    return mean([abs(s - u) < delta - 1e-12 for s, u in found])


def divided(
    run: Run, judgements: Judgements, rel: float, scores: str, ddof: int
) -> tuple[float, float, float, float]:
    """Means and standard deviations: of relevant documents, and of others."""
    system = estimates(run, scores)
    known = judged_documents(judgements)
    good = [system.get(document, 0.0) for document in known if judgements[document] >= rel]
    bad = [system.get(document, 0.0) for document in known if judgements[document] < rel]
    return mean(good), mean(bad), standard_deviation(good, ddof), standard_deviation(bad, ddof)


def ratio(gap: float, spread: float) -> float:
    """With no spread at all, either the groups are one, or they are infinitely far apart."""
    if spread > 1e-12 or isnan(spread):
        return gap / spread
    if isnan(gap) or abs(gap) < 1e-12:
        return nan
    return inf if gap > 0 else -inf


def swets_e(
    run: Run, judgements: Judgements, *, rel: float = 1, scores: str = "as-is", ddof: int = 0
) -> float:
    m1, m2, s1, s2 = divided(run, judgements, rel, scores, ddof)
    return ratio(m1 - m2, (s1 + s2) / 2)


def brookes_s(
    run: Run, judgements: Judgements, *, rel: float = 1, scores: str = "as-is", ddof: int = 0
) -> float:
    m1, m2, s1, s2 = divided(run, judgements, rel, scores, ddof)
    return ratio(m1 - m2, sqrt(s1 * s1 + s2 * s2))


def swets_slope(
    run: Run, judgements: Judgements, *, rel: float = 1, scores: str = "as-is", ddof: int = 0
) -> float:
    _, _, s1, s2 = divided(run, judgements, rel, scores, ddof)
    return ratio(0.0 if s1 < 1e-12 else s1, s2)


def swets_a_binormal(
    run: Run, judgements: Judgements, *, rel: float = 1, scores: str = "as-is", ddof: int = 0
) -> float:
    from statistics import NormalDist

    return NormalDist().cdf(brookes_s(run, judgements, rel=rel, scores=scores, ddof=ddof))


def swets_a_of_scores(run: Run, judgements: Judgements, *, rel: float = 1) -> float:
    """All pairs of a relevant document and another one; what was not retrieved is below everything."""
    known = judged_documents(judgements)
    good = [run.get(document, -inf) for document in known if judgements[document] >= rel]
    bad = [run.get(document, -inf) for document in known if judgements[document] < rel]
    return mean([0.5 if one == other else float(one > other) for one in good for other in bad])


def swets_a(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    return swets_a_of_scores(
        {document: -float(rank) for rank, document in enumerate(ranking)}, judgements, rel=rel
    )


ORACLES = {
    "ADMmin": adm_min,
    "ADMrandom": adm_random,
    "SwetsA": swets_a,
    "ThresholdGenerality": threshold_generality,
}
WITH_SCORES: dict[str, Callable[..., float]] = {
    "ADM": adm,
    "ADMcat": adm_categories,
    "ADMpermuted": adm_permuted,
    "ADMrms": adm_rms,
    "ADMsd": adm_sd,
    "BandP": band_precision,
    "BandR": band_recall,
    "BrookesS": brookes_s,
    "SwetsAbinormal": swets_a_binormal,
    "SwetsE": swets_e,
    "SwetsSlope": swets_slope,
    "ThresholdE": threshold_e,
    "ThresholdFallout": threshold_fallout,
    "ThresholdP": threshold_precision,
    "ThresholdR": threshold_recall,
}
APART = set(WITH_SCORES)
