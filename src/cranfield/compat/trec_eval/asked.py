"""What `-m` asks for: entries of the catalogue, each with the columns that it prints."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cranfield.compat.trec_eval.catalogue import NICKNAMES, Entry, entries
from cranfield.compat.trec_eval.numbers import real, whole
from cranfield.compat.trec_eval.quit import BAD_INPUT, USAGE, QuitError
from cranfield.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from cranfield.compat.trec_eval.options import Options
    from cranfield.measure.definition import BoundMeasure

_RELSTRING_LENGTH = 10
_RBP_PERSISTENCE = 0.9


class Column(NamedTuple):
    """One printed name. `bound` is the register's measure; what has none is text, or version 10's RBP."""

    name: str
    entry: Entry
    bound: BoundMeasure | None = None
    length: int = 0  # of relstring
    persistence: float = _RBP_PERSISTENCE
    gains: str | None = None


class Asked(NamedTuple):
    """A measure, and the text behind its name: None where there was none."""

    entry: Entry
    text: str | None


def asked(options: Options) -> list[Asked]:
    """Return the measures in the order of the catalogue; of several texts behind one name the first counts."""
    known = {entry.name: entry for entry in entries(options.version)}
    texts: dict[str, str] = {}
    wanted: set[str] = set()
    for spoken in options.measures or ["official"]:
        name, dot, text = spoken.partition(".")
        if dot and not text:
            raise QuitError(USAGE, f"trec_eval: improper measure in parameter '{spoken}'\n")
        if name not in NICKNAMES and name not in known:
            raise QuitError(USAGE, f"trec_eval: illegal measure '{name}'\n{_hint(name, known)}")
        wanted.update(NICKNAMES.get(name, name).split())
        if text and name not in NICKNAMES:
            texts.setdefault(name, text)
    return [Asked(entry, texts.get(name)) for name, entry in known.items() if name in wanted]


def _hint(name: str, known: Mapping[str, Entry]) -> str:
    """Say how a measure is asked for that was written as it is printed, or as cranfield writes it."""
    stem, _, cutoff = name.replace("@", "_").rpartition("_")
    for candidate in (stem, f"{stem}_cut"):
        if candidate in known and known[candidate].parameters == "cutoffs" and cutoff.isdecimal():
            return f"hint: cut-offs stand behind a dot: {candidate}.{cutoff}\n"
    near = did_you_mean(name, [*known, *NICKNAMES])
    return f"hint: {near}\n" if near else ""


def columns(measures: list[Asked], options: Options) -> list[Column]:
    """Read the parameters; one that makes no sense ends the program."""
    return [column for each in measures for column in _columns(each, options)]


def _columns(each: Asked, options: Options) -> list[Column]:
    entry, text = each
    try:
        if entry.name == "relstring":
            length = _RELSTRING_LENGTH if text is None else int(_reals(text)[0])
            return [Column(_named(entry, text), entry, length=length)]
        if entry.name == "runid":
            return [Column(entry.name, entry)]
        return _KINDS[entry.parameters](entry, text, options)
    except (UsageError, ValueError, OverflowError) as wrong:
        told = f"trec_eval: {wrong}\n" if str(wrong) else ""
        raise QuitError(BAD_INPUT, f"{told}trec_eval: Cannot initialize measure '{entry.name}'\n") from wrong


def _plain(entry: Entry, _: str | None, options: Options) -> list[Column]:
    return [Column(entry.name, entry, _bound(entry, options))]


def _cutoffs(entry: Entry, text: str | None, options: Options) -> list[Column]:
    ranks: list[float] = list(entry.usual) if text is None else sorted(whole(part) for part in _parts(text))
    if ranks[0] <= 0:
        raise ValueError("Negative cutoff detected")
    _refuse_twice(ranks)
    return [Column(f"{entry.name}_{rank}", entry, _bound(entry, options, at=int(rank))) for rank in ranks]


def _shares(entry: Entry, text: str | None, options: Options) -> list[Column]:
    shares = list(entry.usual) if text is None else sorted(_reals(text))
    _refuse_twice(shares)
    return [Column(f"{entry.name}_{share:3.2f}", entry, _bound(entry, options, at=share)) for share in shares]


def _numbers(entry: Entry, text: str | None, options: Options) -> list[Column]:
    behind = None if text is None else ",".join(map(repr, _reals(text)))
    return [Column(_named(entry, text), entry, _bound(entry, options, behind=behind))]


def _gains(entry: Entry, text: str | None, options: Options) -> list[Column]:
    pairs = [] if text is None else [part.partition("=") for part in text.split(",")]
    if not all(name and sign for name, sign, _ in pairs):
        raise ValueError(f"expected grade=gain, and not '{text}'")
    read = {name: real(value.encode()) for name, _, value in pairs}
    persistence = read.pop("p", _RBP_PERSISTENCE) if entry.name.startswith("rbp") else _RBP_PERSISTENCE
    gains = ",".join(f"{whole(name.encode())}={value!r}" for name, value in read.items()) or None
    named = _named(entry, text)
    if entry.name == "rbp":
        if not 0 <= persistence < 1:
            raise ValueError(f"p of rbp is at least 0 and below 1, and not {persistence}")
        return [Column(named, entry, persistence=persistence, gains=gains)]
    behind = f"p={persistence}" if entry.name == "rbp_resid" else gains
    return [Column(named, entry, _bound(entry, options, behind=behind))]


_KINDS: dict[str, Callable[[Entry, str | None, Options], list[Column]]] = {
    "none": _plain,
    "cutoffs": _cutoffs,
    "shares": _shares,
    "numbers": _numbers,
    "gains": _gains,
}


def _bound(
    entry: Entry, options: Options, *, at: float | None = None, behind: str | None = None
) -> BoundMeasure:
    """Look the measure up in the register, and give it its parameters and the options that concern it."""
    from cranfield.measure.register import resolve

    found = resolve(entry.name)
    if found is None:
        raise LookupError(entry.name)  # the catalogue and the register disagree: a bug
    measure, settings = found.measure, dict(found.settings)
    names = {parameter.name for parameter in measure.parameters}
    if "rel" in names:
        settings["rel"] = max(options.level, 0)  # a negative grade is never relevant
    if "levels" in names and options.tenth:
        settings["levels"] = "trec10"
    if "collection" in names:
        settings["collection"] = options.collection
    if behind is not None:
        told = measure.trec_eval_parameters.read(behind) if measure.trec_eval_parameters else None
        if told is None:
            raise ValueError(f"'{behind}' makes no sense behind {entry.name}")
        settings |= told
    bound = measure.bind(settings)
    return bound if at is None else bound @ at


def _parts(text: str) -> list[bytes]:
    return [part.encode("utf-8", "surrogateescape") for part in text.split(",")]


def _reals(text: str) -> list[float]:
    read = [real(part) for part in _parts(text)]
    if not all(map(math.isfinite, read)):
        raise ValueError(f"'{text}' is not made of finite numbers")
    return read


def _refuse_twice(values: Sequence[float]) -> None:
    if len(set(values)) < len(values):
        raise ValueError("duplicate cutoffs detected")


def _named(entry: Entry, text: str | None) -> str:
    return entry.name if text is None else f"{entry.name}_{text}"
