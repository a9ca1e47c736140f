"""What the gallery shows of each plot: simulated campaigns, and the worked examples of the papers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np

import cranfield as cf
from cranfield.judge.navigation import LengthRatio, Tree
from cranfield.read.inex.spans import Span
from cranfield.report.plots.plot import Plot
from cranfield.simulate import Campaign, degrade, simulate


class Sample(NamedTuple):
    """One picture: what the file is called, how it is made, and what to say below it."""

    file: str
    make: Callable[..., Plot]
    told: str


CAMPAIGN = "campaign/qrels.txt campaign/runs"
"""What `cranfield demo --keep campaign` writes: every command of the page is for it."""

COMMANDS = {
    "sorted": f'{CAMPAIGN} -m "AP R@100 PRES@100"',
    "bump": f'{CAMPAIGN} -m "RR AP R@100"',
    "agreement": f'{CAMPAIGN} -m "AP R@100 PRES@100"',
    "cutoffs": CAMPAIGN,
    "judged": f"{CAMPAIGN} --set k=200",
    "steps": "campaign/qrels.txt campaign/runs/oak.txt --set topic=101 --set k=100",
    "pres_family": "",
    "square": "campaign/qrels.txt campaign/runs/oak.txt --set topic=101 --set top=2 --set scores=minmax",
    "precision_recall": "campaign/qrels.txt campaign/runs/oak.txt --set topic=101 --set k=100",
    "recall_curves": CAMPAIGN,
    "eprum": CAMPAIGN,
    "gains": CAMPAIGN,
    "discounts": "--set k=10 --set p=0.5",
    "f_curves": f'{CAMPAIGN} -m "P@20 R@20"',
    "navigation": "--set 'edges=x>y:0.5,x>z:0.3,y>z:0.8,z>y:0.12'",
    "reach": "campaign/qrels.txt campaign/runs/oak.txt --set topic=102 --set k=5",
    "session": "--set 'parents=a,a>b,a>c,c>d' --set ideals=b,d --set steps=a,b,c+d",
    "differences": "campaign/qrels.txt campaign/runs/oak.txt campaign/runs/fir.txt -m nDCG@10",
    "topics": f"{CAMPAIGN} -m nDCG@10",
    "heatmap": f"{CAMPAIGN} -m nDCG@10",
    "p_matrix": f"{CAMPAIGN} -m nDCG@10",
    "intervals": f'{CAMPAIGN} -m "AP nDCG@10"',
    "power": f"{CAMPAIGN} -m nDCG@10",
    "strips": f"{CAMPAIGN} --set topic=101 --set k=40",
    "beads": f"{CAMPAIGN} --set topic=101 --set reference=oak",
    "lorenz": f"{CAMPAIGN} --set k=20",
}


@cache
def small() -> Campaign:
    """Four systems, fifty topics."""
    return simulate(seed=1)


@cache
def scores(measures: str) -> cf.Scores:
    """What these systems have."""
    return cf.evaluate(small().qrels, small().runs, measures)


@cache
def large() -> cf.Scores:
    """Forty-eight systems, as many as the paper about PRES has."""
    chance = np.random.default_rng(2010)
    systems = {
        f"R{number:02}": float(quality)
        for number, quality in enumerate(chance.uniform(0.9, 2.3, 48), start=1)
    }
    campaign = simulate(systems, topics=25, documents=1000, retrieved=200, pool_depth=100, seed=2010)
    return cf.evaluate(campaign.qrels, campaign.runs, "AP PRES@200 R@200")


def one(system: str) -> dict[str, Any]:
    """Return a run of the small campaign by its name."""
    return {system: small().runs[system]}


def three() -> dict[str, Any]:
    """Return three of its runs."""
    return one("oak") | one("ash") | one("elm")


def ranking(relevant: list[int], depth: int = 10) -> list[str]:
    """Return a ranking as the lectures write it: which ranks are relevant."""
    return [f"r{relevant.index(rank)}" if rank in relevant else f"n{rank}" for rank in range(1, depth + 1)]


def lecture(relevant: int, **rankings: list[int]) -> tuple[dict[str, dict[str, int]], dict[str, Any]]:
    """Return the judgements and runs of one topic of the lectures."""
    judged = {f"r{number}": 1 for number in range(relevant)} | {f"n{rank}": 0 for rank in range(1, 11)}
    return {"1": judged}, {name: {"1": ranking(ranks)} for name, ranks in rankings.items()}


TOPIC_1 = lecture(6, A=[1, 3, 4, 5, 6, 10], B=[2, 5, 6, 7, 9, 10])

URE = dict(zip("abcde", (0.8, 0.6, 0.4, 0.2, 0.1), strict=True))
SRE = {
    "IRS1": (0.9, 0.5, 0.5, 0.1, 0.2),
    "IRS2": (1.0, 0.4, 0.6, 0.0, 0.3),
    "IRS3": (0.8, 0.6, 0.4, 0.2, 1.0),
}


def table_1(*systems: str) -> tuple[Any, Any]:
    """Return Mizzaro's first table."""
    chosen = systems or tuple(SRE)
    return {"q": URE}, {name: {"q": dict(zip("abcde", SRE[name], strict=True))} for name in chosen}


def table_2a() -> tuple[Any, Any]:
    """Return three documents that have the distances of Mizzaro's second table: its own figure is lost."""
    runs = {"IRS1": (0.51, 0.51), "IRS2": (0.49, 0.49), "IRS3": (0.49, 0.51)}
    return {"q": {"d1": 0.75, "d2": 0.75, "d3": 0.25}}, {
        name: {"q": {"d1": 0.75, "d2": two, "d3": three}} for name, (two, three) in runs.items()
    }


def worse_and_worse() -> Plot:
    """Make the experiment of Piwowarski & Dupret: elements that are moved in their trees, ever more often."""
    chance = np.random.default_rng(2006)
    parents: dict[str, str | None] = {}
    spans: dict[str, Span] = {}
    qrels: dict[str, dict[str, int]] = {}
    for topic in range(29):
        leaves = [leaf for tree in range(4) for leaf in _tree(f"{topic}-{tree}", chance, parents, spans)]
        ideal = chance.choice(len(leaves), size=int(chance.integers(4, 17)), replace=False)
        qrels[str(topic)] = {leaves[place]: 1 for place in sorted(ideal.tolist())}
    best = {topic: list(ideals) for topic, ideals in qrels.items()}
    runs = {
        f"m = {tenth / 10:g}": degrade(best, tree=Tree(parents), move=tenth / 10, seed=tenth)
        for tenth in range(10)
    }
    return cf.plot.eprum(qrels, runs, navigation=LengthRatio(spans))


def _tree(
    name: str, chance: np.random.Generator, parents: dict[str, str | None], spans: dict[str, Span]
) -> list[str]:
    """Grow one document: sections and their paragraphs; return the paragraphs."""
    root, at, leaves = f"{name}", 0, []
    parents[root] = None
    for section in range(int(chance.integers(2, 5))):
        begin, parent = at, f"{name}/{section}"
        parents[parent] = root
        for paragraph in range(int(chance.integers(2, 5))):
            leaf, length = f"{parent}/{paragraph}", int(chance.integers(20, 200))
            parents[leaf], spans[leaf] = parent, Span(name, at, at + length)
            leaves.append(leaf)
            at += length
        spans[parent] = Span(name, begin, at)
    spans[root] = Span(name, 0, at)
    return leaves


TREE = {"a": None, "b": "a", "c": "a", "k": "a", "d": "c", "e": "c", "f": "d", "i": "d", "g": "e", "h": "e"}
STEPS = [["a"], ["b"], ["c", "f"], ["d", "f", "i"], ["e", "g", "h"]]
EDGES = [("x", "y", 0.5), ("x", "z", 0.3), ("y", "z", 0.8), ("z", "y", 0.12)]
LIST = {"c": {"a": 0.4, "b": 0.4}, "d": {"a": 0.6, "b": 0.4}, "a": {"a": 1.0}}
