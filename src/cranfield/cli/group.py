"""The command `cranfield`: its subcommands are imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import cast

import click

from cranfield import __version__
from cranfield.errors import UsageError, did_you_mean

# In the order in which people meet them; `trec-eval` lives in the module `trec_eval`.
COMMANDS = (
    "eval",
    "check",
    "compare",
    "power",
    "gate",
    "agree",
    "pool",
    "sample",
    "relevance",
    "agreement",
    "degrade",
    "plot",
    "measures",
    "demo",
    "trec-eval",
    "completion",
    "manual",
)


class LazyGroup(click.Group):
    """Knows its commands by name; the module of one is imported when it runs or is listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  (click's signature)
        """Return all names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"cranfield.cli.{cmd_name.replace('-', '_')}")
        return cast("click.Command", module.command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; say which one was probably meant when there is no such."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            raise UsageError(
                f"there is no command `{name}`",
                slug="unknown-command",
                details=[f"  one of: {', '.join(COMMANDS)}"],
                hint=did_you_mean(name, COMMANDS),
            )
        return super().resolve_command(ctx, args)


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with `cranfield demo`, which needs no files, or with `cranfield eval qrels.txt run.txt`.",
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
def group() -> None:
    """Measure how well a retrieval system answers its users."""
