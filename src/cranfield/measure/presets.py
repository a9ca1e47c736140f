"""Groups of measures under one word: `-m official`, `-m recall`, `-m web`, `-m all`."""

from __future__ import annotations

from collections.abc import Callable

from cranfield.measure.register import registered

USUAL_CUTOFF = 10


def _everything() -> str:
    """Name every measure that asks for no more than judgements and a run, once, as it is usually written."""
    names = []
    for each in registered():
        required = [parameter for parameter in each.parameters if parameter.required]
        if each.needs or any(not parameter.at or parameter.kind is not int for parameter in required):
            continue
        names.append(f"{each.name}@{USUAL_CUTOFF}" if required else each.name)
    return " ".join(names)


PRESETS: dict[str, Callable[[], str]] = {
    "recall": lambda: "R@100 R@1000 PRES@100 PRES@1000 AP NumRelRet Judged@1000",
    "web": lambda: "nDCG@10 nDCG@20 P@10 RR@10 Judged@10",
    "all": _everything,
}
