"""`--topics`: a policy by its name, a file of topic ids, or ids with commas between."""

from __future__ import annotations

import os
from typing import Any

import click

from cranfield.errors import InputError, UsageError, did_you_mean

BY_NAME = ("judged", "common")


class Topics(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """Which topics count."""

    name = "topics"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:  # noqa: ARG002  (click's signature)
        """Show what may be typed."""
        return "judged|common|FILE|ID,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ARG002
        """Return the name of the policy, or the ids."""
        if isinstance(value, tuple) or value in BY_NAME:
            return value
        if not value.strip(", "):
            raise UsageError("`--topics` names no topic", slug="no-topics", hint="such as: --topics 301,302")
        if value == "-":
            raise UsageError(
                "`--topics` takes a file, not standard input, which is for a run or the judgements",
                slug="two-standard-inputs",
                hint="in bash, <(cut -f1 queries.tsv) is a file",
            )
        if os.path.exists(value):  # noqa: PTH110  (keeps the spelling)
            return _ids_in(value)
        if "," in value:
            return tuple(dict.fromkeys(part.strip() for part in value.split(",") if part.strip()))
        if near := did_you_mean(value, BY_NAME):
            raise UsageError(
                f"`--topics` has no value `{value}`, and no file is called so",
                slug="unknown-choice",
                details=[f"  one of: {', '.join(BY_NAME)}, a file, or ids with commas between"],
                hint=near,
            )
        return _ids_in(value) if os.sep in value or "." in value else (value,)


def _ids_in(path: str) -> tuple[str, ...]:
    """Read ids, one a line."""
    from cranfield.read.source import open_source

    source = open_source(path)
    found: dict[str, None] = {}
    for number, line in enumerate(source.read().split(b"\n"), start=1):
        fields = os.fsdecode(line.removeprefix(b"\xef\xbb\xbf") if number == 1 else line).split()
        if len(fields) > 1:
            raise InputError(
                f"{source.name}:{number}: a line of topics has one id, this one has {len(fields)} columns",
                slug="topics-columns",
                hint=f"the first column alone: cut -d' ' -f1 {path} | sort -u",
            )
        found.update(dict.fromkeys(fields))
    if not found:
        raise InputError(f"{source.name}: there are no topics in it", slug="no-topics", hint="an id a line")
    return tuple(found)
