"""What `cf.plot.<name>(...)` returns: the data, and the figure made of them when it is looked at or saved."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Protocol

from cranfield.errors import InputError, MissingPackageError, UsageError
from cranfield.report.plots.style import WIDTH, escaped, folded, style_of

if TYPE_CHECKING:
    from cranfield.report.plots.register import Kind

_SPOKEN = 1000
FORMATS = ("svg", "png", "pdf", "html", "json")


class Drawable(Protocol):
    """The data of a plot: whatever they are, they say what they show."""

    @property
    def title(self) -> str:
        """What is shown, in a sentence without a full stop."""

    @property
    def subtitle(self) -> str:
        """What else a reader has to know; may be empty."""


@dataclass(frozen=True, eq=False)
class Plot:
    """A figure. `data` are plain numbers; `chart`, `spec` and `save` need the extra `report` (altair)."""

    kind: Kind
    data: Any

    def chart(self, *, dark: bool = False, width: int | None = None) -> Any:
        """Return it as an altair chart, to be changed or combined with others."""
        try:
            import altair as alt
        except ImportError as absent:
            raise _missing("altair") from absent
        return alt.Chart.from_dict(self.spec(dark=dark, width=width))

    def spec(self, *, dark: bool = False, width: int | None = None) -> dict[str, Any]:
        """Return its Vega-Lite specification, data included."""
        style = style_of(dark=dark, width=_checked(width))
        try:
            import altair as alt
        except ImportError as absent:
            raise _missing("altair") from absent
        with alt.utils.schemapi.debug_mode(
            arg=False
        ):  # no row is held against the schema: the tests did that
            spec: dict[str, Any] = self.kind.draw(self.data, style).to_dict(validate=False)
        spec["config"] = style.config()
        spec["title"] = {"text": folded(escaped(self.data.title), style.width, 13)}
        if self.data.subtitle:
            spec["title"]["subtitle"] = folded(escaped(self.data.subtitle), style.width, 11)
        spec["description"] = escaped(f"{self.data.title}. {self.data.subtitle}")
        if _marks(spec) > _SPOKEN:
            spec["config"]["aria"] = (
                False  # nobody listens to thousands of marks; the description is read out
            )
        return spec

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        dark: bool = False,
        width: int | None = None,
        scale: float = 2.0,
    ) -> None:
        """Write it to a file, in the format of its ending: svg, png, pdf, html or json. `scale` is of png."""
        made = self.rendered(format_of(path), dark=dark, width=width, scale=scale)
        try:
            Path(path).write_bytes(made)
        except OSError as failure:
            raise InputError(
                f"{os.fspath(path)}: cannot be written: {failure.strerror or failure}", slug="unwritable"
            ) from failure

    def rendered(
        self, format: str, *, dark: bool = False, width: int | None = None, scale: float = 2.0
    ) -> bytes:
        """Return it as a file of this format would hold it."""
        if format not in FORMATS:
            raise UsageError.unknown_choice("`format`", format, FORMATS)
        from cranfield.report.plots.rendering import render

        return render(self.spec(dark=dark, width=width), format, scale=scale, title=escaped(self.data.title))

    def _repr_mimebundle_(self, *_: Any, **__: Any) -> dict[str, Any]:
        """Be shown by a notebook: as a drawing, which needs nothing to be loaded."""
        return {"image/svg+xml": self.rendered("svg").decode("utf-8"), "text/plain": repr(self)}

    def __repr__(self) -> str:
        return f"<Plot {self.kind.name}: {escaped(self.data.title)}>"


def format_of(path: str | os.PathLike[str]) -> str:
    """Choose by the name of the file.

    >>> format_of("figures/bump.SVG")
    'svg'
    """
    ending = PurePath(path).suffix.lower().removeprefix(".")
    if ending not in FORMATS:
        raise UsageError(
            f"{os.fspath(path)}: there is no format for this ending",
            slug="unknown-choice",
            details=[f"  one of: {', '.join(f'.{each}' for each in FORMATS)}"],
            hint=f"such as {PurePath(path).stem or 'plot'}.svg",
        )
    return ending


def _marks(spec: Any) -> int:
    """Count the rows of data in a specification."""
    if isinstance(spec, list):
        return sum(map(_marks, spec))
    if not isinstance(spec, dict):
        return 0
    rows = sum(map(len, spec.get("datasets", {}).values()))
    return (
        rows
        + len(spec.get("data", {}).get("values", ()))
        + sum(_marks(spec[part]) for part in ("layer", "concat", "hconcat", "vconcat") if part in spec)
    )


def _missing(package: str) -> MissingPackageError:
    return MissingPackageError("drawing a plot", package, "report")


def _checked(width: int | None) -> int:
    if width is None:
        return WIDTH
    if not 150 <= width <= 4000:
        raise UsageError(f"a plot is 150 to 4000 points wide, not {width}", slug="bad-plot")
    return width
