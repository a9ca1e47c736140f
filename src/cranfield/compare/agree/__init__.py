"""Which measures agree about systems, how many systems a measure tells apart, and whether other topics would say the same.

A ranking of systems is one number a system. `panel(scores)` has them by topic, under every measure; `Standings` are means,
from a panel or from a table. docs/agree.md introduces the questions one by one.

>>> import cranfield as cf
>>> qrels = {"1": {"a": 1, "b": 1, "x": 0}}
>>> runs = {"one": {"1": ["a", "b"]}, "two": {"1": ["a", "x", "b"]}, "three": {"1": ["x", "a"]}}
>>> scores = cf.evaluate(qrels, runs, "AP P@1")
>>> [{name: round(value, 4) for name, value in pair.values.items()} for pair in correlations(panel(scores).standings())]
[{'kendall-b': 0.8165}]
"""

from cranfield.compare.agree.chart import Both, Chart, chart, chart_by_mean, chart_of_tests, told
from cranfield.compare.agree.coefficients import (
    COEFFICIENTS,
    Coefficient,
    overlap,
    pearson,
    spearman,
    tau_ap,
    tau_ap_a,
    weighted_tau,
)
from cranfield.compare.agree.correlations import Correlation, correlations
from cranfield.compare.agree.discrimination import DiscriminativePower, discriminative_power
from cranfield.compare.agree.means import read_means
from cranfield.compare.agree.pairs import Pairwise, all_pairs, pairs_of, warn_if_blunt
from cranfield.compare.agree.panel import Panel, Standings, panel, together
from cranfield.compare.agree.reliability import Between, Components, Reliability, of_scores, reliability
from cranfield.compare.agree.stability import SWAPS_ALLOWED, Stability, stability

__all__ = [
    "COEFFICIENTS",
    "SWAPS_ALLOWED",
    "Between",
    "Both",
    "Chart",
    "Coefficient",
    "Components",
    "Correlation",
    "DiscriminativePower",
    "Pairwise",
    "Panel",
    "Reliability",
    "Stability",
    "Standings",
    "all_pairs",
    "chart",
    "chart_by_mean",
    "chart_of_tests",
    "correlations",
    "discriminative_power",
    "of_scores",
    "overlap",
    "pairs_of",
    "panel",
    "pearson",
    "read_means",
    "reliability",
    "spearman",
    "stability",
    "tau_ap",
    "tau_ap_a",
    "together",
    "told",
    "warn_if_blunt",
    "weighted_tau",
]
