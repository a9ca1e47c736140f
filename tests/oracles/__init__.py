"""The definitions of the textbooks in plain Python: slow, readable, and written apart from the library.

Each takes one topic's documents in the order of the run, and what the judges said about any document. A
negative grade means pooled but not judged. NaN: the measure is undefined.
"""

from collections.abc import Callable

from tests.oracles.gains import normalized_discounted_cumulated_gain
from tests.oracles.ranks import average_precision, bpref, reciprocal_rank
from tests.oracles.recall import pres
from tests.oracles.sets import (
    judged_share,
    number_relevant,
    number_relevant_retrieved,
    number_retrieved,
    precision,
    recall,
)

ORACLES: dict[str, Callable[..., float]] = {
    "AP": average_precision,
    "Bpref": bpref,
    "Judged": judged_share,
    "NumRel": number_relevant,
    "NumRelRet": number_relevant_retrieved,
    "NumRet": number_retrieved,
    "P": precision,
    "PRES": pres,
    "R": recall,
    "RR": reciprocal_rank,
    "nDCG": normalized_discounted_cumulated_gain,
}
