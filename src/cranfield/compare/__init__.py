"""Two of a kind side by side: rankings, runs, measures, experiments. Which differences are real?

docs/comparisons.md introduces them one by one.

>>> from cranfield.compare import kendall
>>> round(kendall([0.3, 0.2, 0.1], [0.7, 0.8, 0.5]).tau_b, 4)
0.3333
"""

from cranfield.compare.agreement import Agreement, agreement, agreement_by_mean
from cranfield.compare.concentration import gini, retrievability
from cranfield.compare.correlation import Kendall, kendall, ranks
from cranfield.compare.findability import findability, lorenz
from cranfield.compare.rbo import Overlap, rbo, tied
from cranfield.compare.reproduction import delta_ri, effect_ratio, ktu, rmse
from cranfield.compare.usefulness import Usefulness, usefulness
from cranfield.compare.wilcoxon import Wilcoxon, wilcoxon

__all__ = [
    "Agreement",
    "Kendall",
    "Overlap",
    "Usefulness",
    "Wilcoxon",
    "agreement",
    "agreement_by_mean",
    "delta_ri",
    "effect_ratio",
    "findability",
    "gini",
    "kendall",
    "ktu",
    "lorenz",
    "ranks",
    "rbo",
    "retrievability",
    "rmse",
    "tied",
    "usefulness",
    "wilcoxon",
]
