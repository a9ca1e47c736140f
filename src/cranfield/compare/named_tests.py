"""The tests by name: what each is called in a sentence, and which kernel computes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from cranfield.compare import significance as kernels
from cranfield.compare.significance.bootstrap import SAMPLES, Kind, least_of_samples
from cranfield.compare.significance.outcome import Floats, Ints, Outcome
from cranfield.compare.significance.permuted import PERMUTATIONS, least_of_permutations
from cranfield.compare.significance.ranked import least_of_ranks, least_of_signs
from cranfield.compare.significance.tukey import PERMUTATIONS as EXCHANGES
from cranfield.errors import UsageError


class Choices(NamedTuple):
    """What the kernels are told."""

    confidence: float
    draws: int
    seed: int
    tie_margin: float


class SignificanceTest(NamedTuple):
    """A test, and how to run it over pairs of the rows of a matrix of systems by topics, NaN where not defined."""

    name: str
    words: str
    run: Callable[[Floats, Ints, Choices], Outcome]
    together: bool = False  # it looks at all systems at once, and its p is corrected for all pairs
    draws: int = 0  # how many, unasked
    drawn: str = "permutations"
    least: Callable[[Ints, int], Floats] = lambda topics, _draws: np.zeros(len(topics))
    """The smallest p of each of many pairs tested at once, from how many topics differ and how many are drawn."""


def _randomization(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
    return kernels.randomization_of_pairs(
        values, pairs, confidence=chosen.confidence, permutations=chosen.draws, seed=chosen.seed
    )


def _t(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
    return kernels.t_test(_differences(values, pairs), confidence=chosen.confidence)


def _wilcoxon(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
    return kernels.wilcoxon_test(_differences(values, pairs), confidence=chosen.confidence)


def _sign(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
    return kernels.sign_test(
        _differences(values, pairs), confidence=chosen.confidence, margin=chosen.tie_margin
    )


def _bootstrap(kind: Kind) -> Callable[[Floats, Ints, Choices], Outcome]:
    def run(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
        return kernels.bootstrap_test(
            _differences(values, pairs),
            kind,
            confidence=chosen.confidence,
            samples=chosen.draws,
            seed=chosen.seed,
        )

    return run


def _least_of_samples(kind: Kind) -> Callable[[Ints, int], Floats]:
    return lambda topics, draws: np.full(len(topics), least_of_samples(kind, draws))


def _by_topics(least: Callable[[Ints], Floats]) -> Callable[[Ints, int], Floats]:
    return lambda topics, _draws: least(topics)


def _least_of_exchanges(topics: Ints, draws: int) -> Floats:
    return np.full(len(topics), 1 / (draws + 1))


def _tukey(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
    return kernels.tukey(_whole(values), pairs, confidence=chosen.confidence)


def _randomized_tukey(values: Floats, pairs: Ints, chosen: Choices) -> Outcome:
    return kernels.randomized_tukey(
        _whole(values), pairs, confidence=chosen.confidence, permutations=chosen.draws, seed=chosen.seed
    )


def _differences(values: Floats, pairs: Ints) -> Floats:
    return values[pairs[:, 0]] - values[pairs[:, 1]]


def _whole(values: Floats) -> Floats:
    whole: Floats = values[:, ~np.isnan(values).any(axis=0)]
    return whole


TESTS = {
    test.name: test
    for test in (
        SignificanceTest(
            "randomization",
            "paired randomisation test",
            _randomization,
            draws=PERMUTATIONS,
            least=least_of_permutations,
        ),
        SignificanceTest("t", "paired t-test", _t),
        SignificanceTest(
            "wilcoxon", "Wilcoxon signed-rank test", _wilcoxon, least=_by_topics(least_of_ranks)
        ),
        SignificanceTest("sign", "sign test", _sign, least=_by_topics(least_of_signs)),
        SignificanceTest(
            "bootstrap",
            "studentised paired bootstrap test",
            _bootstrap("studentised"),
            draws=SAMPLES,
            drawn="samples",
            least=_least_of_samples("studentised"),
        ),
        SignificanceTest(
            "bootstrap-percentile",
            "paired bootstrap test by percentiles",
            _bootstrap("percentile"),
            draws=SAMPLES,
            drawn="samples",
            least=_least_of_samples("percentile"),
        ),
        SignificanceTest(
            "bootstrap-bca",
            "paired BCa bootstrap test",
            _bootstrap("bca"),
            draws=SAMPLES,
            drawn="samples",
            least=_least_of_samples("bca"),
        ),
        SignificanceTest("tukey", "Tukey HSD test with topics as blocks", _tukey, together=True),
        SignificanceTest(
            "randomized-tukey",
            "randomised Tukey HSD test",
            _randomized_tukey,
            together=True,
            draws=EXCHANGES,
            least=_least_of_exchanges,
        ),
    )
}
_SPELLINGS = {
    "randomisation": "randomization",
    "permutation": "randomization",
    "fisher": "randomization",
    "student": "t",
    "ttest": "t",
    "t-test": "t",
    "bootstrap-studentised": "bootstrap",
    "bootstrap-studentized": "bootstrap",
    "tukey-hsd": "tukey",
    "randomised-tukey": "randomized-tukey",
    "randomized-tukey-hsd": "randomized-tukey",
}


def known_test(name: str) -> SignificanceTest:
    """Return the test of this name, in any usual spelling.

    >>> known_test("randomisation").name, known_test("t-test").words
    ('randomization', 'paired t-test')
    """
    folded = name.casefold().replace("_", "-")
    found = TESTS.get(_SPELLINGS.get(folded, folded))
    if found is None:
        raise UsageError.unknown_choice("`test`", name, TESTS)
    return found
