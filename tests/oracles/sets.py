"""Counting documents."""

from __future__ import annotations

from math import nan

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
