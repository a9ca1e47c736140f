"""What to say to measures of diversity where the judgements know none: the second column of most qrels is all 0."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cranfield.errors import UsageError, warn
from cranfield.measure.definition import BoundMeasure
from cranfield.model import Qrels
from cranfield.model.tables import place


def notice_of_single_aspects(qrels: Qrels, measures: Sequence[BoundMeasure]) -> None:
    """Warn where no topic has a second aspect; preferences, which have a group a topic as a rule, are well with one."""
    asking = [
        bound.name
        for bound in measures
        if "aspects" in bound.measure.needs and bound.measure.family != "preference"
    ]
    if asking and not any_topic_has_two(qrels):
        warn(
            "single-aspect",
            f"{place(qrels)}: every topic has a single aspect, so {', '.join(asking)} cannot reward variety",
            "the second column of the judgements names the aspect (subtopic, intent, group)",
        )


def any_topic_has_two(qrels: Qrels) -> bool:
    """Tell whether the judgements of any topic name two different aspects."""
    if qrels.aspects is None:
        return False
    topics = np.searchsorted(qrels.starts, qrels.aspects.row, side="right").tolist()
    first: dict[int, bytes] = {}
    names = zip(topics, qrels.aspects.name.raws(), strict=True)
    return any(first.setdefault(topic, name) != name for topic, name in names)


def no_aspects(qrels: Qrels, measures: Sequence[str]) -> UsageError:
    """Say that judgements were read without what these measures ask for."""
    return UsageError(
        f"{place(qrels)}: {', '.join(measures)} needs judgements by aspect (subtopic, intent, group)",
        slug="no-aspects",
        hint="read them so: cf.read_qrels(source, aspects=True)",
    )
