"""Make the campaigns that the benchmarks read: seeded, realistic, skipped when already there.

    python benchmarks/generate.py S M L              the base campaigns
    python benchmarks/generate.py M:unsorted S:gz    a variant (its base is made first)

S    1 run    x     50 topics x 1,000 documents, deep graded judgements, ids like FT911-3
M    1 run    x  6,980 topics x 1,000 documents, 1.06 relevant passages a topic, as in MS MARCO
M10  1 run    x 69,800 topics x 1,000 documents: M ten times, for the memory check
Mdeep 1 run   x 6,980 topics x 10,000 documents: ten times the lines only, for the same
L    100 runs x     50 topics x 1,000 documents, deep graded judgements, ids like dnla56uh
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from variants import VARIANTS, Source, written

SEED = 1958
"""The year in which the first Cranfield experiments began."""

FORMAT = 1
"""Raise it when generated files change: campaigns of another format are made anew."""

DEPTH = 1000
CACHE = Path(__file__).parent / "data"
Random = np.random.Generator


@dataclass(frozen=True)
class Campaign:
    """What one campaign holds; `write` makes its qrels and runs below a directory."""

    runs: int
    topics: int
    write: Callable[[Campaign, Path, Random], dict[str, float]]
    depth: int = DEPTH


def run_rows(topic: str, documents: list[str], scores: np.ndarray, tag: str) -> str:
    """One topic of a run in TREC format, best first. `%` on whole rows is the fastest way in plain Python."""
    row = f"{topic} Q0 %s %d %.4f {tag}\n".__mod__
    return "".join(map(row, zip(documents, range(1, len(documents) + 1), scores.tolist(), strict=True)))


# --- sparse: one relevant passage or two a topic ---------------------------------------------------------

PASSAGES = 8_841_823
QUERIES = 1_102_432
FOUND = 0.857
"""The share of relevant passages that BM25 has among its first 1,000 on MS MARCO's small dev set."""


def write_sparse(campaign: Campaign, folder: Path, rng: Random) -> dict[str, float]:
    """M: numbers for passages and, in no order, for topics; nearly all topics have one relevant passage."""
    topics = rng.choice(QUERIES, size=campaign.topics, replace=False)
    with written(folder / "qrels.txt") as qrels, written(folder / "run.txt") as run:
        for topic in map(str, topics.tolist()):
            relevant, retrieved, scores = sparse_topic(rng, campaign.depth)
            qrels.writelines(f"{topic} 0 {passage} 1\n".encode() for passage in relevant.tolist())
            run.write(run_rows(topic, list(map(str, retrieved.tolist())), scores, "bm25").encode())
    return {"run": FOUND}


def sparse_topic(rng: Random, depth: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The relevant passages, the retrieved ones (best first) and their scores; MRR is near BM25's 0.19."""
    relevant_count = 1 + int(rng.random() < 0.06)
    passages = rng.choice(PASSAGES, size=depth + relevant_count, replace=False)
    relevant, others = passages[:relevant_count], passages[relevant_count:]
    found = relevant[rng.random(relevant_count) < FOUND]
    retrieved = np.concatenate([found, others[: depth - len(found)]])
    scores = rng.exponential(size=depth)
    scores[: len(found)] += rng.gamma(1.8, 1.9, size=len(found))
    scores = 6.5 + 1.2 * scores
    order = np.argsort(-scores, kind="stable")
    return relevant, retrieved[order], scores[order]


# --- deep: many judged documents a topic, graded ---------------------------------------------------------

UNIVERSE = 4000
"""Documents that any system could retrieve for a topic; systems overlap, for they choose from the same."""

JUDGED = 1300
HIGHLY, RELEVANT = 0.04, 0.10
"""The shares of highly relevant (2) and relevant (1) documents in a topic's universe."""


@dataclass(frozen=True)
class Topic:
    """A topic as all systems see it: how attractive each document looks (relevance plus shared error)."""

    name: str
    documents: np.ndarray
    grades: np.ndarray
    appeal: np.ndarray


def deep_topic(name: str, documents: np.ndarray, rng: Random) -> Topic:
    """Grades by chance; the number of relevant documents differs a lot between topics, as it does in TREC."""
    plenty = rng.lognormal(-0.2, 0.6)
    dice = rng.random(UNIVERSE)
    grades = np.where(dice < HIGHLY * plenty, 2, np.where(dice < (HIGHLY + RELEVANT) * plenty, 1, 0))
    appeal = rng.normal(size=UNIVERSE) + 0.9 * grades
    return Topic(name, documents, grades, appeal / appeal.std())


def write_pool(folder: Path, topics: list[Topic], rng: Random) -> None:
    """Judge about 1,300 documents a topic: the most attractive ones, as a pool of good systems does."""
    with written(folder / "qrels.txt") as qrels:
        for topic in topics:
            judged = rng.poisson(JUDGED)
            pool = np.sort(np.argsort(-(topic.appeal + 0.3 * rng.normal(size=UNIVERSE)))[:judged])
            rows = zip(topic.documents[pool], topic.grades[pool].tolist(), strict=True)
            qrels.writelines(f"{topic.name} 0 {document} {grade}\n".encode() for document, grade in rows)


def write_deep_run(path: Path, topics: list[Topic], quality: float, rng: Random) -> None:
    """Mix what all systems see with an error of this system's own; `quality` is the share of the former."""
    with written(path) as run:
        for topic in topics:
            own_error = rng.normal(size=UNIVERSE)
            scores = 12 + 2 * (quality * topic.appeal + (1 - quality**2) ** 0.5 * own_error)
            order = np.argsort(-scores, kind="stable")[:DEPTH]
            run.write(
                run_rows(topic.name, topic.documents[order].tolist(), scores[order], path.stem).encode()
            )


def write_deep(campaign: Campaign, folder: Path, rng: Random) -> dict[str, float]:
    """S and L: one or many systems of evenly spread quality over the same judged topics."""
    several = campaign.runs > 1
    names = cord_ids if several else newspaper_ids
    first = 1 if several else 301
    topics = [deep_topic(str(first + number), names(rng), rng) for number in range(campaign.topics)]
    write_pool(folder, topics, rng)
    if not several:
        write_deep_run(folder / "run.txt", topics, 0.7, rng)
        return {"run": 0.7}
    qualities = dict(enumerate(rng.permutation(np.linspace(0.25, 0.95, campaign.runs)).round(4).tolist()))
    for number, quality in qualities.items():
        write_deep_run(folder / f"run-{number:03}.txt", topics, quality, rng)
    return {f"run-{number:03}": quality for number, quality in qualities.items()}


def newspaper_ids(rng: Random) -> np.ndarray:
    """Distinct ids of differing length, as in TREC Robust: FT911-3, LA010189-0001, FBIS3-10082."""
    prefixes = np.array(["FT911-", "FT944-", "LA010189-", "FBIS3-", "FBIS4-", "FR940104-0-"])
    numbers = rng.choice(60_000, size=UNIVERSE, replace=False)
    chosen = prefixes[rng.integers(len(prefixes), size=UNIVERSE)]
    return np.array([f"{prefix}{number}" for prefix, number in zip(chosen, numbers.tolist(), strict=True)])


def cord_ids(rng: Random) -> np.ndarray:
    """Distinct ids of eight letters and digits, as in TREC-COVID: dnla56uh."""
    alphabet = np.array(list("abcdefghijklmnopqrstuvwxyz0123456789"))
    letters = alphabet[rng.integers(len(alphabet), size=(UNIVERSE * 11 // 10, 8))]
    return np.unique(["".join(row) for row in letters])[rng.permutation(UNIVERSE)]


# --- the cache -------------------------------------------------------------------------------------------

CAMPAIGNS = {
    "S": Campaign(runs=1, topics=50, write=write_deep),
    "M": Campaign(runs=1, topics=6_980, write=write_sparse),
    "M10": Campaign(runs=1, topics=69_800, write=write_sparse),
    "Mdeep": Campaign(runs=1, topics=6_980, write=write_sparse, depth=10_000),
    "L": Campaign(runs=100, topics=50, write=write_deep),
}


def make(name: str, cache: Path, seed: int) -> None:
    """Make the campaign `name` ("M") or the variant of one ("M:ties") below `cache`, unless it is there."""
    base, _, variant = name.partition(":")
    folder = cache / base
    stamp = {"format": FORMAT, "seed": seed}
    if not is_current(folder, stamp):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.iterdir():
            old.unlink()
        say(f"making {base} ...")
        qualities = CAMPAIGNS[base].write(
            CAMPAIGNS[base], folder, np.random.default_rng([seed, *base.encode()])
        )
        (folder / "stamp.json").write_text(json.dumps({**stamp, "quality": qualities}, indent=1) + "\n")
    if variant:
        target = folder / VARIANTS[variant].file
        if not target.exists():
            say(f"making {name} ...")
            rng = np.random.default_rng([seed, *name.encode()])
            VARIANTS[variant].write(Source(folder / "run.txt", DEPTH, rng), target)


def is_current(folder: Path, stamp: dict[str, int]) -> bool:
    """The stamp is written last, so a campaign whose making was interrupted is made again."""
    path = folder / "stamp.json"
    return path.exists() and stamp.items() <= json.loads(path.read_text()).items()


def say(text: str) -> None:
    """Tell the user; standard output stays free."""
    print(text, file=sys.stderr, flush=True)


def names() -> Iterator[str]:
    """Everything that can be made; L and M10 have no variants, because they measure something else."""
    yield from CAMPAIGNS
    yield from (f"{base}:{variant}" for base in ("S", "M") for variant in VARIANTS)


def main() -> None:
    """Make what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "campaign", nargs="+", choices=list(names()), metavar="CAMPAIGN", help=", ".join(names())
    )
    parser.add_argument("--cache", type=Path, default=CACHE, help="where to write (default: benchmarks/data)")
    parser.add_argument("--seed", type=int, default=SEED)
    arguments = parser.parse_args()
    for name in arguments.campaign:
        make(name, arguments.cache, arguments.seed)


if __name__ == "__main__":
    main()
