"""Building judgements: from several judges, from the systems themselves, from preferences, from a sample."""

from cranfield.collect.relevance import (
    automatic_relevance,
    average_judges,
    from_categories,
    from_magnitudes,
    preferences_to_continuous,
)
from cranfield.collect.sampling import Estimate, stratified_adm

__all__ = [
    "Estimate",
    "automatic_relevance",
    "average_judges",
    "from_categories",
    "from_magnitudes",
    "preferences_to_continuous",
    "stratified_adm",
]
