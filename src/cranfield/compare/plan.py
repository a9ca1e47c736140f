"""How runs are to be compared: test, correction, level, and where chance begins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from cranfield.compare.corrections import CORRECTIONS, NONE
from cranfield.compare.given import tolerated
from cranfield.compare.intervals import require_percentage
from cranfield.compare.named_tests import Choices, SignificanceTest, known_test
from cranfield.errors import UsageError

Family = Literal["measure", "all"]
FAMILIES = ("measure", "all")
MAX_T = "max-t"
ALL_CORRECTIONS = (*CORRECTIONS, MAX_T)
USUAL_CORRECTION = "holm"
USUAL_TEST, TEST_OF_MANY = "randomization", "t"
_SEEDS = 1 << 64
_ROOM = 5  # times that the smallest corrected p should fit into alpha


@dataclass(frozen=True)
class Plan:
    """All choices; a comparison refuses those that do not go together before it begins.

    The test is that by randomisation unless something else is asked for, or its permutations cannot tell so many
    comparisons apart: then it is the t-test. `correction` is `holm` unless something else is asked for, over all comparisons by one measure, or by all measures with
    `family="all"`; a test of all pairs together has its own. `equivalence` is the margin within which runs are as good as
    equal, `tie_margin` that within which they tie on a topic. `permutations` is how many are drawn, samples included.
    Runs that share less than half of the topics of either are refused unless `few_shared`.

    >>> Plan("t").corrected_by, Plan("tukey").corrected_by, Plan("permutation").draws
    ('holm', 'none', 100000)
    """

    test: str | None = None
    correction: str | None = None
    family: Family = "measure"
    alpha: float = 0.05
    confidence: float = 95.0
    tie_margin: float = 0.0
    equivalence: float | None = None
    permutations: int | None = None
    seed: int = 0
    few_shared: bool = False

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        if self.family not in FAMILIES:
            raise UsageError.unknown_choice("`family`", self.family, FAMILIES)
        if not 0 < self.alpha < 1:
            raise UsageError(
                f"alpha must lie between 0 and 1: {self.alpha:g}", slug="bad-alpha", hint="such as 0.05"
            )
        if self.permutations is not None and self.permutations < 1:
            raise UsageError(f"permutations must be 1 or more: {self.permutations}", slug="bad-permutations")
        if self.equivalence is not None and not 0 < self.equivalence < float("inf"):
            raise UsageError(
                f"a margin of equivalence is a number above 0: {self.equivalence:g}",
                slug="bad-margin",
                hint="such as 0.01",
            )
        require_percentage(self.confidence)
        tolerated(self.tie_margin)
        if self.correction is not None:
            self._require_correction(self.correction)
        if self.kind.together and self.family != "measure":
            raise self._has_its_own()

    @property
    def kind(self) -> SignificanceTest:
        """The test itself."""
        return known_test(self.test or USUAL_TEST)

    def settled(self, comparisons: int) -> Plan:
        """Choose the test where nobody did, for so many comparisons that are corrected together.

        Nothing is significant where the smallest p that can be drawn, times their number, is above alpha; near it, hardly
        anything. With 143 runs there are 10,153 pairs, and 1e-5 times that is 0.1.

        >>> Plan().settled(6).test, Plan().settled(10_153).test
        ('randomization', 't')
        """
        if self.test is not None:
            return self
        meant = self.permutations is not None or self.corrected_by in (NONE, MAX_T)
        blunt = comparisons > self.alpha * self.draws / _ROOM
        return replace(self, test=TEST_OF_MANY if blunt and not meant else USUAL_TEST)

    @property
    def corrected_by(self) -> str:
        """The name of the correction that is applied to the p of the test."""
        return self.correction or (NONE if self.kind.together else USUAL_CORRECTION)

    @property
    def draws(self) -> int:
        """How many permutations or samples are drawn, where any are."""
        return self.permutations or self.kind.draws

    def choices(self) -> Choices:
        """Return what the kernels are told."""
        return Choices(self.confidence, self.draws, self.seed % _SEEDS, self.tie_margin)

    def _require_correction(self, asked: str) -> None:
        if asked not in ALL_CORRECTIONS:
            raise UsageError.unknown_choice("`correction`", asked, ALL_CORRECTIONS)
        if self.kind.together and asked != NONE:
            raise self._has_its_own()
        if asked == MAX_T and self.kind.name != "randomization":
            raise UsageError(
                f"max-t is a correction by permutation, which goes with the randomization test, not the {self.kind.words}",
                slug="options-clash",
                hint="correct by holm, or use the randomization test",
            )

    def _has_its_own(self) -> UsageError:
        return UsageError(
            f"the {self.kind.words} is corrected for all pairs of one measure already",
            slug="options-clash",
            hint="leave out the correction and the family, or choose another test",
        )
