"""What trec_eval writes behind a measure's name: `utility_2,-1,0,0`, `set_F_4`, `ndcg_1=3,2=9`, `rbp_p=0.5`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cranfield.errors import UsageError
from cranfield.measure.parameters import value_of

if TYPE_CHECKING:
    from cranfield.measure.definition import Settings

# Where nobody says at which ranks, trec_eval prints a measure at all of these.
USUAL_CUTOFFS = (5, 10, 15, 20, 30, 100, 200, 500, 1000)

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?"
_NUMBERS = re.compile(rf"{_NUMBER}(?:,{_NUMBER})*", re.IGNORECASE | re.ASCII)
_PAIRS = re.compile(rf"{_NUMBER}={_NUMBER}(?:,{_NUMBER}={_NUMBER})*", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Behind:
    """How the text behind a name is read as parameters (None: not understood), and how these are written again."""

    read: Callable[[str], Settings | None]
    write: Callable[[Settings], str | None]
    example: str


def numbers(*names: str, example: str) -> Behind:
    """One number for each of these parameters, in this order.

    >>> numbers("a", "b", example="2,-1").read("3,-.5")
    {'a': 3, 'b': -0.5}
    """

    def read(text: str) -> Settings | None:
        values = text.split(",") if _NUMBERS.fullmatch(text) else []
        return dict(zip(names, map(value_of, values), strict=True)) if len(values) == len(names) else None

    return Behind(read, lambda settings: ",".join(str(settings[name]) for name in names), example)


def square_of(name: str) -> Behind:
    """One number, which is the square of this parameter.

    >>> square_of("beta").read("4"), square_of("beta").write({"beta": 2})
    ({'beta': 2.0}, '4')
    """

    def read(text: str) -> Settings | None:
        square = float(text) if re.fullmatch(_NUMBER, text, re.IGNORECASE | re.ASCII) else -1
        return {name: math.sqrt(square)} if 0 <= square < math.inf else None

    def write(settings: Settings) -> str | None:
        root = float(settings[name] or 0)
        return f"{root * root:.12g}"  # 0.5 and not 0.5000000000000001

    return Behind(read, write, example="4")


def gains_behind() -> Behind:
    """Pairs of a grade and its gain, as the parameter `gains` takes them.

    >>> gains_behind().read("1=3,2=9")
    {'gains': '1=3,2=9'}
    """
    return _as_it_stands("gains", _PAIRS, example="1=3,2=9")


def list_of(name: str, example: str) -> Behind:
    """Any number of numbers, as this parameter takes them."""
    return _as_it_stands(name, _NUMBERS, example)


def _as_it_stands(name: str, pattern: re.Pattern[str], example: str) -> Behind:
    def read(text: str) -> Settings | None:
        return {name: text} if pattern.fullmatch(text) else None

    def write(settings: Settings) -> str | None:
        text = settings[name]
        return text if isinstance(text, str) and pattern.fullmatch(text) else None

    return Behind(read, write, example)


def persistence() -> Behind:
    """Read `p=0.5`. trec_eval takes gains of single grades there, too, which RBP has not.

    >>> persistence().read("p=0.5")
    {'p': 0.5}
    """

    def read(text: str) -> Settings | None:
        told = [part.partition("=") for part in text.split(",")]
        if any(name != "p" for name, _, _ in told) and all(sign for _, sign, _ in told):
            raise UsageError(
                f"gains of single grades are not for RBP: `{text}`",
                slug="measure-parameter",
                hint="RBP(p=0.5, top=2) takes grades for gains, as shares of grade 2; rbp_p=0.5 takes every "
                "relevant document alike",
            )
        return {"p": value_of(told[0][2])} if len(told) == 1 and told[0][2] else None

    return Behind(read, lambda settings: f"p={settings['p']}", example="p=0.5")
