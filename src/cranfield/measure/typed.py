"""Text taken apart into measures, before anybody knows whether there are such: `P(rel=2)@5`, `P.5,10`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from cranfield.errors import UsageError
from cranfield.measure.parameters import Value, value_of
from cranfield.measure.register import resolve, with_parameters

_SEPARATORS = re.compile(r"[\s,]*")
_SOME_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:e[-+]?[0-9]+)?"
_MEASURE = re.compile(
    rf"""
    (?P<word> [^\s,()@'"]+ )                                             # AP, P_5, ndcg_cut.10
    (?P<more> (?: , (?: (?: [a-z]+ | {_SOME_NUMBER} ) = )? {_SOME_NUMBER}  # the `,10` of trec_eval's P.5,10, or
                  (?= [\s,(@] | $ ) )* )                                  # the `,2=9` of its ndcg.1=3,2=9
    (?P<rest>
      (?: \s* \( (?P<settings> (?: [^()'"] | '[^']*' | "[^"]*" )* ) \) )? # (rel=2, dcg='exp-log2')
      (?: \s* @ \s* (?P<at> [^\s,()@'"]+ ) )?                             # @10
    )
    (?= [\s,] | $ )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_UNREADABLE = re.compile(r"[^\s,]+")
_SETTING = re.compile(
    r"""
    \s* (?P<name> \w+ ) \s* = \s*
    (?: '(?P<single>[^']*)' | "(?P<double>[^"]*)" | \{(?P<dict>[^{}]*)\} | (?P<bare>[^\s,'"]+) )
    \s* (?: , | $ )
    """,
    re.VERBOSE,
)


class Typed(NamedTuple):
    """One measure as it was typed, taken apart; `word` is empty when that could not be done."""

    typed: str
    word: str = ""
    settings: str = ""
    at: str | None = None


def take_apart(text: str) -> Iterator[Typed]:
    """Return the measures of a list, separated by blanks or commas.

    >>> [each.typed for each in take_apart("map utility.2,-1,0,0,P.5,10(rel=2)")]
    ['map', 'utility.2,-1,0,0', 'P.5(rel=2)', 'P.10(rel=2)']
    """
    end = _end(_SEPARATORS, text, 0)
    while end < len(text):
        start, match = end, _MEASURE.match(text, end)
        end = match.end() if match else _end(_UNREADABLE, text, start)
        yield from [Typed(text[start:end])] if match is None else _listed(match)
        end = _end(_SEPARATORS, text, end)


def _listed(match: re.Match[str]) -> Iterator[Typed]:
    """Tell one measure that has commas in its name from `P.5,10`, which is two, and from `AP,5`."""
    word, more, rest = match["word"], match["more"], match["rest"]
    if with_parameters(word):
        word, more = word + more, ""
    stem = _before_cutoff(word) if more else ""
    for each in [word, *(stem + another for another in more.split(",")[1:])]:
        yield Typed(each + rest, each, match["settings"] or "", match["at"])


def _end(pattern: re.Pattern[str], text: str, start: int) -> int:
    match = pattern.match(text, start)
    return match.end() if match else start + 1


def _before_cutoff(word: str) -> str:
    return "" if (found := resolve(word)) is None or found.at is None else found.stem


def settings_of(written: Typed) -> dict[str, Value]:
    """Read what stands in the brackets."""
    text, settings = written.settings.strip(), dict[str, Value]()
    while text:
        match = _SETTING.match(text)
        if match is None or match["name"] in settings:
            what = f"cannot read `{text}`" if match is None else f"`{match['name']}` is given twice"
            hint = "parameters are written name=value, such as P(rel=2)@5"
            raise UsageError(f"{what} in `{written.typed}`", slug="measure-syntax", hint=hint)
        settings[match["name"]] = _setting(match)
        text = text[match.end() :].strip()
    return settings


def _setting(match: re.Match[str]) -> Value:
    if match["bare"] is not None:
        return value_of(match["bare"])
    if match["dict"] is not None:  # `gains={1: 3}`, as ir_measures prints it
        return "".join(match["dict"].replace(":", "=").split())
    return match["double"] if match["single"] is None else match["single"]
