"""One call, one figure: `cf.plot.bump(scores).save("bump.svg")`. docs/gallery shows them all.

>>> import cranfield as cf
>>> drawn = cf.plot.discounts(k=3)
>>> drawn
<Plot discounts: How much a document counts, by its rank>
>>> drawn.data.curves[1].label, [round(weight, 4) for weight in drawn.data.curves[1].weights]
('nDCG: 1 / log2(1 + rank)', [1.0, 0.6309, 0.5])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cranfield.errors import UsageError
from cranfield.report.plots.register import NAMES, find

if TYPE_CHECKING:
    from collections.abc import Callable

    from cranfield.report.plots.plot import Plot


def __getattr__(name: str) -> Callable[..., Plot]:
    try:
        return find(name)
    except UsageError as unknown:  # whoever asks by `hasattr` expects this kind of error
        raise AttributeError(str(unknown)) from None


def __dir__() -> list[str]:
    return list(NAMES)
