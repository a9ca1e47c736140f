"""`cranfield trec-eval`, for the list of commands: `cli.run` starts it before click is imported."""

from __future__ import annotations

import click


@click.command(
    "trec-eval",
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("arguments", nargs=-1, type=click.UNPROCESSED)
def command(arguments: tuple[str, ...]) -> int:
    """Be trec_eval, to the byte: its options, output and exit codes."""
    from cranfield.compat.trec_eval import run

    return run(arguments)
