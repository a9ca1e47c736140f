"""Reads `cranfield.toml`, and refuses what means nothing, with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any, NamedTuple, NoReturn

import click

from cranfield.cli.defaults import key_of
from cranfield.errors import CranfieldError, UsageError, cannot_read, did_you_mean

# A file that happens to lie where one works must not run code, nor write over anything, nor answer another question.
_TYPED_ONLY = ("help", "config", "no-config", "import", "output", "fix", "junit", "ties-report", "bounds")


class _Written(NamedTuple):
    """A setting of the file: where it stands and what it says."""

    table: str | None
    key: str
    value: Any


class Configuration:
    """The settings of one file, each of which must mean something."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            with open(path, "rb") as stream:  # noqa: PTH123
                raw = stream.read()
            self.lines = raw.decode("utf-8-sig").splitlines()
            self.settings = tomllib.loads(raw.decode("utf-8-sig"))
        except OSError as failure:
            raise cannot_read(path, failure) from None
        except UnicodeDecodeError as failure:
            self._stop(raw[: failure.start].count(b"\n") + 1, "this is not text in UTF-8")
        except tomllib.TOMLDecodeError as failure:
            place = re.search(r" \(at line (\d+), column \d+\)$", str(failure))
            said = str(failure).removesuffix(place[0]) if place else str(failure).partition(" (at")[0]
            line = int(place[1]) if place else len(self.lines)
            self._stop(
                line, f"this is not TOML: {said[:1].lower()}{said[1:]}", 'a line is like: measure = "AP P@10"'
            )

    def defaults(self, context: click.Context) -> dict[str, Any]:
        """Return the values for one command by the names of its parameters; those for this command alone win."""
        options = {
            key_of(option): option for option in context.command.params if isinstance(option, click.Option)
        }
        found: dict[str, Any] = {}
        written = list(self._written())
        for setting in sorted(written, key=lambda setting: setting.table is not None):
            if setting.table not in (None, context.command.name):
                continue
            if setting.key in _TYPED_ONLY:
                what = f"`{setting.key}` cannot have a default here"
                self._stop(self._line(setting), what, "type it; or keep arguments in a file, and type @FILE")
            option = options.get(setting.key)
            if option is not None and option.name is not None:
                found[option.name] = self._value(setting, option, context)
            elif setting.table is not None or not _of_another_command(context, setting.key):
                self._stop(
                    self._line(setting), f"there is no option `--{setting.key}`", _near(setting, options)
                )
        return found

    def _written(self) -> Iterator[_Written]:
        from cranfield.cli.group import COMMANDS

        for key, value in self.settings.items():
            if key in COMMANDS and not isinstance(value, dict):
                what = f"`{key}` is a command, not a setting"
                self._stop(
                    self._line(_Written(None, key, value)), what, f"its settings stand below a line [{key}]"
                )
            if not isinstance(value, dict):
                yield _Written(None, key, value)
            elif key not in COMMANDS:
                what = f"there is no command `{key}`"
                self._stop(self._line(_Written(None, key, value)), what, did_you_mean(key, COMMANDS))
            else:
                yield from (_Written(key, name, inner) for name, inner in value.items())

    def _value(self, setting: _Written, option: click.Option, context: click.Context) -> Any:
        value = setting.value
        expected = _expected(option)
        if option.multiple and isinstance(value, str):
            value = [value]
        parts = value if option.multiple and isinstance(value, list) else [value]
        if not all(_fits(part, option) for part in parts):
            self._stop(
                self._line(setting),
                f"`{setting.key}` must be {expected}",
                f"such as: {_example(setting, option)}",
            )
        try:
            option.type_cast_value(context, value)
        except CranfieldError as failure:
            self._stop(self._line(setting), failure.message, failure.hint, failure.details)
        except click.BadParameter as failure:
            self._stop(self._line(setting), f"`{setting.key}`: {failure.message.rstrip('.')}")
        return value

    def _line(self, setting: _Written) -> int:
        """Find the line of a setting, which the parser does not tell."""
        table = None
        for number, line in enumerate(self.lines, start=1):
            if header := re.match(r"\s*\[+\s*[\"']?([^\"'\]\s]+)", line):
                table = header[1]
                if table == setting.key and setting.table is None:
                    return number
            written = re.match(r"\s*[\"']?([^\"'=\s]+)[\"']?\s*=", line)
            if written and (table, written[1]) == (setting.table, setting.key):
                return number
            if written and table is None and written[1] in (f"{setting.table}.{setting.key}", setting.table):
                return number
        return 1

    def _stop(self, line: int, what: str, hint: str | None = None, details: tuple[str, ...] = ()) -> NoReturn:
        raise UsageError(f"{self.path}:{line}: {what}", slug="bad-config", details=details, hint=hint)


def _of_another_command(context: click.Context, key: str) -> bool:
    from cranfield.cli.group import COMMANDS

    group = context.parent.command if context.parent else None
    others = [group.get_command(context, name) for name in COMMANDS] if isinstance(group, click.Group) else []
    return any(key_of(option) == key for command in others if command for option in command.params)


def _near(setting: _Written, options: dict[str, click.Option]) -> str:
    said = did_you_mean(setting.key.replace("_", "-"), [key for key in options if key not in _TYPED_ONLY])
    return said or "a setting is the long name of an option, without the hyphens in front"


def _fits(value: Any, option: click.Option) -> bool:
    if option.is_flag:
        return isinstance(value, bool)
    if isinstance(value, bool):
        return False
    if isinstance(option.type, click.types.IntParamType):
        return isinstance(value, int)
    if isinstance(option.type, click.types.FloatParamType):
        return isinstance(value, int | float)
    return isinstance(value, str)


def _expected(option: click.Option) -> str:
    if option.is_flag:
        return "true or false"
    if isinstance(option.type, click.types.IntParamType):
        return "a whole number"
    if isinstance(option.type, click.types.FloatParamType):
        return "a number"
    return "text in quotes, or a list of such" if option.multiple else "text in quotes"


def _example(setting: _Written, option: click.Option) -> str:
    if option.is_flag:
        return f"{setting.key} = true"
    if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
        return f"{setting.key} = 10"
    value = setting.value if isinstance(setting.value, int | float) else (option.metavar or "...")
    return f'{setting.key} = "{value}"'
