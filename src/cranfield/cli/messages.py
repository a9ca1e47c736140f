"""Words on standard error: errors with their hints, warnings, and what to say about a bug."""

from __future__ import annotations

import os
import re
import sys
import warnings
from typing import TYPE_CHECKING, TextIO

from cranfield.errors import CranfieldError, CranfieldWarning

if TYPE_CHECKING:
    from collections.abc import Mapping

    import click

# Messages name a policy as Python has it; here it is an option. A value is a word of its own, so that
# `runs/depth=10/bm25.run` stays the path that it is.
# Compiled when there is something to say.
_POLICY = r"(?<![^\s(`])(ties|topics|no_relevant|unjudged|duplicates|precision|depth|seed|overlap)=([a-z0-9-]+)(?=[\s),;`]|$)"
_NARROWEST = 40
_WIDEST_UNASKED = 80


def tell(text: str) -> None:
    """Write to standard error; a name that the terminal cannot show is escaped."""
    encoding = sys.stderr.encoding or "utf-8"
    sys.stderr.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    sys.stderr.flush()


def show_warnings() -> None:
    """Show every warning of cranfield's once, in its own words; others keep Python's."""
    shown: set[str] = set()
    ordinary = warnings.showwarning

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if not isinstance(message, CranfieldWarning):
            ordinary(message, category, filename, lineno, file, line)
        elif (text := str(message)) not in shown:
            shown.add(text)
            tell(fitted(reworded(text)))

    warnings.showwarning = show
    warnings.simplefilter("always", CranfieldWarning)


def reworded(text: str) -> str:
    """Name options as they are typed here.

    >>> reworded("the policy duplicates=first (or last) keeps one of them")
    'the policy --duplicates first (or last) keeps one of them'
    """

    def option(found: re.Match[str]) -> str:
        return f"--{found[1].replace('_', '-')} {found[2]}"

    return re.sub(_POLICY, option, text, flags=re.MULTILINE)


def fitted(text: str) -> str:
    """Break long lines on a terminal, or at COLUMNS, between words: a path stays whole, and so does a quoted line."""
    if not (sys.stderr.isatty() or "COLUMNS" in os.environ):
        return text
    import shutil

    width = max(shutil.get_terminal_size((_WIDEST_UNASKED, 24)).columns, _NARROWEST)
    return "\n".join(part for line in text.splitlines() for part in _broken(line, width))


def _broken(line: str, width: int) -> list[str]:
    if len(line) <= width or re.match(r"\s+\d* +\|", line):
        return [line]
    import textwrap

    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def explain(failure: Exception, places: Mapping[str, str] | None = None) -> int:
    """Say what went wrong, and where an argument stands that a file named; return the exit code."""
    import click

    from cranfield.cli import BROKEN, REFUSED
    from cranfield.cli.arguments import places_told

    if isinstance(failure, CranfieldError):
        if failure.slug == "no-such-file":
            from cranfield.cli.slips import slip

            failure.hint = slip(failure.message.removesuffix(": there is no such file")) or failure.hint
        failure.details += tuple(places_told(failure.message, places or {}))
        tell(fitted(reworded(f"error: {failure}")))
        return REFUSED
    if isinstance(failure, click.ClickException):
        sentence, *hints = _usage(failure)
        told = places_told(sentence.removeprefix("error: "), places or {})
        tell(fitted("\n".join([sentence, *told, *hints])))
        return REFUSED
    if isinstance(failure, OSError):
        tell(fitted(f"error: {_named(failure)}"))
        return REFUSED
    if isinstance(failure, MemoryError):
        tell(
            "error: there is not enough memory for this\nhint: --threads 1 needs less, and so do fewer runs at a time"
        )
        return BROKEN
    tell("\n".join(_bug(failure)))
    return BROKEN


def _named(failure: OSError) -> str:
    reason = failure.strerror or str(failure)
    return f"{failure.filename}: {reason}" if failure.filename else reason


def _usage(failure: click.ClickException) -> list[str]:
    import click

    from cranfield.errors import did_you_mean

    context = getattr(failure, "ctx", None)
    if isinstance(failure, click.NoSuchOption):
        from cranfield.cli.slips import LETTERS

        known = [name for param in context.command.params for name in param.opts] if context else []
        of_trec_eval = LETTERS.get(failure.option_name) if context and context.info_name == "eval" else None
        sentence, near = (
            f"there is no option `{failure.option_name}`",
            of_trec_eval or did_you_mean(failure.option_name, known),
        )
    else:
        sentence, near = _in_our_style(failure.format_message()), None
    lines = [f"error: {sentence}"]
    if near:
        lines.append(f"hint: {near}")
    elif context:
        lines.append(f"hint: {context.command_path} --help shows how it is used")
    return lines


def _in_our_style(sentence: str) -> str:
    """Start small, end without a full stop, quote with backticks."""
    plain = sentence.strip().removesuffix(".").replace("'", "`")
    return plain[:1].lower() + plain[1:]


def _bug(failure: Exception) -> list[str]:
    import platform
    import traceback
    from pathlib import PurePath

    from cranfield import __version__

    frames = traceback.extract_tb(failure.__traceback__)
    own = [frame for frame in frames if "cranfield" in frame.filename] or frames
    place = f", in {own[-1].name}, line {own[-1].lineno} of {PurePath(own[-1].filename).name}" if own else ""
    lines = [
        "error: this is a bug in cranfield, not a fault of yours",
        f"  {type(failure).__name__}: {failure}{place}",
        f"  cranfield {__version__}, Python {platform.python_version()}, {platform.platform(terse=True)}",
        "hint: please report these lines with the command; CRANFIELD_DEBUG=1 adds the traceback",
    ]
    if os.environ.get("CRANFIELD_DEBUG") == "1":
        lines.insert(0, "".join(traceback.format_exception(failure)).rstrip())
    return lines
