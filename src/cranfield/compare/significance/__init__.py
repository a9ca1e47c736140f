"""Tests of significance over many pairs of systems at once: columns of differences in, a p for each pair out.

A matrix of differences has one row a pair and one column a topic, NaN where one of the two systems has no value.
Nothing here knows names, measures or corrections: that is `comparison`.
"""

from cranfield.compare.significance.anova import Anova, anova
from cranfield.compare.significance.bootstrap import bootstrap_test
from cranfield.compare.significance.max_t import max_t, max_t_of_pairs
from cranfield.compare.significance.outcome import Outcome
from cranfield.compare.significance.permuted import randomization_of_pairs, randomization_test
from cranfield.compare.significance.ranked import sign_test, wilcoxon_test
from cranfield.compare.significance.students import t_test
from cranfield.compare.significance.tukey import randomized_tukey, tukey

__all__ = [
    "Anova",
    "Outcome",
    "anova",
    "bootstrap_test",
    "max_t",
    "max_t_of_pairs",
    "randomization_of_pairs",
    "randomization_test",
    "randomized_tukey",
    "sign_test",
    "t_test",
    "tukey",
    "wilcoxon_test",
]
