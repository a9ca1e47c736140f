"""The same runs under several values of one policy: what a number owes to an arguable choice."""

from __future__ import annotations

from typing import Any

from cranfield.errors import UsageError
from cranfield.measure.evaluation import evaluate
from cranfield.measure.names import Spec
from cranfield.model import Qrels, Run, Scores
from cranfield.read import read_qrels, read_run

ORDERS = ("worst", "docid", "expected", "best")
"""Of tied documents, by what they give."""
JUDGEMENTS = ("nonrelevant", "relevant")
"""What unjudged documents could be."""


def under_orders(qrels: Any, runs: Any, measures: Spec, **settings: Any) -> dict[str, Scores]:
    """Evaluate with tied documents in their worst, ranked, average and best order.

    >>> found = under_orders({"q": {"a": 1, "b": 0, "c": 0}}, {"q": {"a": 2, "b": 2, "c": 1}}, "RR")
    >>> [(order, round(scores.mean("run", "RR"), 4)) for order, scores in found.items()]
    [('worst', 0.5), ('docid', 0.5), ('expected', 0.75), ('best', 1.0)]
    """
    return _under("ties", ORDERS, qrels, runs, measures, settings)


def under_judgements(qrels: Any, runs: Any, measures: Spec, **settings: Any) -> dict[str, Scores]:
    """Evaluate with every unjudged document not relevant, then with every one as good as the best."""
    return _under("unjudged", JUDGEMENTS, qrels, runs, measures, settings)


def _under(
    policy: str, values: tuple[str, ...], qrels: Any, runs: Any, measures: Spec, settings: dict[str, Any]
) -> dict[str, Scores]:
    import warnings

    if policy in settings:
        raise already_varied(f"{policy}={settings[policy]}", values)
    found: dict[str, Scores] = {}
    for number, value in enumerate(values):
        with warnings.catch_warnings():
            if number:  # what there is to say of the runs has been said
                warnings.simplefilter("ignore")
            found[value] = evaluate(qrels, runs, measures, **{**settings, policy: value})
    return found


def already_varied(given: str, values: tuple[str, ...]) -> UsageError:
    """Refuse one value of a policy where several are compared: it would be ignored."""
    return UsageError(
        f"{given} cannot be chosen here, where {', '.join(values[:-1])} and {values[-1]} are compared",
        slug="options-clash",
        hint="leave it out; or evaluate with it, and without this report",
    )


def held(qrels: Any, runs: list[Any], **reading: Any) -> tuple[Qrels | Any, list[Run | Any]]:
    """Read what can be read only once, standard input above all, so that it can be evaluated several times."""
    known = read_qrels(qrels, comments=reading.get("comments")) if qrels == "-" else qrels
    return known, [read_run(run, **reading) if run == "-" else run for run in runs]
