"""`cranfield.toml`: defaults for options, so that a project need not type them each time.

A setting is the long name of an option. Those in front are for every command that has the option; those below
`[eval]` are for this command, and win; what is typed wins over both.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from cranfield.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")

NAME = "cranfield.toml"
_USED, _REFUSED = "cranfield.defaults", "cranfield.no-config"


def config_options(command: F) -> F:
    """Add --config and --no-config. Without them the file in the working directory counts, if there is one."""
    config = click.option(
        "--config",
        metavar="FILE",
        is_eager=True,
        expose_value=False,
        callback=_take,
        help=f"Take defaults for options from here.  [default: {NAME} in the working directory, if it is there]",
    )
    without = click.option(
        "--no-config",
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_refuse,
        help=f"Leave {NAME} alone.",
    )
    return without(config(command))


def defaults_used(context: click.Context) -> str | None:
    """Say which options have their value from the file, and from which file; None where there are none."""
    path = context.meta.get(_USED)
    if path is None:
        return None
    names = [
        key_of(option)
        for option in context.command.params
        if option.name and context.get_parameter_source(option.name) is ParameterSource.DEFAULT_MAP
    ]
    return f"defaults from {path}: {', '.join(names)}" if names else None


def _refuse(context: click.Context, _option: click.Parameter, refused: bool) -> None:
    if refused and _USED in context.meta:
        raise _both()
    context.meta[_REFUSED] = refused


def _take(context: click.Context, _option: click.Parameter, path: str | None) -> None:
    refused = context.meta.get(_REFUSED, False)
    if path is not None and refused:
        raise _both()
    if context.resilient_parsing or refused or (path is None and not os.path.exists(NAME)):  # noqa: PTH110
        return
    path = NAME if path is None else path
    from cranfield.cli.configuration import (
        Configuration,
    )  # most have no such file, and need not wait for its reader

    context.default_map = Configuration(path).defaults(context)
    context.meta[_USED] = path


def _both() -> UsageError:
    return UsageError(
        "--config and --no-config cannot be combined", slug="options-clash", hint="leave out one of them"
    )


def key_of(option: click.Parameter) -> str:
    """Return the name of its setting."""
    return max(option.opts, key=len).lstrip("-")
