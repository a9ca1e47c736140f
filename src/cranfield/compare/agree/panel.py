"""What measures say of systems: topic by topic (`Panel`), and as one number each (`Standings`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cranfield.compare.allowed import direction
from cranfield.errors import InputError, UsageError, count
from cranfield.model.scores import LEAST

if TYPE_CHECKING:
    from cranfield.model import Scores

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
_SAME = 1e-12  # means closer than this are equal, and differ by the order in which they were added
_NAMED_TOPICS = 5


@dataclass(frozen=True, eq=False)
class Standings:
    """Several rankings of the same systems: one number a ranking and system, `signs` -1 where less is better."""

    names: tuple[str, ...]
    systems: tuple[str, ...]
    means: Floats
    signs: Ints
    assumed: tuple[str, ...] = ()  # rankings of which nobody knows whether more is better; it is taken so

    def __post_init__(self) -> None:
        """Refuse what cannot be ranked."""
        require_systems(self.systems)
        for name, row in zip(self.names, self.means, strict=True):
            if not np.isfinite(row).all():
                bad = ", ".join(self.systems[place] for place in np.flatnonzero(~np.isfinite(row))[:5])
                raise InputError(
                    f"{name} has no finite value for {bad}, which can so not be ranked",
                    slug="nan-score",
                    hint="leave out the system, or the measure (-m)",
                )

    @property
    def oriented(self) -> Floats:
        """The numbers with the better the greater."""
        return self.means * self.signs[:, None]


@dataclass(frozen=True, eq=False)
class Panel:
    """Values by measure, system and topic: the better the greater, topics in the order of their ids, NaN undefined.

    A measure is here whatever ranks systems: one measure under two policies is two of them.
    """

    names: tuple[str, ...]
    systems: tuple[str, ...]
    topics: tuple[str, ...]
    values: Floats
    signs: Ints
    geometric: NDArray[np.bool_]  # averaged geometrically; the values are then logarithms
    assumed: tuple[str, ...] = ()

    def complete(self, place: int) -> Floats:
        """Return the values (systems by topics) of one measure at the topics where every system has one."""
        values = self.values[place]
        whole = np.ascontiguousarray(values[:, ~np.isnan(values).any(axis=0)])
        if not whole.shape[1]:
            raise InputError(
                f"{self.names[place]}: there is no topic for which every run has a value",
                slug="nothing-to-compare",
                hint="--topics judged counts topics without documents as 0",
            )
        return whole

    def left_out(self) -> tuple[str, ...]:
        """Say which topics are left out because only some systems have a value there."""
        lines = []
        for name, values in zip(self.names, self.values, strict=True):
            undefined = np.isnan(values)
            odd = np.flatnonzero(undefined.any(axis=0) & ~undefined.all(axis=0))
            if len(odd):
                named = _named([self.topics[place] for place in odd])
                lines.append(
                    f"{name}: {count(len(odd), 'topic')} left out of means, where only some runs have a value: {named}"
                )
        return tuple(lines)

    def standings(self) -> Standings:
        """Average over topics."""
        rows = []
        for place, sign in enumerate(self.signs.tolist()):
            means = sign * self.complete(place).mean(axis=1)
            rows.append(_settled(np.exp(means) if self.geometric[place] else means))
        return Standings(self.names, self.systems, np.array(rows), self.signs, self.assumed)

    def over(self, topics: Sequence[str]) -> Panel:
        """Keep these topics."""
        unknown = sorted(set(topics) - set(self.topics))
        if unknown:
            raise InputError(
                f"there are no scores for {count(len(unknown), 'topic')} asked for: {_named(unknown)}",
                slug="unknown-topics",
            )
        wanted = set(topics)
        places = [place for place, topic in enumerate(self.topics) if topic in wanted]
        return replace(
            self, topics=tuple(self.topics[place] for place in places), values=self.values[:, :, places]
        )


def panel(scores: Scores, measures: Iterable[str] | None = None) -> Panel:
    """Make scores comparable: all of their measures, or some, each of which must say how good a run is.

    >>> from cranfield import evaluate
    >>> scores = evaluate({"q": {"d": 1, "x": 0}}, {"one": {"q": ["d"]}, "two": {"q": ["x", "d"]}}, "RR SearchLength")
    >>> seen = panel(scores)
    >>> seen.standings().oriented.tolist()
    [[1.0, 0.5], [0.0, -1.0]]
    """
    wanted = list(dict.fromkeys(measures)) if measures is not None else list(scores.measures)
    places = [scores._measure(name) for name in wanted]  # noqa: SLF001  (says which names there are)
    names = [scores.measures[place] for place in places]
    directions = [direction(name, unknown=0) for name in names]
    order = sorted(range(len(scores.topics)), key=scores.topics.__getitem__)
    geometric = np.array([scores.aggregates[place] == "geometric" for place in places], dtype=np.bool_)
    signs = np.array([sign or 1 for sign in directions], dtype=np.int64)
    values = scores.values[:, places][:, :, order].transpose(1, 0, 2)
    for name, of_measure in zip(names, values, strict=True):
        if np.isinf(of_measure).any():
            raise InputError(f"{name} is infinite for some run and topic", slug="nothing-to-compare")
    values = np.where(geometric[:, None, None], np.log(np.maximum(values, LEAST)), values)
    require_systems(scores.runs)
    return Panel(
        names=tuple(names),
        systems=scores.runs,
        topics=tuple(scores.topics[place] for place in order),
        values=np.ascontiguousarray(values * signs[:, None, None]),
        signs=signs,
        geometric=geometric,
        assumed=tuple(name for name, sign in zip(names, directions, strict=True) if not sign),
    )


def together(panels: Sequence[tuple[str, Panel]]) -> Panel:
    """Put panels of the same systems into one; behind a measure stands the label of its panel, if that has one.

    Topics are those of any of them; what a panel says nothing of is not defined in it.
    """
    if len(panels) == 1 and not panels[0][0]:
        return panels[0][1]
    topics = sorted({topic for _, each in panels for topic in each.topics})
    place = {topic: number for number, topic in enumerate(topics)}
    systems = panels[0][1].systems
    values = []
    for _, each in panels:
        wide = np.full((len(each.names), len(systems), len(topics)), np.nan)
        wide[:, :, [place[topic] for topic in each.topics]] = each.values
        values.append(wide)
    labelled = [
        (f"{name} [{label}]" if label else name, each, name) for label, each in panels for name in each.names
    ]
    return Panel(
        names=tuple(name for name, _, _ in labelled),
        systems=systems,
        topics=tuple(topics),
        values=np.concatenate(values),
        signs=np.concatenate([each.signs for _, each in panels]),
        geometric=np.concatenate([each.geometric for _, each in panels]),
        assumed=tuple(name for name, each, plain in labelled if plain in each.assumed),
    )


def require_systems(systems: Sequence[str]) -> None:
    """Refuse less than two."""
    if len(systems) < 2:
        raise UsageError(
            f"rankings of systems need two systems at least: there is {len(systems)}",
            slug="too-few-systems",
            hint="name more runs, or a folder of them",
        )


def _named(topics: Sequence[str]) -> str:
    more = f" and {len(topics) - _NAMED_TOPICS:,} more" if len(topics) > _NAMED_TOPICS else ""
    return ", ".join(topics[:_NAMED_TOPICS]) + more


def _settled(means: Floats) -> Floats:
    """Make means equal that differ by no more than the order in which their terms were added."""
    order = np.argsort(means, kind="stable")
    ascending = means[order]
    new = np.diff(ascending, prepend=-np.inf) > _SAME * np.maximum(1.0, np.abs(ascending))
    settled = np.empty(len(means))
    settled[order] = ascending[np.flatnonzero(new)][np.cumsum(new) - 1]
    return settled
