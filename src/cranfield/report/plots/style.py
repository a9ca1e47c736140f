"""How plots look: one style, light or dark, in colours that the colour-blind can tell apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cranfield.errors import printable

WIDTH = 420
"""Points: a column of a paper, or half a slide."""
FONT = "Arial, Helvetica, sans-serif"
MANY = 7
"""With more systems than this, most are grey, and some stand out."""
_NAME = 26
_OF_SIZE = 0.56  # the mean width of a letter


@dataclass(frozen=True)
class Style:
    """Colours by what they are for.

    `series` is the palette of Okabe and Ito without its yellow, and somewhat darker, because names are written in it.
    """

    background: str = "#ffffff"
    ink: str = "#1b1f24"
    quiet: str = "#5b6570"  # axes, and what is said beside
    faint: str = "#e3e7eb"  # grids
    muted: str = "#b4bcc5"  # systems that do not stand out
    better: str = "#0072B2"
    worse: str = "#D55E00"
    series: tuple[str, ...] = ("#0072B2", "#D55E00", "#009E73", "#AA4499", "#5b6570", "#B87A00", "#3D9BD1")
    ramp: tuple[str, ...] = ("#f3f6f9", "#c6dbef", "#85b8dc", "#3f8fc4", "#0f5f9e", "#08306b")
    dark: bool = False
    width: int = WIDTH

    def colour(self, number: int) -> str:
        """Return the colour of the series with this number."""
        return self.series[number % len(self.series)]

    def wide(self, share: float = 1.0, *, less: int = 0) -> int:
        """Return a part of the width."""
        return max(60, round((self.width - less) * share))

    def config(self) -> dict[str, Any]:
        """Return what all plots have in common, as Vega-Lite takes it."""
        text = {"labelFont": FONT, "titleFont": FONT, "labelColor": self.quiet, "titleColor": self.ink}
        sizes = {"labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": "normal"}
        return {
            "background": self.background,
            "font": FONT,
            "padding": 10,
            "view": {"stroke": None},
            "axis": {
                **text,
                **sizes,
                "gridColor": self.faint,
                "domainColor": self.quiet,
                "tickColor": self.quiet,
                "labelLimit": 190,
                "titlePadding": 8,
            },
            "legend": {**text, **sizes, "symbolType": "circle", "labelLimit": 190, "orient": "bottom"},
            "header": {**text, "labelFontSize": 12, "labelFontWeight": "bold", "labelColor": self.ink},
            "title": {
                "anchor": "start",
                "frame": "bounds",
                "font": FONT,
                "fontSize": 13,
                "color": self.ink,
                "subtitleFont": FONT,
                "subtitleFontSize": 11,
                "subtitleColor": self.quiet,
                "subtitlePadding": 4,
                "offset": 12,
            },
            "text": {"font": FONT, "fontSize": 11, "color": self.ink},
            "line": {"strokeWidth": 1.8},
            "point": {"filled": True, "size": 40, "opacity": 1},
        }


LIGHT = Style()
DARK = Style(
    background="#14181d",
    ink="#eef1f4",
    quiet="#a9b3be",
    faint="#2b323a",
    muted="#59636e",
    better="#56B4E9",
    worse="#F58A4B",
    series=("#56B4E9", "#F58A4B", "#2CC295", "#DB8FC6", "#c3cad2", "#F0C24B", "#9FB8F5"),
    ramp=("#1d232a", "#123e63", "#1a669e", "#3f93cf", "#86c1ea", "#e2f1fb"),
    dark=True,
)


def style_of(*, dark: bool = False, width: int = WIDTH) -> Style:
    """Return the style, light or dark, for a plot so wide."""
    return replace(DARK if dark else LIGHT, width=width)


def labels(names: Iterable[str], longest: int = _NAME) -> list[str]:
    """Write names as a plot has room for them: what is not printable escaped, the middle of long ones left out.

    >>> labels(["bm25", "a" * 20 + "-first-" + "b" * 20, "a" * 20 + "-other-" + "b" * 20], 15)
    ['bm25', 'aaaaaaa…bbbbbbb', 'aaaaaa…bbbbbb 2']
    """
    written: dict[str, None] = {}
    for name in names:
        whole = escaped(name) or "(no name)"
        short, number = _shortened(whole, longest), 2
        while short in written:
            short = f"{_shortened(whole, longest - len(str(number)) - 1)} {number}"
            number += 1
        written[short] = None
    return list(written)


def escaped(text: str) -> str:
    r"""Escape what is not printable, and what was no text.

    >>> escaped("a\u202eb")
    'a\\u202eb'
    """
    return printable(text.encode("utf-8", "surrogateescape"))


def label(name: str, longest: int = _NAME) -> str:
    """Write one name so."""
    return labels([name], longest)[0]


def _shortened(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    half = (longest - 1) // 2
    return f"{name[: longest - 1 - half]}…{name[len(name) - half :]}"


def folded(text: str, width: int, size: int) -> list[str]:
    """Break a title into lines that are no wider than the plot, its axis included.

    >>> folded("AP of 48 systems over 50 topics", 120, 13)
    ['AP of 48 systems over', '50 topics']
    """
    import textwrap

    return textwrap.wrap(text, max(16, round((width + 50) / (size * _OF_SIZE))), break_long_words=True) or [
        ""
    ]


def spread_out(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move labels up and down until none is nearer than `gap` to the next; their order stays.

    >>> spread_out([0.5, 0.5, 0.9], 0.2, 0, 1)
    [0.4, 0.6000000000000001, 0.9]
    """
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    groups: list[list[int]] = []  # neighbours that touch

    def start(group: list[int]) -> float:
        middle, length = sum(wanted[place] for place in group) / len(group), gap * (len(group) - 1)
        return max(low, min(middle - length / 2, high - length))

    for place in order:
        groups.append([place])
        while len(groups) > 1 and start(groups[-1]) < start(groups[-2]) + gap * len(groups[-2]):
            last = groups.pop()
            groups[-1] += last
    found = [0.0] * len(wanted)
    for group in groups:
        for number, place in enumerate(group):
            found[place] = start(group) + gap * number
    return found


def outstanding(names: Sequence[str], asked: Sequence[str], otherwise: Iterable[str]) -> tuple[str, ...]:
    """Choose the systems that stand out: those asked for; else all if they are few, or else the given ones."""
    if asked:
        from cranfield.errors import UsageError, did_you_mean

        for name in asked:
            if name not in names:
                raise UsageError(
                    f"no run `{name}` to highlight",
                    slug="unknown-run",
                    details=[
                        f"  there are: {', '.join(labels(names[:10]))}{', ...' if len(names) > 10 else ''}"
                    ],
                    hint=did_you_mean(name, names),
                )
        return tuple(dict.fromkeys(asked))
    return tuple(names) if len(names) <= MANY else tuple(dict.fromkeys(otherwise))
