"""What a measure promises. Each promise is tested on random topics for every measure that makes it.

A trait is declared exactly when it is true, so that a reader can rely on its absence, too; `promotion` and `lower` are
the exceptions: measures that do not look at the order keep them trivially and do not boast of it.
"""

from __future__ import annotations

from typing import Literal, get_args

Trait = Literal[
    "bounded",
    "promotion",
    "strict",
    "ideal",
    "unjudged-blind",
    "counts",
    "geometric",
    "always-defined",
    "partial",
    "lower",
    "descriptive",
]
Relevance = Literal["none", "binary", "graded"]
Retrieval = Literal["none", "set", "ranking", "scores"]
Need = Literal["aspects", "passages", "unit-scores"]

TRAITS: dict[Trait, str] = {
    "bounded": "the values lie between 0 and 1",
    "promotion": "moving a better document up past a worse one never worsens the value",
    "strict": "moving a better document up past a worse one improves the value, as long as nothing is cut off",
    "ideal": "the ideal ranking scores 1 (0 where less is better), as long as nothing is cut off",
    "unjudged-blind": "unjudged documents in the ranking change nothing",
    "counts": "the values are counts, summed over topics rather than averaged",
    "geometric": "the topics are averaged geometrically: a topic near 0 weighs much",
    "always-defined": "a topic without relevant documents has a value, too",
    "partial": "undefined, too, where there is nothing of what it divides by",
    "lower": "less is better",
    "descriptive": "describes the run or its user; neither more nor less is better",
}

RELEVANCE: dict[Relevance, str] = {
    "none": "does not ask what is relevant",
    "binary": "asks only whether a document's grade reaches `rel`",
    "graded": "weighs documents by their grades",
}

RETRIEVAL: dict[Retrieval, str] = {
    "none": "does not look at the run",
    "set": "asks which documents are there, not in which order",
    "ranking": "looks at the ranks, not at the scores behind them",
    "scores": "looks at the scores themselves",
}

NEEDS: dict[Need, str] = {
    "aspects": "needs judgements by aspect: the second column of the qrels, or dicts of dicts of dicts",
    "passages": "needs judgements of passages: which text of a document is relevant, in the format of INEX",
    "unit-scores": "needs scores from 0 to 1, or the name of a normaliser",
}

assert get_args(Trait) == tuple(TRAITS)  # noqa: S101  (a slip of the pen here, never a user's)
