"""trec_eval's command line, by the rules of GNU getopt_long."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from getopt import GetoptError, gnu_getopt

from cranfield.compat.trec_eval.numbers import whole
from cranfield.compat.trec_eval.quit import USAGE, QuitError

VERSIONS = ("9.0.8", "10.0")
QRELS_FORMATS = ("qrels", "prefs", "qrels_prefs", "qrels_jg")
RESULTS_FORMATS = ("trec_results",)

_SHORT = "hvqm:cl:nD:JN:M:R:T:oZ:"
_LONG = {
    "help": "h",
    "version": "v",
    "query_eval_wanted": "q",
    "measure=": "m",
    "complete_rel_info_wanted": "c",
    "level_for_rel=": "l",
    "nosummary": "n",
    "Debug_level=": "D",
    "Judged_docs_only": "J",
    "Number_docs_in_coll=": "N",
    "Max_retrieved_per_topic=": "M",
    "Rel_info_format=": "R",
    "Results_format=": "T",
    "Output_old_results_format=": "o",
    "Zscore=": "Z",
}
_ALL = 2**31 - 1


@dataclass
class Options:
    """What was asked for; the names are those of the long options, shortened."""

    version: str = VERSIONS[0]
    help: bool = False
    show_version: bool = False
    per_topic: bool = False
    complete: bool = False
    level: int = 1
    summary: bool = True
    judged_only: bool = False
    collection: int = 0
    depth: int = _ALL
    qrels_format: str = "qrels"
    zscores: str | None = None
    only: str | None = None  # the topic that -D names
    formats_named: bool = False  # with -h a question
    bad_format: str | None = None  # what is wrong with -R or -T
    measures: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def tenth(self) -> bool:
        """Whether version 10 is followed, and not 9."""
        return self.version == "10.0"

    @property
    def cut(self) -> int | None:
        """Where rankings end, None for nowhere."""
        return self.depth if self.depth < _ALL else None


def parse(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> Options:
    """Read the arguments; --compat and CRANFIELD_TREC_EVAL choose the version."""
    version, rest = _version(arguments, environment.get("CRANFIELD_TREC_EVAL") or VERSIONS[0])
    options = Options(version=_known_version(version))
    try:
        given, options.files = gnu_getopt(list(rest), _SHORT, list(_LONG))
    except GetoptError as wrong:
        raise QuitError(USAGE, f"trec_eval: {wrong.msg}\n{_HINT}") from wrong
    for name, value in given:
        word = name.lstrip("-")
        _take(options, word if len(word) == 1 else _LONG.get(word) or _LONG[f"{word}="], value)
    return options


_HINT = "hint: cranfield-trec-eval -h shows the options\n"


def usage() -> QuitError:
    """Say that the files are not two."""
    return QuitError(
        USAGE, f"Usage: trec_eval [-h] [-q] [-m measure[.params]] ... qrels_file results_file\n{_HINT}"
    )


def _version(arguments: Sequence[str], version: str) -> tuple[str, list[str]]:
    """Take our own option out first, so that it takes no abbreviation away from trec_eval's."""
    rest: list[str] = []
    ahead = iter(arguments)
    for argument in ahead:
        if argument == "--":
            return version, [*rest, argument, *ahead]
        if argument == "--compat":
            version = next(ahead, "")
        elif argument.startswith("--compat="):
            version = argument.partition("=")[2]
        else:
            rest.append(argument)
    return version, rest


def _known_version(version: str) -> str:
    if version not in VERSIONS:
        raise QuitError(
            USAGE, f"trec_eval: no version `{version}` to be compatible with: {' or '.join(VERSIONS)}\n"
        )
    return version


def _take(options: Options, letter: str, value: str) -> None:  # noqa: C901, PLR0912  (one line an option)
    match letter:
        case "h":
            options.help = True
        case "v":
            options.show_version = True
        case "q":
            options.per_topic = True
        case "m":
            options.measures.append(value)
        case "c":
            options.complete = True
        case "l":
            options.level = _number(value)
        case "n":
            options.summary = False
        case "D":
            options.only = value.partition(".")[2] or None
        case "J":
            options.judged_only = True
        case "N":
            options.collection = _number(value)
        case "M":
            options.depth = _number(value)
        case "R" | "T":
            _take_format(options, letter, value)
        case "Z":
            options.zscores = value
        case _:  # -o does nothing
            pass


def _take_format(options: Options, letter: str, value: str) -> None:
    options.formats_named = True
    if letter == "R":
        options.qrels_format = value
    if value not in (QRELS_FORMATS if letter == "R" else RESULTS_FORMATS):
        options.bad_format = (
            f"trec_eval: illegal {'rel_info' if letter == 'R' else 'results'} format '{value}'\n"
        )


def _number(value: str) -> int:
    return whole(value.encode("utf-8", "surrogateescape"))
