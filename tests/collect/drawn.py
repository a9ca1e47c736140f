"""Small campaigns by chance: several runs with ties, and judgements with holes."""

from __future__ import annotations

import random

Runs = dict[str, dict[str, dict[str, float]]]
Grades = dict[str, dict[str, float]]


def campaign(seed: int, *, runs: int = 4, topics: int = 3, documents: int = 12) -> tuple[Runs, Grades]:
    """Return runs that agree about little, and grades from -1 (pooled, not judged) to 2 for most documents."""
    chance = random.Random(seed)
    ids = [f"d{number}" for number in range(documents)]
    found: Runs = {}
    for run in range(runs):
        found[f"r{run}"] = {
            f"t{topic}": {
                doc: chance.choice([0.0, 0.25, 0.5, 0.75, 1.0])
                for doc in chance.sample(ids, chance.randint(1, documents))
            }
            for topic in range(topics)
            if chance.random() < 0.9
        } or {"t0": {"d0": 1.0}}
    grades = {
        f"t{topic}": {doc: float(chance.choice([-1, 0, 0, 1, 2])) for doc in ids if chance.random() < 0.8}
        for topic in range(topics)
    }
    return found, {topic: given for topic, given in grades.items() if given}
