"""Building judgements: pools and samples of what to judge, several judges, and relevance that nobody judged.

docs/judgements.md introduces it all.
"""

from cranfield.collect.agreement import cohen, fleiss, grade_counts, krippendorff, overlap, same
from cranfield.collect.automatic import AutomaticADM, automatic_adm, average_scores, pseudo_judgements, votes
from cranfield.collect.contribution import (
    Contributions,
    LeftOut,
    contributions,
    judged_runs,
    left_out,
    only,
)
from cranfield.collect.inference import estimated_relevant, mean_estimate, sampled_adm, stratified_ap
from cranfield.collect.intraclass import Reliability, reliability
from cranfield.collect.judges import Effect, Judges, average, by_assessor, effect, shared_topics, side_by_side
from cranfield.collect.pools import Pool, pool
from cranfield.collect.preferences import Preference, continuous, levels_of, preferences_in, read_preferences
from cranfield.collect.rankings import Rankings, read_rankings
from cranfield.collect.relevance import (
    automatic_relevance,
    average_judges,
    from_categories,
    from_magnitudes,
    preferences_to_continuous,
)
from cranfield.collect.sampling import Estimate, stratified_adm
from cranfield.collect.strata import Sample, Stratum, by_rank, by_score, draw, parse_strata, with_rest
from cranfield.collect.teams import read_teams
from cranfield.collect.units import unit

__all__ = [
    "AutomaticADM",
    "Contributions",
    "Effect",
    "Estimate",
    "Judges",
    "LeftOut",
    "Pool",
    "Preference",
    "Rankings",
    "Reliability",
    "Sample",
    "Stratum",
    "automatic_adm",
    "automatic_relevance",
    "average",
    "average_judges",
    "average_scores",
    "by_assessor",
    "by_rank",
    "by_score",
    "cohen",
    "continuous",
    "contributions",
    "draw",
    "effect",
    "estimated_relevant",
    "fleiss",
    "from_categories",
    "from_magnitudes",
    "grade_counts",
    "judged_runs",
    "krippendorff",
    "left_out",
    "levels_of",
    "mean_estimate",
    "only",
    "overlap",
    "parse_strata",
    "pool",
    "preferences_in",
    "preferences_to_continuous",
    "pseudo_judgements",
    "read_preferences",
    "read_rankings",
    "read_teams",
    "reliability",
    "same",
    "sampled_adm",
    "shared_topics",
    "side_by_side",
    "stratified_adm",
    "stratified_ap",
    "unit",
    "votes",
    "with_rest",
]
