"""What a measure promises. Each promise is tested on random topics for every measure that makes it.

A trait is declared exactly when it is true, so that a reader can rely on its absence, too; `promotion` is the
exception: measures that do not look at the order keep it trivially and do not boast of it.
"""

from __future__ import annotations

from typing import Literal, get_args

Trait = Literal["bounded", "promotion", "strict", "ideal", "unjudged-blind", "counts", "always-defined"]
Relevance = Literal["none", "binary", "graded"]
Retrieval = Literal["none", "set", "ranking", "scores"]

TRAITS: dict[Trait, str] = {
    "bounded": "the values lie between 0 and 1",
    "promotion": "moving a better document up past a worse one never lowers the value",
    "strict": "moving a better document up past a worse one raises the value, as long as nothing is cut off",
    "ideal": "the ideal ranking scores 1, as long as nothing is cut off",
    "unjudged-blind": "unjudged documents in the ranking change nothing",
    "counts": "the values are counts, summed over topics rather than averaged",
    "always-defined": "a topic without relevant documents has a value, too",
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

assert get_args(Trait) == tuple(TRAITS)  # noqa: S101  (a slip of the pen here, never a user's)
