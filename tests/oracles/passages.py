"""Measures of text, character by character: `text` holds the judged documents with `#` where the judge highlighted.

An element is (document, start, end), and a character is read whenever an element shows it. Effort-precision is one of
ordinary gains, so its oracles are like all others.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor, isnan, nan

from tests.oracles.sets import Judgements, Ranking

Text = dict[str, str]
Element = tuple[str, int, int]
Run = list[Element]
Character = tuple[str, int]


def highlighted(text: Text) -> set[Character]:
    return {
        (doc, at) for doc, characters in text.items() for at, mark in enumerate(characters) if mark == "#"
    }


def shown(elements: Run) -> set[Character]:
    return {(doc, at) for doc, start, end in elements for at in range(start, end)}


def length(elements: Run) -> int:
    return sum(end - start for _, start, end in elements)


def share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0


def text_precision(text: Text, run: Run, *, k: int | None = None) -> float:
    return share(len(shown(run[:k]) & highlighted(text)), length(run[:k])) if highlighted(text) else nan


def text_recall(text: Text, run: Run, *, k: int | None = None) -> float:
    return (
        share(len(shown(run[:k]) & highlighted(text)), len(highlighted(text))) if highlighted(text) else nan
    )


def interpolated(text: Text, run: Run, level: Fraction) -> float:
    """The best precision at any rank with at least this recall."""
    if not highlighted(text):
        return nan
    wanted = level * len(highlighted(text))
    ranks = range(1, len(run) + 1)
    reached = [k for k in ranks if len(shown(run[:k]) & highlighted(text)) >= wanted]
    return max((text_precision(text, run, k=k) for k in reached), default=0.0)


def interpolated_text_precision(text: Text, run: Run, *, x: float) -> float:
    return interpolated(text, run, Fraction(repr(x)))


def average_interpolated_text_precision(text: Text, run: Run, *, points: int = 101) -> float:
    return sum(interpolated(text, run, Fraction(step, points - 1)) for step in range(points)) / points


def as_inex_eval_does(text: Text, run: Run) -> float:
    """AiP in the manner of INEX's own program, but in fractions: a slot for each percent of recall, filled from the right."""
    slots = [0.0] * 101
    relevant = highlighted(text)
    for k in range(1, len(run) + 1):
        slot = floor(Fraction(100 * len(shown(run[:k]) & relevant), len(relevant)))
        slots[slot] = max(slots[slot], text_precision(text, run, k=k))
    return sum(max(slots[slot:]) for slot in range(101)) / 101


def documents(run: Run) -> list[str]:
    return list(dict.fromkeys(doc for doc, _, _ in run))


def worth(text: Text, run: Run, doc: str, *, score: str, beta: float, n: int) -> float:
    """What a document is worth to the reader of a run."""
    read = [element for element in run if element[0] == doc]
    relevant = {each for each in highlighted(text) if each[0] == doc}
    found = len(shown(read) & relevant)
    if not relevant:
        return 0.0
    if score == "entry":
        return max(0.0, 1 - abs(read[0][1] - min(at for _, at in relevant)) / n)
    if not found:
        return 0.0
    precision, recall = found / length(read), found / len(relevant)
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


def generalised_precision(
    text: Text, run: Run, *, k: int, score: str = "text", beta: float = 0.25, n: int = 500
) -> float:
    if not highlighted(text):
        return nan
    return sum(worth(text, run, doc, score=score, beta=beta, n=n) for doc in documents(run)[:k]) / k


def average_generalised_precision(
    text: Text, run: Run, *, score: str = "text", beta: float = 0.25, n: int = 500
) -> float:
    relevant = {doc for doc, _ in highlighted(text)}
    ranks = [rank for rank, doc in enumerate(documents(run), 1) if doc in relevant]
    total = sum(generalised_precision(text, run, k=rank, score=score, beta=beta, n=n) for rank in ranks)
    return total / len(relevant) if relevant else nan


def met(text: Text, element: Element, tolerance: int) -> Character | None:
    """The first character of the passage that a reader comes upon who begins at an element."""
    doc, at, _ = element
    characters = text.get(doc, "")
    patience = tolerance
    while at < len(characters) and characters[at] != "#":
        at, patience = at + 1, patience - 1
    if at >= len(characters) or patience < 0:
        return None
    while at and characters[at - 1] == "#":
        at -= 1
    return doc, at


def reached(text: Text, run: Run, tolerance: int) -> int:
    return len({met(text, element, tolerance) for element in run} - {None})


def tolerant_precision(text: Text, run: Run, *, tolerance: int = 500, k: int | None = None) -> float:
    return share(reached(text, run[:k], tolerance), k or len(run)) if highlighted(text) else nan


def tolerant_recall(text: Text, run: Run, *, tolerance: int = 500, k: int | None = None) -> float:
    passages = sum(len(characters.replace(".", " ").split()) for characters in text.values())
    return share(reached(text, run[:k], tolerance), passages) if passages else nan


def gains_down(ranking: Ranking, judgements: Judgements) -> list[float]:
    return [max(judgements.get(doc, 0.0), 0.0) for doc in ranking]


def first_rank(gains: list[float], wanted: float) -> int | None:
    total = 0.0
    for rank, gain in enumerate(gains, 1):
        total += gain
        if total >= wanted - 1e-9:
            return rank
    return None


def effort_precision(
    ranking: Ranking, judgements: Judgements, *, gains: str | None = None, x: float
) -> float:
    assert gains is None
    ideal = sorted((grade for grade in judgements.values() if grade > 0), reverse=True)
    if not ideal:
        return nan
    least = first_rank(ideal, x * sum(ideal))
    needed = first_rank(gains_down(ranking, judgements), x * sum(ideal))
    return least / needed if least and needed else 0.0


def mean_effort_precision(ranking: Ranking, judgements: Judgements, *, gains: str | None = None) -> float:
    ideal = [grade for grade in judgements.values() if grade > 0]
    found = gains_down(ranking, judgements)
    total = 0.0
    for rank, gain in enumerate(found, 1):
        if gain > 0:
            level = sum(found[:rank]) / sum(ideal)
            each = effort_precision(ranking, judgements, gains=gains, x=level)
            assert not isnan(each)
            total += each
    return total / len(ideal) if ideal else nan


OF_TEXT: dict[str, Callable[..., float]] = {
    "TextP": text_precision,
    "TextR": text_recall,
    "iP": interpolated_text_precision,
    "AiP": average_interpolated_text_precision,
    "gP": generalised_precision,
    "AgP": average_generalised_precision,
    "T2IP": tolerant_precision,
    "T2IR": tolerant_recall,
}
ORACLES: dict[str, Callable[..., float]] = {"EP": effort_precision, "MAep": mean_effort_precision}
APART = set(OF_TEXT)

_NO_OTHER_TOOL = (
    "no paper prints an example that could be recomputed, and INEX's own program is no longer handed out; "
    "what it does is told again in `as_inex_eval_does`, from its rules"
)
_NO_EXAMPLE = "the papers define it, and print no example that could be recomputed"
UNREFERENCED = {
    "TextP": _NO_OTHER_TOOL,
    "TextR": _NO_OTHER_TOOL,
    "iP": _NO_OTHER_TOOL,
    "AiP": _NO_OTHER_TOOL,
    "T2IP": _NO_EXAMPLE,
    "T2IR": _NO_EXAMPLE,
    "MAep": _NO_EXAMPLE,
}
