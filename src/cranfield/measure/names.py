"""The names people write: `AP nDCG@10, P(rel=2)@5 PRES@1000`, and trec_eval's `map ndcg_cut_10 P.5,10`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cranfield.errors import UsageError
from cranfield.measure.definition import BoundMeasure, Measure
from cranfield.measure.parameters import Value
from cranfield.measure.presets import PRESETS
from cranfield.measure.register import resolve, unknown

Spec = str | Measure | BoundMeasure | Iterable[str | Measure | BoundMeasure]

_SEPARATORS = re.compile(r"[\s,]*")
_MEASURE = re.compile(
    r"""
    (?P<word> [^\s,()@'"]+ )                                             # AP, P_5, ndcg_cut.10
    (?: \s* \( (?P<settings> (?: [^()'"] | '[^']*' | "[^"]*" )* ) \) )?  # (rel=2, dcg='exp-log2')
    (?: \s* @ \s* (?P<at> [^\s,()@'"]+ ) )?                              # @10
    (?= [\s,] | $ )
    """,
    re.VERBOSE,
)
_MORE_CUTOFFS = re.compile(r",(\d*\.?\d+)(?=[\s,]|$)")  # the `,10` of trec_eval's P.5,10
_UNREADABLE = re.compile(r"[^\s,]+")
_SETTING = re.compile(
    r"""
    \s* (?P<name> \w+ ) \s* = \s*
    (?: '(?P<single>[^']*)' | "(?P<double>[^"]*)" | (?P<bare>[^\s,'"]+) )
    \s* (?: , | $ )
    """,
    re.VERBOSE,
)
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?", re.IGNORECASE | re.ASCII)
_LONGEST_NUMBER = 30


class _Written(NamedTuple):
    """One measure as it was typed, taken apart; `word` is empty when that could not be done."""

    typed: str
    word: str = ""
    settings: str = ""
    at: str | None = None


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
            bound = (_bound(part) if isinstance(part, _Written) else part).require_complete()
        except UsageError as problem:
            problems.append(problem)
        else:
            found[part.typed if isinstance(part, _Written) else bound.name] = bound
    if problems:
        raise _together(problems)
    if not found:
        raise UsageError(
            "no measure is named", slug="no-measure", hint="name some, such as: AP nDCG@10 R@1000"
        )
    return found


def _parts(spec: Spec) -> Iterator[_Written | BoundMeasure]:
    for part in [spec] if isinstance(spec, str | Measure | BoundMeasure) else spec:
        if isinstance(part, str):
            for written in _take_apart(part):
                yield from _members(written)
        else:
            yield part() if isinstance(part, Measure) else part


def _members(written: _Written) -> Iterator[_Written | BoundMeasure]:
    """Replace the name of a preset by its measures."""
    if written.typed in PRESETS:
        yield from parse(PRESETS[written.typed]())
    else:
        yield written


def _take_apart(text: str) -> Iterator[_Written]:
    end = _end(_SEPARATORS, text, 0)
    while end < len(text):
        start, match = end, _MEASURE.match(text, end)
        end = match.end() if match else _end(_UNREADABLE, text, start)
        if match is None:
            yield _Written(text[start:end])
        else:
            word = match["word"]
            yield _Written(match[0], word, match["settings"] or "", match["at"])
            stem = _before_cutoff(match[0])
            while stem and (more := _MORE_CUTOFFS.match(text, end)):
                another = stem + more[1]
                yield _Written(another, another)
                end = more.end()
        end = _end(_SEPARATORS, text, end)


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start + 1


def _before_cutoff(word: str) -> str:
    return "" if (found := resolve(word)) is None or found.at is None else found.stem


def _bound(written: _Written) -> BoundMeasure:
    if not written.word:
        raise UsageError(
            f"cannot read the measure `{written.typed}`",
            slug="measure-syntax",
            hint="measures are written like AP, nDCG@10 or P(rel=2)@5",
        )
    found = resolve(written.word)
    if found is None:
        raise unknown(written.word)
    bound = found.measure.bind({**found.settings, **_settings(written)})
    cutoffs = [_value(written.at)] if written.at else []
    cutoffs += [] if found.at is None else [found.at]
    at = found.measure.at
    if len(cutoffs) + (at is not None and at.name in _settings(written)) > 1:
        raise UsageError(f"`{written.typed}` has two cut-offs", slug="measure-cutoff")
    if found.needs_at and not cutoffs:
        hint = f"{written.word} needs a cut-off, such as {written.word}_10"
        raise UsageError(f"`{written.typed}` lacks a cut-off", slug="measure-cutoff", hint=hint)
    return bound @ cutoffs[0] if cutoffs else bound


def _settings(written: _Written) -> dict[str, Value]:
    text, settings = written.settings.strip(), dict[str, Value]()
    while text:
        match = _SETTING.match(text)
        if match is None or match["name"] in settings:
            what = f"cannot read `{text}`" if match is None else f"`{match['name']}` is given twice"
            hint = "parameters are written name=value, such as P(rel=2)@5"
            raise UsageError(f"{what} in `{written.typed}`", slug="measure-syntax", hint=hint)
        quoted = match["single"] if match["single"] is not None else match["double"]
        settings[match["name"]] = _value(match["bare"]) if quoted is None else quoted
        text = text[match.end() :].strip()
    return settings


def _value(bare: str) -> Value:
    """Read a value without quotes: a number, None, or else a word."""
    if bare == "None":
        return None
    if len(bare) > _LONGEST_NUMBER or not _NUMBER.fullmatch(bare):
        return bare
    return int(bare) if bare.lstrip("+-").isdecimal() else float(bare)


def _together(problems: list[UsageError]) -> UsageError:
    """Make one error of all, each hint once."""
    first, *others = problems
    if not others:
        return first
    lines = [*first.details, *(line for each in others for line in (each.message, *each.details))]
    hints = dict.fromkeys(problem.hint for problem in problems if problem.hint)
    return UsageError(first.message, slug=first.slug, details=lines, hint="\nhint: ".join(hints) or None)
