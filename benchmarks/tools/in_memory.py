"""Evaluate a dict that is already in memory, in one process, all tools in turn; prints one JSON object.

    python in_memory.py ROUNDS TOPICSxDOCUMENTS...

The judgements are indexed before the clock starts, as in a training loop. What is timed is one call that
gives all six measures for every topic. A sample repeats the call until it lasts at least `SHORTEST`.
"""

from __future__ import annotations

import importlib.util
import json
import random
import sys
import time
from collections.abc import Callable, Mapping

from common import MEASURES

Run = dict[str, dict[str, float]]
Qrels = dict[str, dict[str, int]]
Values = dict[str, float]
Call = Callable[[Run], Callable[[], Values]]
"""Evaluates a run, giving what computes the means from the result: the means are checked, but not timed."""

SHORTEST = 0.02
SEED = 1958


def cranfield(qrels: Qrels) -> Call:
    """`Evaluator`, and its result asked for every measure."""
    import cranfield as cf

    evaluator = cf.Evaluator(qrels, " ".join(MEASURES))

    def call(run: Run) -> Callable[[], Values]:
        result = evaluator(run)
        columns = {
            measure: result[measure] for measure in MEASURES
        }  # asked for, so nothing can be left for later
        return lambda: {measure: float(sum(values) / len(values)) for measure, values in columns.items()}

    return call


def pytrec_eval(qrels: Qrels) -> Call:
    """`RelevanceEvaluator.evaluate`."""
    import pytrec_eval

    evaluator = pytrec_eval.RelevanceEvaluator(qrels, set(MEASURES.values()))

    def call(run: Run) -> Callable[[], Values]:
        topics = evaluator.evaluate(run)
        return lambda: {
            ours: mean([topic[theirs] for topic in topics.values()]) for ours, theirs in MEASURES.items()
        }

    return call


def ir_measures(qrels: Qrels) -> Call:
    """`evaluator.iter_calc`, all of it."""
    import ir_measures

    evaluator = ir_measures.evaluator([ir_measures.parse_measure(name) for name in MEASURES], qrels)

    def call(run: Run) -> Callable[[], Values]:
        rows = list(evaluator.iter_calc(run))
        return lambda: {
            name: mean([row.value for row in rows if str(row.measure) == name]) for name in MEASURES
        }

    return call


TOOLS: dict[str, Callable[[Qrels], Call]] = {
    "cranfield": cranfield,
    "pytrec_eval": pytrec_eval,
    "ir_measures": ir_measures,
}


def mean(values: list[float]) -> float:
    """The arithmetic mean."""
    return sum(values) / len(values)


def campaign(topics: int, documents: int) -> tuple[Qrels, Run]:
    """Dicts in rank order, as a system makes them. Many topics have few judgements each; few have many."""
    rng = random.Random(SEED)
    share = 1.06 / documents if topics > 1000 else 0.5
    qrels: Qrels = {}
    run: Run = {}
    for topic in map(str, rng.sample(range(1_102_432), topics)):
        names = [str(name) for name in rng.sample(range(8_841_823), documents)]
        scores = sorted((rng.gauss(12, 2) for _ in names), reverse=True)
        judged = [name for name in names if rng.random() < share] or [rng.choice(names)]
        qrels[topic] = {name: rng.choice((0, 1, 2)) if share == 0.5 else 1 for name in judged}
        qrels[topic][rng.choice(judged)] = 1
        run[topic] = dict(zip(names, scores, strict=True))
    return qrels, run


def repeats(call: Call, run: Run) -> int:
    """How many calls make a sample long enough for the clock; the calls made here also warm the tool up."""
    number = 1
    while seconds(call, run, number) * number < SHORTEST:
        number *= 2
    return number


def seconds(call: Call, run: Run, number: int) -> float:
    """The time of one call, from `number` of them."""
    start = time.perf_counter()
    for _ in range(number):
        call(run)
    return (time.perf_counter() - start) / number


def measure(topics: int, documents: int, rounds: int, makers: Mapping[str, Callable[[Qrels], Call]]) -> dict:
    """All tools on one shape, in turn."""
    qrels, run = campaign(topics, documents)
    calls = {name: make(qrels) for name, make in makers.items()}
    numbers = {name: repeats(call, run) for name, call in calls.items()}
    samples: dict[str, list[float]] = {name: [] for name in calls}
    names = list(calls)
    for number in range(rounds):
        turn = number % len(names)
        for name in names[turn:] + names[:turn]:
            samples[name].append(seconds(calls[name], run, numbers[name]))
    return {"seconds": samples, "values": {name: call(run)() for name, call in calls.items()}}


def usable() -> tuple[dict[str, Callable[[Qrels], Call]], dict[str, str]]:
    """The tools that this interpreter has, and why the others are left out."""
    found, missing = {}, {}
    for name, make in TOOLS.items():
        if importlib.util.find_spec(name):
            found[name] = make
        else:
            missing[name] = "not installed for --python"
    return found, missing


def main() -> None:
    """Measure the shapes that the command line names."""
    rounds, *shapes = sys.argv[1:]
    makers, skipped = usable()
    sizes = {shape: tuple(map(int, shape.split("x"))) for shape in shapes}
    measured = {shape: measure(topics, docs, int(rounds), makers) for shape, (topics, docs) in sizes.items()}
    print(json.dumps({"shapes": measured, "skipped": skipped}))


if __name__ == "__main__":
    main()
