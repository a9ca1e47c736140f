"""What a user reaches from each rank: the hits of structured retrieval, where an item is a way in rather than an answer.

In classical retrieval rank k shows document x or it does not. Here the user who consults rank k reaches the ideal
element x with a probability, because there are links, neighbours, parents and children to walk to. A navigation model
(`cranfield.judge.navigation`) says with which; this table holds its answers for one run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cranfield.model.ids import Ids

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Reached:
    """For all topics at once: the ideal elements, and with which probability each rank leads to which of them.

    Rows `starts[t]` to `starts[t + 1]` belong to topic t, sorted by rank and ideal; a pair that is not there has
    probability 0. Ideals of topic t are `grade[ideal_starts[t] : ideal_starts[t + 1]]`, and `ideal` counts from 0
    within the topic.
    """

    topics: Ids
    ideal_starts: Ints
    grade: Floats  # what the judges said of each ideal; measures make P(x is ideal) of it
    starts: Ints
    rank: Ints
    ideal: Ints
    probability: Floats  # above 0, up to 1
    # What the items lead to of which a best list could be made, one item a rank; None where an item leads to one ideal
    # in all, so that the best list has them one by one.
    possible: Reached | None = None
    listed: bool = False  # `possible` is the best list, in its order

    @property
    def num_topics(self) -> int:
        """How many topics there are."""
        return len(self.starts) - 1
