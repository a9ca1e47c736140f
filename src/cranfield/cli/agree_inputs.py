"""What `cranfield agree` is given: judgements and runs, scores, or a table of means; and the same under other choices."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.core import ParameterSource

from cranfield.cli.arguments import runs_named
from cranfield.cli.options import POLICIES
from cranfield.cli.scores import names_in
from cranfield.cli.topics import Topics
from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cranfield.collect.depletion import JudgedRuns
    from cranfield.compare.agree import Panel, Standings
    from cranfield.model import Scores

MEASURES = "AP nDCG@10 P@10 R@1000 RR"
_OTHERS = (*(name.replace("_", "-") for name in POLICIES), "depth", "qrels")
_OF_RUNS = (*POLICIES, "depth", "input_format", "comments", "threads", "names")


class Also(NamedTuple):
    """Another choice under which systems are ranked, too."""

    name: str
    value: Any
    label: str

    @classmethod
    def of(cls, written: str) -> Also:
        """Read NAME=VALUE."""
        name, given, value = written.partition("=")
        name = name.strip().replace("_", "-")
        if not given or not value or name not in _OTHERS:
            raise UsageError(
                f"--also takes NAME=VALUE, not `{written}`",
                slug="bad-also",
                details=[f"  NAME is one of: {', '.join(_OTHERS)}"],
                hint="such as: --also qrels=others.txt",
            )
        if name == "topics":
            return cls(name, Topics().convert(value, None, None), f"{name} {value}")
        if name == "depth":
            if not value.isdecimal():
                raise UsageError(f"depth must be 1 or more: {value}", slug="bad-depth")
            return cls(name, int(value), f"{name} {value}")
        if name != "qrels" and value not in POLICIES[name.replace("-", "_")][0]:
            raise UsageError.unknown_choice(f"`--also {name}`", value, POLICIES[name.replace("-", "_")][0])
        return cls(name, value, f"{name} {value}")


@dataclass(frozen=True)
class Given:
    """All that was read. Of means nothing is known by topic."""

    standings: Standings
    panel: Panel | None = None
    scores: Scores | None = None
    source: str | None = None

    def topics(self, asked: str) -> Panel:
        """Return the values by topic, which a question asks for."""
        if self.panel is None:
            raise UsageError(
                f"{self.source}: has means only, and {asked} looks at topics",
                slug="means-only",
                hint="give scores by topic (cranfield eval --per-topic -o scores.csv), or judgements and runs",
            )
        return self.panel


class Inputs:
    """The files and settings of the command line, read when they are needed."""

    def __init__(
        self,
        files: Sequence[str],
        measures: str | None,
        also: Sequence[str],
        names: str,
        settings: dict[str, Any],
    ) -> None:
        from cranfield.read.scores import holds_scores

        self.first, self.others = files[0], list(files[1:])
        self.measures = measures
        self.also = [Also.of(written) for written in also]
        self.by_tag = names == "tag"
        self.settings = settings
        self.are_scores = holds_scores(self.first)
        self.runs = runs_named(self.others, self.first) if self.others else []
        self._held: tuple[Any, list[Any]] = self.first, []
        if self.others and self.are_scores:
            raise UsageError(
                f"{self.first}: holds scores, and stands alone; what are the other files?",
                slug="scores-and-runs",
                hint="cranfield agree SCORES, or cranfield agree QRELS RUN...",
            )
        if self.others:
            self._refuse_unranked()
        else:
            self._refuse_settings()

    @property
    def files(self) -> list[str]:
        """The names of all inputs, which must not be written over."""
        return [self.first, *self.runs, *(also.value for also in self.also if also.name == "qrels")]

    def given(self) -> Given:
        """Read what is compared."""
        if self.others:
            return self._evaluated()
        if self.are_scores:
            return self._scored()
        from cranfield.compare.agree import read_means

        if self.also:
            raise self._not_of_means(f"--also {self.also[0].name}")
        wanted = None if self.measures is None else names_in(self.measures)
        return Given(read_means(self.first, wanted), source=self.first)

    def judged(self, asked: str, scores: Scores | None) -> JudgedRuns:
        """Read judgements and runs, to be looked at through some of the judgements."""
        if not self.others or scores is None:
            raise UsageError(
                f"{asked} evaluates anew, which takes judgements and runs",
                slug="options-clash",
                hint=f"cranfield agree QRELS RUN... {asked}",
            )
        from cranfield.collect.depletion import JudgedRuns

        runs = dict(zip(scores.runs, self._held[1], strict=True))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # all has been said when they were evaluated
            return JudgedRuns(self._held[0], runs, self.measures or MEASURES, **self.settings)

    def _refuse_unranked(self) -> None:
        """Refuse, before the long work, what will not rank systems."""
        from cranfield.compare.agree.panel import require_systems
        from cranfield.compare.allowed import direction
        from cranfield.measure.names import parse

        require_systems(self.runs)
        for bound in parse(self.measures or MEASURES):
            direction(bound.name)

    def _refuse_settings(self) -> None:
        """Refuse, with scores or means, what is about judging."""
        context = click.get_current_context()
        for name in _OF_RUNS:
            if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
                raise UsageError(
                    f"--{name.replace('_', '-')} is for judgements and runs, and there are none",
                    slug="options-clash",
                    hint="cranfield agree QRELS RUN...",
                )
        for also in self.also:
            if also.name != "topics" or isinstance(also.value, str):
                raise self._not_of_means(f"--also {also.name}")

    def _not_of_means(self, asked: str) -> UsageError:
        return UsageError(
            f"{asked} evaluates anew, which takes judgements and runs",
            slug="options-clash",
            hint=f"cranfield agree QRELS RUN... {asked}=...",
        )

    def _scored(self) -> Given:
        from cranfield.compare.agree import panel, together
        from cranfield.read.scores import read_scores

        scores = read_scores(self.first)
        whole = panel(scores, None if self.measures is None else names_in(self.measures))
        parts = [(also.label, whole.over(also.value)) for also in self.also]
        found = together([("", whole), *parts])
        return Given(found.standings(), found, scores, self.first)

    def _evaluated(self) -> Given:
        from cranfield.cli.progress import RunProgress
        from cranfield.compare.agree import panel, together
        from cranfield.measure import evaluate
        from cranfield.measure.naming import Named, tagged
        from cranfield.measure.sensitivity import held

        measures = self.measures or MEASURES
        files = (
            tagged(self.runs, self.settings["comments"])
            if self.by_tag
            else [Named(None, run) for run in self.runs]
        )
        reading = {name: self.settings[name] for name in ("format", "comments", "duplicates")}
        self._held = held(self.first, self.runs, **reading)
        named = [each._replace(run=run) for each, run in zip(files, self._held[1], strict=True)]
        with RunProgress(len(named)) as progress:
            scores = evaluate(self._held[0], named, measures, progress=progress, **self.settings)
        panels = [("", panel(scores))]
        for also in self.also:
            changed = {} if also.name == "qrels" else {also.name.replace("-", "_"): also.value}
            with warnings.catch_warnings():
                if also.name != "qrels":  # what there is to say of the runs has been said
                    warnings.simplefilter("ignore")
                qrels = also.value if also.name == "qrels" else self._held[0]
                other = evaluate(qrels, named, measures, **{**self.settings, **changed})
            panels.append((also.label, panel(other)))
        found = together(panels)
        return Given(found.standings(), found, scores, self.first)
