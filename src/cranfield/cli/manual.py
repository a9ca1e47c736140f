"""`cranfield manual`: the manual page, made of what the commands say of themselves."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from cranfield import __version__
from cranfield.cli.output import Output

_BACKSLASH_B = "\b"  # click's mark of a paragraph whose lines stay as they are
_AS_TYPED = str.maketrans({"\\": r"\e", "-": r"\-", "'": r"\(aq", "`": r"\(ga", "^": r"\(ha", "~": r"\(ti"})
EXIT_CODES = (
    ("0", "Fine."),
    ("1", "Findings: a check that failed (gate), faults in files (check)."),
    ("2", "The command line makes no sense, or the input is bad; no number was printed."),
    ("70", "A bug in cranfield, or too little memory."),
    ("130", "Interrupted."),
    ("141", "Whoever read the output went away."),
)
ENVIRONMENT = (
    ("COLUMNS", "How wide tables are; without it, as wide as the terminal."),
    ("NO_COLOR", "If set, no bold and no colour (https://no-color.org)."),
    ("CRANFIELD_CORE", "python or native: which of the two equal cores reads and ranks."),
    ("CRANFIELD_TREC_EVAL", "9.0.8 or 10.0: the version that trec-eval is, where --compat does not say."),
    ("CRANFIELD_DEBUG", "If 1, an error that is a bug shows its traceback, too."),
    ("GITHUB_STEP_SUMMARY", "Where gate --format github adds its tables; GitHub Actions sets it."),
)
EXAMPLES = """\
\b
Examples:
  cranfield manual > cranfield.1 && man ./cranfield.1
  cranfield manual > ~/.local/share/man/man1/cranfield.1
"""


@click.command("manual", epilog=EXAMPLES)
@click.pass_context
def command(context: click.Context) -> None:
    """Print the manual page, for man(1).

    It holds the help of all commands, of the version that prints it.
    """
    root = context.find_root()
    page = manual(root.command, root.info_name or "cranfield")
    with Output(None) as place:
        place.write(lambda stream: print(page, end="", file=stream), "data")


def manual(program: click.Command, name: str) -> str:
    """Return the page as roff, in the macros of man(7)."""
    commands = _commands(program)
    lines = [
        f'.TH {name.upper()} 1 "" "{name} {__version__}" "User Commands"',
        # hyphens can be copied, words stay whole, and the right edge is ragged
        ".nh",
        ".ad l",
        ".SH NAME",
        f"{roff(name)} \\- {roff(program.get_short_help_str(200).rstrip('.'))}",
        ".SH SYNOPSIS",
        *(line for each in commands for line in _synopsis(name, each)),
        ".SH COMMANDS",
        *(line for each in commands for line in _section(name, each)),
        ".SH EXIT STATUS",
        *(line for term, text in EXIT_CODES for line in _entry(term, text)),
        ".SH ENVIRONMENT",
        *(line for term, text in ENVIRONMENT for line in _entry(term, text)),
    ]
    return "\n".join(lines) + "\n"


def _commands(program: click.Command) -> list[click.Command]:
    if not isinstance(program, click.Group):
        return [program]
    context = click.Context(program)
    found = (program.get_command(context, name) for name in program.list_commands(context))
    return [each for each in found if each is not None and not each.hidden]


def _synopsis(name: str, command: click.Command) -> list[str]:
    words = " ".join(command.collect_usage_pieces(click.Context(command)))
    return [f".B {roff(f'{name} {command.name}')}", roff(words), ".br"]


def _section(name: str, command: click.Command) -> Iterator[str]:
    context = click.Context(command, info_name=command.name)
    yield f".SS {roff(f'{name} {command.name}')}"
    yield from _prose(command.help or "")
    for param in command.get_params(context):
        record = param.get_help_record(context)
        if record and record[1]:  # an argument is explained above
            yield from _entry(*record)
    yield from _prose(command.epilog or "")


def _entry(term: str, text: str) -> list[str]:
    return [".TP", f".B {roff(term)}", roff(" ".join(text.split()))]


def _prose(text: str) -> Iterator[str]:
    """Yield the paragraphs of a help text; one that is marked keeps its lines, and so do indented ones."""
    for block in re.split(r"\n\s*\n", inspect.cleandoc(text).partition("\f")[0]):
        if not block.strip():
            continue
        yield ".PP"
        if block.startswith(_BACKSLASH_B):
            kept = block.removeprefix(_BACKSLASH_B).strip("\n").splitlines()
            yield from (".nf", *(roff(line) for line in kept), ".fi")
        else:
            yield roff(" ".join(block.split()))


def roff(text: str) -> str:
    r"""Return what is shown as this text, and can be copied: groff would make hyphens and quotes typographic.

    >>> print(roff("--max-drop 2%"), roff(".run"))
    \-\-max\-drop 2% \&.run
    """
    escaped = text.translate(_AS_TYPED)
    plain = "".join(char if char.isascii() else f"\\[u{ord(char):04X}]" for char in escaped)
    return rf"\&{plain}" if plain.startswith(".") else plain
