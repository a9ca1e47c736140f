"""Counting documents."""

from __future__ import annotations

from math import isnan, nan
from typing import NamedTuple

Ranking = list[str]
Judgements = dict[str, float]


def relevant_documents(judgements: Judgements, rel: float) -> set[str]:
    return {document for document, grade in judgements.items() if grade >= rel and grade >= 0}


def number_retrieved(ranking: Ranking, judgements: Judgements) -> float:
    return len(ranking)


def number_relevant(ranking: Ranking, judgements: Judgements, rel: float = 1) -> float:
    return len(relevant_documents(judgements, rel))


def number_relevant_retrieved(ranking: Ranking, judgements: Judgements, rel: float = 1) -> float:
    return len(relevant_documents(judgements, rel) & set(ranking))


def precision(ranking: Ranking, judgements: Judgements, *, k: int, rel: float = 1) -> float:
    relevant = relevant_documents(judgements, rel)
    return len(relevant & set(ranking[:k])) / k if relevant else nan


def recall(ranking: Ranking, judgements: Judgements, *, k: int, rel: float = 1) -> float:
    relevant = relevant_documents(judgements, rel)
    return len(relevant & set(ranking[:k])) / len(relevant) if relevant else nan


def judged_share(ranking: Ranking, judgements: Judgements, *, k: int) -> float:
    top = ranking[:k]
    seen = [document for document in top if judgements.get(document, -1) >= 0]
    return len(seen) / len(top) if top else nan


def unjudged_share(ranking: Ranking, judgements: Judgements, *, k: int) -> float:
    """Holes among k places; what lies beyond the end of the list is none."""
    holes = [document for document in ranking[:k] if judgements.get(document, -1) < 0]
    return len(holes) / k


def one(ranking: Ranking, judgements: Judgements) -> float:
    return 1


def number_bad_retrieved(ranking: Ranking, judgements: Judgements, rel: float = 1) -> float:
    return sum(0 <= judgements[document] < rel for document in ranking if document in judgements)


def relative_precision(ranking: Ranking, judgements: Judgements, *, k: int, rel: float = 1) -> float:
    """Over the best that any k documents could do."""
    relevant = relevant_documents(judgements, rel)
    best = sorted(judgements, key=lambda document: document not in relevant)[:k]
    return len(relevant & set(ranking[:k])) / len(relevant & set(best)) if relevant else nan


def success(ranking: Ranking, judgements: Judgements, *, k: int, rel: float = 1) -> float:
    relevant = relevant_documents(judgements, rel)
    return float(any(document in relevant for document in ranking[:k])) if relevant else nan


def set_precision(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    return precision(ranking, judgements, k=max(len(ranking), 1), rel=rel)


def set_recall(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    return recall(ranking, judgements, k=len(ranking), rel=rel)


def set_relative_precision(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    return relative_precision(ranking, judgements, k=max(len(ranking), 1), rel=rel)


def set_average_precision(ranking: Ranking, judgements: Judgements, *, rel: float = 1) -> float:
    """Each relevant document found has the precision of the whole set."""
    relevant = relevant_documents(judgements, rel)
    whole = set_precision(ranking, judgements, rel=rel)
    return sum(whole for document in relevant if document in ranking) / len(relevant) if relevant else nan


def harmonic_mean(precision: float, recall: float, alpha: float) -> float:
    """The form of van Rijsbergen's book, with the two divisions."""
    if isnan(precision) or isnan(recall):
        return nan
    return 1 / (alpha / precision + (1 - alpha) / recall) if precision > 0 else 0.0


def f_measure(
    ranking: Ranking,
    judgements: Judgements,
    *,
    k: int,
    beta: float | None = None,
    alpha: float | None = None,
    rel: float = 1,
) -> float:
    return 1 - effectiveness(ranking, judgements, k=k, alpha=alpha, beta=beta, rel=rel)


def set_f_measure(ranking: Ranking, judgements: Judgements, *, beta: float = 1, rel: float = 1) -> float:
    return f_measure(ranking, judgements, k=max(len(ranking), 1), beta=beta, rel=rel)


def effectiveness(
    ranking: Ranking,
    judgements: Judgements,
    *,
    k: int | None = None,
    alpha: float | None = None,
    beta: float | None = None,
    rel: float = 1,
) -> float:
    if alpha is None:
        alpha = 1 / ((1 if beta is None else beta) ** 2 + 1)
    size = max(len(ranking), 1) if k is None else k
    p, r = precision(ranking, judgements, k=size, rel=rel), recall(ranking, judgements, k=size, rel=rel)
    return 1 - harmonic_mean(p, r, alpha)


def mean_of_both(ranking: Ranking, judgements: Judgements, *, k: int | None = None, rel: float = 1) -> float:
    size = max(len(ranking), 1) if k is None else k
    p, r = precision(ranking, judgements, k=size, rel=rel), recall(ranking, judgements, k=size, rel=rel)
    return (p + r) / 2


class Table(NamedTuple):
    """The contingency table, by laying out the whole collection."""

    tp: int
    fp: int
    fn: int
    tn: int


def table(
    ranking: Ranking, judgements: Judgements, rel: float, collection: int, k: int | None = None
) -> Table:
    relevant, retrieved = relevant_documents(judgements, rel), set(ranking[:k])
    documents = relevant | set(ranking)
    documents |= {f"unheard of {number}" for number in range(collection - len(documents))}
    cells = [(document in retrieved, document in relevant) for document in documents]
    return Table(
        cells.count((True, True)),
        cells.count((True, False)),
        cells.count((False, True)),
        cells.count((False, False)),
    )


def fallout(
    ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1, k: int | None = None
) -> float:
    cells = table(ranking, judgements, rel, collection, k)
    return cells.fp / (cells.fp + cells.tn) if cells.fp + cells.tn else nan


def generality(ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1) -> float:
    cells = table(ranking, judgements, rel, collection)
    return (cells.tp + cells.fn) / sum(cells)


def accuracy(ranking: Ranking, judgements: Judgements, *, collection: int, rel: float = 1) -> float:
    cells = table(ranking, judgements, rel, collection)
    return (cells.tp + cells.tn) / sum(cells)


def utility(
    ranking: Ranking,
    judgements: Judgements,
    *,
    a: float = 1,
    b: float = -1,
    c: float = 0,
    d: float = 0,
    rel: float = 1,
    collection: int = 0,
) -> float:
    """A visit to each document that is retrieved or relevant; the rest of the collection at once."""
    relevant = relevant_documents(judgements, rel)
    gain = sum(a if document in relevant else b for document in ranking)
    gain += sum(c for document in relevant if document not in ranking)
    return gain + d * (collection - len(relevant | set(ranking)))


ORACLES = {
    "E": effectiveness,
    "EMean": mean_of_both,
    "F": f_measure,
    "Fallout": fallout,
    "Generality": generality,
    "Judged": judged_share,
    "NumNonRelJudgedRet": number_bad_retrieved,
    "NumQ": one,
    "NumRel": number_relevant,
    "NumRelRet": number_relevant_retrieved,
    "NumRet": number_retrieved,
    "P": precision,
    "R": recall,
    "RelP": relative_precision,
    "SetAP": set_average_precision,
    "SetAccuracy": accuracy,
    "SetF": set_f_measure,
    "SetP": set_precision,
    "SetR": set_recall,
    "SetRelP": set_relative_precision,
    "Success": success,
    "Unjudged": unjudged_share,
    "Utility": utility,
}
