"""What to say of a name that no measure has."""

from __future__ import annotations

from textwrap import shorten

from cranfield.errors import UsageError, did_you_mean
from cranfield.measure.presets import PRESETS
from cranfield.measure.register import registered, with_parameters

# What trec_eval prints among its measures, and a table of numbers cannot hold.
_TEXTS = {
    "relstring": "in Python: from cranfield.measure.relstring import relstrings; relstrings(qrels, run, k=10)",
    "runid": "the name of a run stands in the first column of every table",
}


def unknown(word: str) -> UsageError:
    """Say that no measure has this name, and which one was probably meant."""
    # Of spellings that differ in case alone, the canonical one, which comes first, is the one to show.
    names = {spoken.casefold(): spoken for each in registered() for spoken in reversed(each.spoken_names)}
    base = word.rstrip("0123456789").rstrip("._")
    if base.casefold() in _TEXTS:
        return UsageError(
            f"`{word}` is text, so it is no measure", slug="measure-is-text", hint=_TEXTS[base.casefold()]
        )
    if word in PRESETS:
        return UsageError(
            f"`{word}` is not one measure but several",
            slug="unknown-measure",
            details=[f"  {PRESETS[word].meaning}"],
            hint=f"-m {word} computes them all: {shorten(PRESETS[word].measures(), 400, placeholder=' ...')}",
        )
    return UsageError(
        f"no measure is called `{word}`",
        slug="unknown-measure",
        hint=_hint_behind(word)
        or did_you_mean(base, [*names.values(), *PRESETS])
        or "`cranfield measures` lists them all; is it a measure of your own? --import its file",
    )


def _hint_behind(word: str) -> str | None:
    """Say what may stand behind a name of trec_eval's, where something else does."""
    if (written := with_parameters(word)) is None:
        return None
    stem, measure = written.stem, written.spoken.measure
    hint = f"behind `{stem[:-1]}` trec_eval writes parameters, such as {stem}{written.behind.example}"
    if measure.at and written.text.isdecimal():
        hint += f"; a cut-off is written {measure.name}@{written.text}"
    return hint
