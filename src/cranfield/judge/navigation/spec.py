"""Navigation models by name, as `--navigation` takes them: `xml:DIR`, `table:FILE`, `distance:theta=0.01,xml=DIR`, ..."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from cranfield.errors import UsageError, did_you_mean
from cranfield.judge.navigation.classical import classical
from cranfield.judge.navigation.containment import LengthRatio
from cranfield.judge.navigation.distance import Distance
from cranfield.judge.navigation.files import links_of, logs_of, spans_of, table_of, tree_of
from cranfield.judge.navigation.join import Navigator
from cranfield.judge.navigation.model import NavigationModel
from cranfield.judge.navigation.reading_on import ReadingOn
from cranfield.judge.navigation.siblings import Siblings
from cranfield.judge.navigation.spans import Spans
from cranfield.judge.navigation.tree import Forest, XmlTree
from cranfield.read.inex.spans import XmlSpans

if TYPE_CHECKING:
    from cranfield._core.contract import Policy
    from cranfield.model import Policies, Qrels


class Told:
    """What stands behind the name of a model: `FILE,key=value,...`; each is taken by whom it concerns."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self._values: dict[str, str] = {}
        for part in filter(None, text.split(",")):
            key, equals, value = part.partition("=")
            key, value = (key.strip(), value.strip()) if equals else ("", part.strip())
            if key in self._values:
                raise self._refused(
                    f"`{part.strip()}` is one `{key}` too many" if key else f"`{value}` means nothing"
                )
            self._values[key] = value

    def main(self, what: str) -> str:
        """Take what stands there without a key."""
        if "" not in self._values:
            raise self._refused(f"lacks {what}", f"{self.name}:{what.rsplit(maxsplit=1)[-1].upper()}")
        return self._values.pop("")

    def text(self, key: str, default: str | None = None) -> str:
        """Take a word."""
        found = self._values.pop(key, default)
        if found is None:
            raise self._refused(f"lacks `{key}`", f"{self.name}:{key}=...")
        return found

    def optional(self, key: str) -> str | None:
        """Take a word that need not be there."""
        return self._values.pop(key, None)

    def number(self, key: str, default: float | None = None) -> float:
        """Take a number."""
        typed = self._values.pop(key, None)
        if typed is None and default is not None:
            return default
        try:
            return float(self.text(key, typed))
        except ValueError:
            raise self._refused(f"`{key}` is a number, not `{typed}`") from None

    def whole(self, key: str) -> int | None:
        """Take a whole number that need not be there."""
        typed = self._values.pop(key, None)
        if typed is not None and not typed.isdecimal():
            raise self._refused(f"`{key}` is a whole number, not `{typed}`")
        return None if typed is None else int(typed)

    def choice(self, key: str, allowed: tuple[str, ...]) -> Any:
        """Take one of some words, the first unless told otherwise."""
        typed = self._values.pop(key, allowed[0])
        if typed not in allowed:
            raise UsageError.unknown_choice(f"`{key}` of the navigation model {self.name}", typed, allowed)
        return typed

    def end(self) -> None:
        """Refuse what nobody took."""
        for key, value in self._values.items():
            raise self._refused(f"does not know `{f'{key}={value}' if key else value}`")

    def _refused(self, why: str, example: str | None = None) -> UsageError:
        hint = f"such as --navigation {example}" if example else None
        return UsageError(f"the navigation model `{self.name}`: {why}", slug="navigation-model", hint=hint)


Maker = Callable[[Told], NavigationModel]
M = TypeVar("M", bound=Maker)
_MAKERS: dict[str, Maker] = {}


def named(name: str) -> Callable[[M], M]:
    """Give a model a name for `--navigation`: the function gets what is told behind it, and returns the model.

    @named("mine")
    def mine(told): return Mine(told.main("a file"), patience=told.number("patience", 0.5))
    """

    def known(maker: M) -> M:
        other = _MAKERS.get(name)
        if other is not None and (other.__module__, other.__qualname__) != (
            maker.__module__,
            maker.__qualname__,
        ):
            raise UsageError(f"there is already a navigation model `{name}`", slug="duplicate-navigation")
        _MAKERS[name] = maker
        return maker

    return known


def model_of(spec: str) -> NavigationModel:
    """Make a model of what was typed.

    >>> model_of("classical")("q1", ["d1"], ["d1"]) is not None
    True
    """
    name, _, text = spec.partition(":")
    if name not in _MAKERS:
        raise UsageError(
            f"there is no navigation model `{name}`",
            slug="unknown-choice",
            details=[f"  one of: {', '.join(_MAKERS)}"],
            hint=did_you_mean(name, _MAKERS)
            or "such as --navigation xml:FOLDER, or --import with one of your own",
        )
    told = Told(name, text)
    model = _MAKERS[name](told)
    told.end()
    return model


class Navigation(NamedTuple):
    """A model, and what a recipe calls it."""

    name: str
    model: NavigationModel

    @property
    def xml(self) -> XmlSpans | None:
        """The documents that its users walk through, where these are XML."""
        places = getattr(self.model, "places", None)
        spans = getattr(places, "spans", None)
        return spans if isinstance(spans, XmlSpans) else None


def navigation_of(navigation: str | NavigationModel) -> Navigation:
    """Return a model that was named as `--navigation` names it, or that is one."""
    if isinstance(navigation, str):
        return Navigation(navigation, model_of(navigation))
    return Navigation(getattr(navigation, "__name__", type(navigation).__name__), navigation)


def navigator_of(navigation: Navigation, qrels: Qrels, policies: Policies, policy: Policy) -> Navigator:
    """Prepare a model, under policies that leave no doubt where an item stands."""
    told = f"ties={policies.ties}" if policies.over_orders else ""
    told = told or (f"unjudged={policies.unjudged}" if policies.unjudged != "nonrelevant" else "")
    if told:
        raise UsageError(
            f"a navigation model cannot be combined with {told}",
            slug="policies-clash",
            hint="users walk on from documents that nobody judged, and from where these stand",
        )
    return Navigator(navigation.model, qrels, policy)


@named("classical")
def _classical(_: Told) -> NavigationModel:
    return classical


@named("xml")
def _xml(told: Told) -> NavigationModel:
    return LengthRatio(
        XmlSpans(told.main("a folder"), told.choice("unit", ("bytes", "characters"))), **_common(told)
    )


@named("spans")
def _spans(told: Told) -> NavigationModel:
    return LengthRatio(spans_of(told.main("a file")), **_common(told))


@named("distance")
def _distance(told: Told) -> NavigationModel:
    return Distance(
        told.number("theta"),
        _places(told),
        at_zero=told.choice("at_zero", ("one", "literal", "scaled")),
        farthest=told.number("farthest", float("inf")),
        **_common(told),
    )


@named("t2i")
def _t2i(told: Told) -> NavigationModel:
    go_on = told.choice("go_on", ("no", "yes")) == "yes"
    return ReadingOn(told.number("tolerance"), _places(told), go_on=go_on, **_common(told))


@named("siblings")
def _siblings(told: Told) -> NavigationModel:
    folder = told.optional("xml")
    tree: Forest = tree_of(told.text("parents")) if folder is None else XmlTree(XmlSpans(folder))
    return Siblings(tree, told.number("share"), missing=told.choice("missing", ("error", "skip")))


@named("graph")
def _graph(told: Told) -> NavigationModel:
    return links_of(
        told.main("a file"), damping=told.number("damping", 1.0), max_steps=told.whole("max_steps")
    )


@named("table")
def _table(told: Told) -> NavigationModel:
    return table_of(told.main("a file"))


@named("logs")
def _logs(told: Told) -> NavigationModel:
    return logs_of(told.main("a file"))


def _places(told: Told) -> Spans:
    folder, file = told.optional("xml"), told.optional("spans")
    if folder is None and file is None:
        told.text("xml")  # says that it is lacking
    if folder is not None:
        return XmlSpans(folder, told.choice("unit", ("bytes", "characters")))
    return spans_of(str(file))


def _common(told: Told) -> dict[str, Any]:
    return {
        "nested": told.choice("nested", ("error", "outermost", "innermost")),
        "missing": told.choice("missing", ("error", "skip")),
    }
