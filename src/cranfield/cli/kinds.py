"""Kinds of options that click has not: words refused in our own words, and values that may be left out."""

from __future__ import annotations

from typing import Any

import click

from cranfield.errors import UsageError


class Choice(click.Choice):  # type: ignore[type-arg]  # generic only in newer versions of click
    """One of some words, refused in cranfield's own words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word if it is one of those allowed."""
        if value not in self.choices:
            option = param.opts[-1] if param else "the option"
            raise UsageError.unknown_choice(f"`{option}`", str(value), self.choices)
        return super().convert(value, param, ctx)


class OptionalValue(click.Option):
    """An option whose value may be left out; where there is one, it stands behind `=`."""

    def __init__(self, *arguments: Any, alone: str, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.alone = alone


class Command(click.Command):
    """A command that lets such an option stand alone: what follows is not its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give the option the value that it stands for."""
        alone = {
            name: f"{name}={option.alone}"
            for option in self.params
            if isinstance(option, OptionalValue)
            for name in option.opts
        }
        end = args.index("--") if "--" in args else len(args)
        return super().parse_args(ctx, [*(alone.get(each, each) for each in args[:end]), *args[end:]])
