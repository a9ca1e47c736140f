"""How EPRUM and EP/GR fall when a perfect run is made worse, step by step: figure 4 of Piwowarski & Dupret (2006).

    python examples/figure4.py > figure4.csv              29 topics on random trees
    python examples/figure4.py INEX-FOLDER > figure4.csv  real ones: judgements in qrels.inex, articles in xml/

A perfect run lists the ideal elements. In nine others each of them has moved up or down in its document, by one step
and another with probability m = 0.1, ..., 0.9 each. Both measures see the same users, who walk up and down by the share
of text that two elements have in common. The data come as lines of measure, m, recall, precision (means over topics, and
over twenty runs for each m: one alone falls less smoothly than what it is drawn from).
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from cranfield import read_qrels, simulate
from cranfield.judge.navigation import Forest, LengthRatio, Tree, XmlTree, reached_from
from cranfield.judge.navigation.spans import Spans
from cranfield.measure.curves import curve_of, effort_curve_of
from cranfield.measure.families.structured.precision import Choices
from cranfield.read.inex.spans import Span, XmlSpans

LEVELS = [percent / 100 for percent in range(1, 101)]
MOVES = [tenth / 10 for tenth in range(10)]
DRAWS = 20
TOPICS, TREES, IDEALS, DEEPEST = 29, 4, 16, 5
HIGHEST = 3  # grades of the random trees: a third, two thirds, or all of the users find an element ideal

Judgements = dict[str, dict[str, float]]


class Collection(NamedTuple):
    """Documents, and what is ideal in them."""

    tree: Forest
    spans: Spans
    ideals: Judgements
    choices: Choices


def grown(random: np.random.Generator) -> Collection:
    """Make random trees, and choose elements that do not nest."""
    parents: dict[str, str | None] = {}
    spans: dict[str, Span] = {}
    ideals: Judgements = {}
    for topic in range(TOPICS):
        name = f"topic{topic + 1:02}"
        trees = [f"{name}-{number}" for number in range(TREES)]
        for document in trees:
            _grow(f"{document}:/e[1]", None, 0, random, parents, spans)
        candidates = [element for element in spans if element.startswith(f"{name}-")]
        ideals[name] = _disjoint(candidates, spans, random)
    return Collection(Tree(parents), spans, ideals, Choices(scale=HIGHEST))


def _grow(
    element: str,
    parent: str | None,
    start: int,
    random: np.random.Generator,
    parents: dict[str, str | None],
    spans: dict[str, Span],
) -> int:
    """Let an element grow from this place on; return where it ends."""
    parents[element] = parent
    depth = element.count("/")
    end = start
    if depth < 2 or (depth < DEEPEST and random.random() < 0.6):
        for child in range(int(random.integers(2, 5))):
            end = _grow(f"{element}/e[{child + 1}]", element, end, random, parents, spans)
    else:
        end += int(random.integers(20, 200))
    spans[element] = Span(element.partition(":")[0], start, end)
    return end


def _disjoint(
    candidates: Sequence[str], spans: dict[str, Span], random: np.random.Generator
) -> dict[str, float]:
    chosen: dict[str, float] = {}
    for place in random.permutation(len(candidates)).tolist():
        element, here = candidates[place], spans[candidates[place]]
        near = [spans[other] for other in chosen if spans[other].document == here.document]
        if all(other.end <= here.start or here.end <= other.start for other in near):
            chosen[element] = float(random.integers(1, HIGHEST + 1))
        if len(chosen) == IDEALS:
            break
    return chosen


def of_inex(folder: Path) -> Collection:
    """Take for each passage the element that fits it best; of elements that nest, the one around the others."""
    qrels, spans = read_qrels(folder / "qrels.inex"), XmlSpans(folder / "xml")
    told = qrels.passages
    if told is None:
        raise SystemExit(f"{folder / 'qrels.inex'} has no passages")
    tree, model = XmlTree(spans), LengthRatio(spans, nested="outermost")
    ends = np.searchsorted(told.row, qrels.starts).tolist()
    ideals: Judgements = {}
    for topic, first, last in zip(qrels.topics, ends[:-1], ends[1:], strict=True):
        passages = zip(
            *(column[first:last].tolist() for column in (told.row, told.start, told.end)), strict=True
        )
        at_hand = [
            Span(qrels.docs[row], start, end) for row, start, end in passages if qrels.docs[row] in spans
        ]
        fitting = list(dict.fromkeys(best_fit(passage, tree, spans) for passage in at_hand))
        ideals[topic] = {fitting[number]: 1.0 for number in model.choose(topic, fitting)}
    return Collection(tree, spans, ideals, Choices())


def best_fit(passage: Span, tree: XmlTree, spans: XmlSpans) -> str:
    """Return the element that has most in common with a passage, as a share of what both cover."""

    def fit(element: str) -> float:
        _, start, end = spans[element]
        return (min(end, passage.end) - max(start, passage.start)) / (
            max(end, passage.end) - min(start, passage.start)
        )

    best = here = tree.children(passage.document)[0]
    while children := tree.children(here):  # only the child that holds most of the passage can fit better
        here = max(children, key=fit)
        best = max(best, here, key=fit)
    return best


def curves(collection: Collection, seed: int) -> Iterator[tuple[str, float, float, float]]:
    """Return the points of both panels."""
    model = LengthRatio(collection.spans)
    perfect = {
        topic: sorted(elements, key=elements.__getitem__, reverse=True)
        for topic, elements in collection.ideals.items()
    }
    for move in MOVES:
        drawn = []
        for draw in range(DRAWS if move else 1):
            worse = simulate.degrade(
                perfect, tree=collection.tree, move=move, repeats="keep", seed=seed + draw
            )
            drawn.append(reached_from(model, collection.ideals, worse))
        for measure, curve in (("EPRUM", curve_of), ("EP/GR", effort_curve_of)):
            means = [curve(reached, LEVELS, collection.choices).mean for reached in drawn]
            mean = np.mean(means, axis=0).tolist()
            yield from (
                (measure, move, level, precision) for level, precision in zip(LEVELS, mean, strict=True)
            )


if __name__ == "__main__":
    collection = of_inex(Path(sys.argv[1])) if sys.argv[1:] else grown(np.random.default_rng(2006))
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("measure", "m", "recall", "precision"))
    for measure, move, level, precision in curves(collection, seed=2006):
        writer.writerow((measure, move, level, f"{precision:.6f}"))
