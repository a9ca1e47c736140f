"""Finds what each question of `cranfield agree` asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cranfield.cli.agree_options import VIEWS
from cranfield.cli.defaults import defaults_used
from cranfield.cli.lists import refuse_typed
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from cranfield.cli.agree_inputs import Given, Inputs
    from cranfield.compare.agree import Coefficient, Pairwise
    from cranfield.report.agreement import View


class Answers:
    """What was asked of what was given; tests are done once."""

    def __init__(self, inputs: Inputs, given: Given, how: dict[str, Any]) -> None:
        self.inputs, self.given, self.how = inputs, given, how
        self.seed: int = inputs.settings["seed"]
        self._tests: list[Pairwise] | None = None

    def to(self, asked: dict[str, Any]) -> Iterator[View]:
        """Answer in one order, whatever was typed first."""
        unasked = not any(asked[name] for name in VIEWS)
        questions: list[tuple[bool, Callable[[], View]]] = [
            (unasked or bool(asked["correlation"]), lambda: self.correlation(asked["correlation"])),
            (unasked or asked["chart"], self.chart),
            (asked["ranks"], self.ranks),
            (asked["pairs"], self.pairs),
            (asked["discriminative"], self.discriminative),
            (asked["stability"], self.stability),
            (asked["reliability"], self.reliability),
            (asked["depletion"], self.depletion),
            (asked["leave_out"] is not None, lambda: self.leave_out(asked["leave_out"])),
        ]
        self._refuse_unused(asked)
        views = [answer() for wanted, answer in questions if wanted]
        *rest, last = views
        yield from rest
        yield last.with_notes(self._notes())

    def _refuse_unused(self, asked: dict[str, Any]) -> None:
        """Refuse what was typed for a question that was not asked, or a test that is not made."""
        if self.how["teams"] is not None and asked["leave_out"] is None:
            raise UsageError(
                "--teams says which runs are left out together, and none is left out",
                slug="options-clash",
                hint="--leave-out DEPTH --teams FILE",
            )
        if "rbo" not in asked["correlation"]:
            refuse_typed("without --correlation rbo", "rbo_p", "rbo_ties")
        if not asked["reliability"]:
            refuse_typed("without --reliability", "target")
        self._refuse_unused_by_tests(asked)

    def _refuse_unused_by_tests(self, asked: dict[str, Any]) -> None:
        tests = self._tests_made(asked)
        if not tests:
            asking = "without a question that tests: --chart, --pairs or --discriminative"
            refuse_typed(asking, "test", "alpha", "correction", "permutations")
        context = click.get_current_context()
        for name in ("alpha", "correction"):
            typed = context.get_parameter_source(name) is ParameterSource.COMMANDLINE
            if typed and set(tests) == {"none"}:
                raise UsageError(
                    f"--{name} is for a test, and there is none here",
                    slug="options-clash",
                    hint="scores by topic can be tested; of means only the differences are known",
                )
        from cranfield.compare.named_tests import known_test

        if not any(test != "none" and known_test(test).draws for test in tests):
            refuse_typed("without a test that draws, such as --test bootstrap", "permutations")

    def _tests_made(self, asked: dict[str, Any]) -> list[str]:
        """Name the tests that the questions ask for: `none` where differences of means are counted."""
        from cranfield.compare.agree.discrimination import TESTS

        chosen = self.how["test"]
        tests: list[str] = []
        if asked["chart"] or asked["pairs"] or not any(asked[name] for name in VIEWS):
            tests.append(chosen or ("none" if self.given.panel is None else "wilcoxon"))
        if asked["discriminative"]:
            tests += [chosen] if chosen else TESTS
        return tests

    def correlation(self, coefficients: Sequence[Coefficient]) -> View:
        """How alike are systems ranked?"""
        from cranfield.compare.agree import correlations
        from cranfield.report.agreement import correlation_view

        p, ties = self.how["rbo_p"], self.how["rbo_ties"]
        chosen = tuple(dict.fromkeys(coefficients)) or ("kendall-b",)
        found = correlations(self.given.standings, chosen, rbo_p=p, rbo_ties=ties)
        return correlation_view(found, self.given.standings, rbo=f"p {p:g}, ties {ties}")

    def chart(self) -> View:
        """Which measures say the same of pairs of systems?"""
        from cranfield.compare.agree import chart_by_mean, chart_of_tests
        from cranfield.report.agreement import chart_view

        alpha = self.how["alpha"]
        if self.given.panel is None and self.how["test"] in (None, "none"):
            return chart_view(chart_by_mean(self.given.standings), (), alpha)
        tests = self._tested("--test")
        return chart_view(chart_of_tests(tests, alpha), tests, alpha)

    def ranks(self) -> View:
        """Where does each system stand?"""
        from cranfield.report.agreement import ranks_view

        return ranks_view(self.given.standings)

    def pairs(self) -> View:
        """What does the test say of each pair?"""
        from cranfield.report.agreement import pairs_view

        return pairs_view(self._tested("--pairs"), self.given.standings.systems, self.how["alpha"])

    def discriminative(self) -> View:
        """How many pairs does a measure tell apart?"""
        from cranfield.compare.agree import discriminative_power
        from cranfield.report.agreement import discriminative_view

        panel = self.given.topics("--discriminative")
        tests = (self.how["test"],) if self.how["test"] else None
        return discriminative_view(
            discriminative_power(panel, tests, alpha=self.how["alpha"], **self._settings)
        )

    def stability(self) -> View:
        """Do other topics rank alike?"""
        from cranfield.compare.agree import stability
        from cranfield.report.agreement import stability_view

        return stability_view(stability(self.given.topics("--stability"), seed=self.seed), self.seed)

    def reliability(self) -> View:
        """How reliable is a mean?"""
        from cranfield.compare.agree import reliability
        from cranfield.report.agreement import reliability_view

        found = reliability(self.given.topics("--reliability"), target=self.how["target"])
        return reliability_view(found)

    def depletion(self) -> View:
        """Do fewer judgements rank alike?"""
        from cranfield.collect.depletion import SAMPLES
        from cranfield.report.agreement import depletion_view

        judged = self.inputs.judged("--depletion", self.given.scores)
        return depletion_view(judged.depletion(), SAMPLES, self.seed)

    def leave_out(self, depth: int) -> View:
        """Do judgements favour the runs that brought them?"""
        from cranfield.report.agreement import leave_out_view

        judged = self.inputs.judged("--leave-out", self.given.scores)
        return leave_out_view(judged.leave_out(depth, self._teams()), depth, self.how["teams"])

    def _teams(self) -> dict[str, str] | None:
        if self.how["teams"] is None:
            return None
        from cranfield.collect.teams import read_teams

        return read_teams(self.how["teams"])

    @property
    def _settings(self) -> dict[str, Any]:
        return {"correction": self.how["correction"], "draws": self.how["permutations"], "seed": self.seed}

    def _tested(self, asked: str) -> list[Pairwise]:
        if self._tests is None:
            from cranfield.compare.agree import all_pairs, warn_if_blunt

            test: str = self.how["test"] or "wilcoxon"
            panel = self.given.topics(f"{asked} {test}" if asked == "--test" else asked)
            self._tests = all_pairs(panel, test, **self._settings)
            warn_if_blunt(self._tests, self.how["alpha"])
        return self._tests

    def _notes(self) -> list[str]:
        """What a reader must know of the numbers themselves."""
        used = defaults_used(click.get_current_context())
        if self.given.scores is None or self.given.panel is None:
            return [used] if used else []
        from cranfield.report.notes import notes

        told = [*notes(self.given.scores), *self.given.panel.left_out()]
        return [*told, used] if used else told
