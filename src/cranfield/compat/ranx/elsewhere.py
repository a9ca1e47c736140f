"""What ranx does beside evaluation: said when it is called, with what to call instead."""

from __future__ import annotations

from typing import Any, NoReturn

from cranfield.errors import UsageError

_FUSED = "combine the runs with ranx itself, and bring what comes out: Run.from_dict(fused.to_dict())"


def compare(*_: Any, **__: Any) -> NoReturn:
    """Say where several runs stand side by side."""
    raise _elsewhere(
        "compare",
        "cf.evaluate(qrels, {'a': ..., 'b': ...}, 'nDCG@10').table() puts runs side by side, and "
        "cranfield.compare tests whether two differ",
    )


def fuse(*_: Any, **__: Any) -> NoReturn:
    """Say that runs are not combined here."""
    raise _elsewhere("fuse", _FUSED)


def normalize(*_: Any, **__: Any) -> NoReturn:
    """Say that scores are not changed here."""
    raise _elsewhere("normalize", _FUSED)


def optimize_fusion(*_: Any, **__: Any) -> NoReturn:
    """Say that runs are not combined here."""
    raise _elsewhere("optimize_fusion", _FUSED)


def plot(*_: Any, **__: Any) -> NoReturn:
    """Say which numbers make the curve."""
    raise _elsewhere(
        "plot",
        "IPrec@0, IPrec@0.1, ... IPrec@1 of cf.evaluate are the precision-recall curve; draw them as you like",
    )


def _elsewhere(name: str, instead: str) -> UsageError:
    return UsageError(
        f"cranfield.compat.ranx evaluates; it has no `{name}`", slug="not-in-compat", hint=instead
    )
