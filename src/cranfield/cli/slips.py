"""Slips of the fingers that many hands make, and what was probably meant."""

from __future__ import annotations

from cranfield.errors import UsageError

# Options of trec_eval that people type from habit.
LETTERS = {
    "-q": "trec_eval's -q is --per-topic; `cranfield-trec-eval` takes all of its options",
    "-c": "trec_eval's -c is the default here: every judged topic counts (--topics common for the other)",
    "-l": "trec_eval's -l 2 is a parameter of the measure: AP(rel=2)",
    "-J": "trec_eval's -J is --unjudged condense",
    "-M": "trec_eval's -M 100 is --depth 100",
    "-n": "trec_eval's -n has no counterpart; `cranfield-trec-eval` takes all of its options",
}


def slip(name: str) -> str | None:
    """Say what the name of a file that is not there was probably meant to be.

    >>> slip("nDCG@10")
    'nDCG@10 is a measure; several stand within quotes: -m "AP nDCG@10"'
    >>> slip("bm25.run")
    """
    if name == "%":
        return "a percentage is written without a blank: 2%"
    if name.isdecimal():
        return f"is {name} the value of an option that can do without? then it takes =, as in --judged={name}"
    from cranfield.measure import parse
    from cranfield.measure.presets import PRESETS

    try:
        known = name in PRESETS or bool(parse(name))
    except UsageError:
        return None
    return f'{name} is a measure; several stand within quotes: -m "AP {name}"' if known else None
