"""The names people write: `AP nDCG@10, P(rel=2)@5 PRES@1000`, and trec_eval's `map ndcg_cut_10 P.5,10`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from cranfield.errors import UsageError
from cranfield.measure.definition import BoundMeasure, Measure
from cranfield.measure.parameters import value_of
from cranfield.measure.presets import PRESETS
from cranfield.measure.register import resolve, with_parameters
from cranfield.measure.typed import Typed, settings_of, take_apart
from cranfield.measure.unknown import unknown

# What is computed where nobody says what: for -m of the command line, and for `evaluate`.
DEFAULT_MEASURES = "AP nDCG@10 P@10 R@1000 RR Judged@10"

Spec = str | Measure | BoundMeasure | Iterable[str | Measure | BoundMeasure]


def parse(spec: Spec) -> tuple[BoundMeasure, ...]:
    """Return the measures that `spec` names, each once, in its order.

    Separated by blanks or commas, or as a list; objects of the register are welcome, too. All bad names are
    collected before it stops.

    >>> parse("AP nDCG@10, P(rel=2)@5 recall_100")
    (AP, nDCG@10, P(rel=2)@5, R@100)
    """
    return tuple(dict.fromkeys(spellings(spec).values()))


def spellings(spec: Spec) -> dict[str, BoundMeasure]:
    """Return the same with each measure under the name that it was asked for by.

    >>> spellings("map P.5,10")
    {'map': AP, 'P.5': P@5, 'P.10': P@10}
    """
    found: dict[str, BoundMeasure] = {}
    problems: list[UsageError] = []
    for part in _parts(spec):
        try:
            bound = (_bound(part) if isinstance(part, Typed) else part).require_complete()
        except UsageError as problem:
            problems.append(problem)
        else:
            found[part.typed if isinstance(part, Typed) else bound.name] = bound
    if problems:
        raise _together(problems)
    if not found:
        raise UsageError(
            "no measure is named", slug="no-measure", hint="name some, such as: AP nDCG@10 R@1000"
        )
    return found


def _parts(spec: Any) -> Iterator[Typed | BoundMeasure]:
    if spec is None:
        return
    single = isinstance(spec, str | bytes | Measure | BoundMeasure) or not isinstance(spec, Iterable)
    for part in [spec] if single else spec:
        if isinstance(part, str):
            for written in take_apart(part):
                yield from _members(written)
        elif isinstance(part, Measure | BoundMeasure):
            yield part() if isinstance(part, Measure) else part
        else:
            yield Typed(repr(part))


def _members(written: Typed) -> Iterator[Typed]:
    """Replace a name that stands for several measures by theirs: a preset, or trec_eval's `ndcg_cut`."""
    if written.typed in PRESETS:
        for each in take_apart(PRESETS[written.typed].measures()):
            yield from _members(each)
        return
    found = resolve(written.word) if written.word and not with_parameters(written.word) else None
    at = found.measure.at if found and found.needs_at else None
    told = written.at or (at and re.search(rf"\b{at.name}\s*=", written.settings))
    if found is None or at is None or told or not found.measure.trec_eval_cutoffs:
        yield written
        return
    for cutoff in found.measure.trec_eval_cutoffs:
        word = f"{written.word}_{cutoff if at.kind is int else f'{cutoff:.2f}'}"
        yield written._replace(typed=word + written.typed.removeprefix(written.word), word=word)


def _bound(written: Typed) -> BoundMeasure:
    if not written.word:
        raise UsageError(
            f"cannot read the measure `{written.typed}`",
            slug="measure-syntax",
            hint="measures are written like AP, nDCG@10 or P(rel=2)@5",
        )
    found = resolve(written.word)
    if found is None:
        raise unknown(written.word)
    settings, at = settings_of(written), found.measure.at
    bound = found.measure.bind({**found.settings, **settings})
    cutoffs = [value_of(written.at)] if written.at else []
    cutoffs += [] if found.at is None else [found.at]
    among_settings = at is not None and at.name in settings
    if len(cutoffs) + among_settings > 1:
        raise UsageError(f"`{written.typed}` has two cut-offs", slug="measure-cutoff")
    if found.needs_at and not cutoffs and not among_settings:
        example = "" if at is None else f", such as {written.word}_{at.example}"
        hint = f"{written.word} needs a cut-off{example}"
        raise UsageError(f"`{written.typed}` lacks a cut-off", slug="measure-cutoff", hint=hint)
    return bound @ cutoffs[0] if cutoffs else bound


def _together(problems: list[UsageError]) -> UsageError:
    """Make one error of all, each hint once."""
    first, *others = problems
    if not others:
        return first
    lines = [*first.details, *(line for each in others for line in (each.message, *each.details))]
    hints = dict.fromkeys(problem.hint for problem in problems if problem.hint)
    return UsageError(first.message, slug=first.slug, details=lines, hint="\nhint: ".join(hints) or None)
