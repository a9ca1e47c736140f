"""`cranfield completion`: what a shell needs to complete commands, options, measures and files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from cranfield.cli.kinds import Choice
from cranfield.cli.output import Output
from cranfield.errors import CranfieldError

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIABLE = "_CRANFIELD_COMPLETE"
SHELLS = ("bash", "zsh", "fish")
_MEASURES = ("-m", "--measure")
EXAMPLES = """\
\b
For this session:
  eval "$(cranfield completion bash)"
  eval "$(cranfield completion zsh)"
  cranfield completion fish | source
\b
For all that come, once:
  cranfield completion bash >> ~/.bashrc
  cranfield completion zsh >> ~/.zshrc
  cranfield completion fish > ~/.config/fish/completions/cranfield.fish
"""


@click.command("completion", epilog=EXAMPLES)
@click.argument("shell", metavar="SHELL", type=Choice(SHELLS))
def command(shell: str) -> None:
    """Print the script that lets a shell complete your typing.

    SHELL is bash (4.4 or later), zsh or fish.
    """
    made = _for_shell(shell, click.Command("cranfield"))
    script = made.source_template % made.source_vars()
    with Output(None) as place:
        place.write(lambda stream: print(script, file=stream), "data")


def complete(group: click.Group, instruction: str) -> int:
    """Answer what the script asks (`bash_complete`); there is no answer to what makes no sense so far."""
    shell = instruction.partition("_")[0]
    if shell not in SHELLS:
        return 1
    completer = _for_shell(shell, group)
    words, incomplete = completer.get_completion_args()
    for item in _offered(completer, words, incomplete):
        click.echo(completer.format_completion(item))
    return 0


def _for_shell(shell: str, command: click.Command) -> ShellComplete:
    kind = get_completion_class(shell)
    if kind is None:
        raise AssertionError(shell)  # click knows all of SHELLS
    return kind(command, {}, "cranfield", VARIABLE)


def _offered(completer: ShellComplete, words: list[str], incomplete: str) -> Iterator[CompletionItem]:
    """Yield measures after -m, what click knows of commands, options and their values, and files elsewhere."""
    if words[-1:] and words[-1] in _MEASURES:
        yield from _measures(incomplete)
        return
    try:
        known = completer.get_completions(words, incomplete)
    except CranfieldError:
        return
    yield from known
    if not known and words and not incomplete.startswith("-"):
        yield CompletionItem(incomplete, type="file")


def _measures(incomplete: str) -> Iterator[CompletionItem]:
    """Yield the measures and groups whose names begin so; of several in one argument, the last is completed."""
    from cranfield.measure.presets import PRESETS
    from cranfield.measure.register import registered

    before, blank, begun = incomplete.rpartition(" ")
    for name in [*PRESETS, *(measure.name for measure in registered())]:
        if name.startswith(begun):
            yield CompletionItem(f"{before}{blank}{name}")
