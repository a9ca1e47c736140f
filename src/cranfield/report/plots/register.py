"""All plots by name. The module of one is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from inspect import Parameter, getdoc, signature
from typing import TYPE_CHECKING, Any, Literal

from cranfield.errors import UsageError

if TYPE_CHECKING:
    from cranfield.report.plots.plot import Drawable, Plot
    from cranfield.report.plots.style import Style

Takes = Literal["scores", "runs", "facts"]
"""What stands first: scores; or judgements and runs; or nothing, where a plot is of formulas or of facts that are told."""

_MODULES = {
    "systems": ("sorted", "bump"),
    "agreement": ("agreement",),
    "cutoffs": ("cutoffs", "judged"),
    "steps": ("steps",),
    "pres": ("pres_family",),
    "square": ("square",),
    "precision_recall": ("precision_recall",),
    "curves": ("recall_curves", "eprum"),
    "gains": ("gains", "discounts"),
    "f_curves": ("f_curves",),
    "navigation": ("navigation",),
    "reach": ("reach",),
    "session": ("session",),
    "differences": ("differences",),
    "topics": ("topics",),
    "heatmap": ("heatmap",),
    "significance": ("p_matrix",),
    "intervals": ("intervals",),
    "power": ("power",),
    "strips": ("strips",),
    "beads": ("beads",),
    "lorenz": ("lorenz",),
}
_OPTIONS = ("measures", "format", "comments")
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}
NAMES = tuple(_MODULE_OF)


@dataclass(frozen=True)
class Kind:
    """One plot: called, it makes the data and returns a `Plot`."""

    name: str
    make: Callable[..., Drawable]
    draw: Callable[[Any, Style], Any]
    takes: Takes
    figure: str  # where it was drawn first, in a sentence
    measures: str | None  # what is evaluated for it when nothing is asked for

    def __call__(self, *arguments: Any, **settings: Any) -> Plot:
        """Make the data; nothing is drawn yet."""
        from cranfield.report.plots.plot import Plot

        return Plot(self, self.make(*arguments, **settings))

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return getdoc(self.make) or ""

    @property
    def summary(self) -> str:
        """The first sentence of what it says of itself."""
        return self.__doc__.partition("\n")[0]

    @property
    def settings(self) -> dict[str, Parameter]:
        """What can be chosen by name."""
        return {each.name: each for each in self.parameters if each.kind is Parameter.KEYWORD_ONLY}

    @property
    def typed(self) -> dict[str, Parameter]:
        """Those of them that can be typed on a command line, where no option has their name."""
        return {
            name: each
            for name, each in self.settings.items()
            if name not in _OPTIONS and not str(each.annotation).startswith("Mapping")
        }

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All that the function takes."""
        return tuple(signature(self.make).parameters.values())


_known: dict[str, Kind] = {}


def plot(
    name: str,
    draw: Callable[[Any, Style], Any],
    *,
    takes: Takes,
    figure: str,
    measures: str | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Register what makes the data of a plot, and what draws them. The function itself stays what it is."""

    def register(make: Callable[..., Any]) -> Callable[..., Any]:
        _known[name] = Kind(name, make, draw, takes, figure, measures)
        return make

    return register


def find(name: str) -> Kind:
    """Return the plot of this name.

    >>> find("bump").takes
    'scores'
    """
    if name not in _MODULE_OF:
        from cranfield.errors import did_you_mean

        raise UsageError(
            f"there is no plot `{name}`",
            slug="unknown-plot",
            details=[f"  one of: {', '.join(NAMES)}"],
            hint=did_you_mean(name, NAMES),
        )
    if name not in _known:
        import_module(f"cranfield.report.plots.{_MODULE_OF[name]}")
    return _known[name]
