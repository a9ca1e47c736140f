"""What a careful reader would want to know of numbers for users who walk: what was not found, what exceeds 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import count, printable, warn
from cranfield.model.ids import to_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cranfield.judge import Judgements
    from cranfield.measure.definition import BoundMeasure

_ONE = 1 + 1e-9
_SHOWN = 5


def notice_of_walks(
    judgements: Judgements,
    measures: Sequence[BoundMeasure],
    values: Sequence[tuple[str, NDArray[np.float64]]],
) -> None:
    """Let the navigation model warn of what it met, and tell of precisions above 1; `values` are those of each run."""
    if judgements.navigator is None:
        return
    judgements.navigator.give_notice()
    walked = np.array([bound.measure.family == "structured" for bound in measures])
    if not walked.any():
        warn(
            "nobody-walks",
            f"users walk on ({judgements.how_read['navigation']}), and no measure that was asked for looks at that",
            "EPRUM does: -m EPRUM",
        )
    above = [(name, int((of_run[walked] > _ONE).any(axis=0).sum())) for name, of_run in values]
    told = [f"{printable(to_bytes(name))}: {count(topics, 'topic')}" for name, topics in above if topics]
    if told:
        more = [f"... and {count(len(told) - _SHOWN, 'more run')}"] if len(told) > _SHOWN else []
        warn(
            "precision-above-one",
            "precision exceeds 1, which it may where one item leads to several ideals",
            *told[:_SHOWN],
            *more,
            "EPRUM(clip=yes) counts it as 1; docs/navigation.md says how it comes about",
        )
