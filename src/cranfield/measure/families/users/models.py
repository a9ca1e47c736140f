"""Users as C/W/L describes them: how likely each is to reach a rank, given what they have found and spent so far."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cranfield.errors import UsageError
from cranfield.measure.families.limits import check_positive

Floats = NDArray[np.float64]
Model = Literal[
    "INST", "INSQ", "RBP", "P", "SDCG", "RR", "AP", "BPM-static", "BPM-dynamic", "ERR", "NERR9", "NERR10", "NERR11",
    "TBG", "U",
]  # fmt: skip
DEEPEST = 1_000_000


# What not every model looks at. What documents gain and cost is seen of all users, and how far they go at most.
READ_BY: dict[str, tuple[Model, ...]] = {
    "p": ("RBP", "NERR10"),
    "T": ("INST", "INSQ", "BPM-static", "BPM-dynamic", "NERR11"),
    "budget": ("BPM-static", "BPM-dynamic"),
    "hb": ("BPM-dynamic",),
    "hc": ("BPM-dynamic",),
    "middle": ("BPM-dynamic",),
    "halflife": ("TBG",),
    "L": ("U",),
}


@dataclass(frozen=True)
class User:
    """Somebody who reads a ranking from the top. Each model looks at some of the settings, and all look at `k`."""

    model: Model = "INST"
    k: int = 1000
    p: float = 0.8
    T: float = 1
    budget: float = 10
    hb: float = 1
    hc: float = 1
    middle: float = 0.5
    halflife: float = 224
    L: float = 1000
    top: float = 1
    cost: float = 1
    costs: str | None = None

    def __post_init__(self) -> None:
        check_persistence(self.p)
        for name in ("T", "halflife", "L", "top", "cost"):
            check_positive(name, getattr(self, name))
        self._refuse_unread()
        if self.model == "INST" and self.T < 0.5:
            raise UsageError(f"an INST user wants T = 0.5 or more, not {self.T}", slug="measure-parameter")
        if self.k > DEEPEST:
            raise UsageError(
                f"a user is followed down to rank {DEEPEST:,} at most, not {self.k:,}", slug="measure-cutoff"
            )

    def _refuse_unread(self) -> None:
        """Refuse what some models look at and this one does not, where it is not as it is by default."""
        for name, models in READ_BY.items():
            if self.model not in models and getattr(self, name) != getattr(type(self), name):
                raise UsageError(
                    f"a user of model='{self.model}' does not look at `{name}`",
                    slug="measure-parameter",
                    hint=f"leave it out, or take model={' or '.join(map(repr, models))}",
                )


def check_persistence(p: float) -> None:
    """Refuse users who never start or never stop."""
    if not 0 < p < 1:
        raise UsageError(f"`p` lies between 0 and 1, both excluded: {p}", slug="measure-parameter")


def graded(grade: Floats, top: float) -> Floats:
    """What a document of this grade gains, from 0 to 1; no grade gains more than `top` does."""
    check_positive("top", top)
    return np.clip(grade / top, 0.0, 1.0)


class Seen(NamedTuple):
    """What users meet: ranks from 1, and by topic the gain and the cost of the document at each rank."""

    rank: Floats
    gain: Floats
    cost: Floats


Reach = Callable[[User, Seen], Floats]


def _going_on(go: Floats) -> Floats:
    """Turn the chance to go on from each rank to the next into the chance to get as far as each rank."""
    reach = np.ones_like(go)
    np.cumprod(go[:, :-1], axis=1, out=reach[:, 1:])
    return reach


def _squared(wanted: Floats) -> Floats:
    """Return the chance to go on in INSQ and INST; `wanted` grows with the rank, and the chance with it."""
    go: Floats = ((wanted - 1) / wanted) ** 2
    return go


def _to_the_end(_: User, seen: Seen) -> Floats:
    return np.ones((1, len(seen.rank)))


def _persistent(user: User, seen: Seen) -> Floats:
    return np.power(user.p, seen.rank - 1)[None]


def _insq(user: User, seen: Seen) -> Floats:
    return ((2 * user.T / (seen.rank + 2 * user.T - 1)) ** 2)[None]


def _sdcg(_: User, seen: Seen) -> Floats:
    return (1 / np.log2(seen.rank + 1))[None]


def _time_biased(user: User, seen: Seen) -> Floats:
    return np.exp2((seen.cost - np.cumsum(seen.cost, axis=1)) / user.halflife)


def _length_biased(user: User, seen: Seen) -> Floats:
    return np.maximum(1 + (seen.cost - np.cumsum(seen.cost, axis=1)) / user.L, 0)


def _inst(user: User, seen: Seen) -> Floats:
    return _going_on(_squared(seen.rank + 2 * user.T - np.cumsum(seen.gain, axis=1)))


def _reciprocal(_: User, seen: Seen) -> Floats:
    return _going_on((seen.gain == 0).astype(np.float64))


def _average_precision(_: User, seen: Seen) -> Floats:
    """Stop at one of the documents found, picked beforehand and at random: more exactly, by gain over rank."""
    ahead = np.cumsum((seen.gain / seen.rank)[:, ::-1], axis=1)[:, ::-1]
    found = ahead[:, :1] > 0
    first = seen.rank == 1
    return np.where(found, ahead / np.where(found, ahead[:, :1], 1), first)


def _bpm_static(user: User, seen: Seen) -> Floats:
    unsatisfied = np.cumsum(seen.gain, axis=1) < user.T
    solvent = np.cumsum(seen.cost, axis=1) < user.budget
    return _going_on((unsatisfied & solvent).astype(np.float64))


def _bpm_dynamic(user: User, seen: Seen) -> Floats:
    got = np.cumsum(seen.gain, axis=1)
    # How much better than middling the documents above were: this moves what is wanted, and what may be spent.
    mood = got - seen.gain - user.middle * (seen.rank - 1)
    unsatisfied = got < user.T + user.hb * mood
    solvent = np.cumsum(seen.cost, axis=1) < user.budget + user.hc * mood
    return _going_on((unsatisfied & solvent).astype(np.float64))


def _err(_: User, seen: Seen) -> Floats:
    return _going_on(1 - seen.gain)


def _nerr9(_: User, seen: Seen) -> Floats:
    return _going_on((1 - seen.gain) * (seen.rank / (seen.rank + 1)))


def _nerr10(user: User, seen: Seen) -> Floats:
    return _going_on((1 - seen.gain) * user.p)


def _nerr11(user: User, seen: Seen) -> Floats:
    return _going_on((1 - seen.gain) * _squared(seen.rank + 2 * user.T))


REACH: dict[Model, Reach] = {
    "INST": _inst,
    "INSQ": _insq,
    "RBP": _persistent,
    "P": _to_the_end,
    "SDCG": _sdcg,
    "RR": _reciprocal,
    "AP": _average_precision,
    "BPM-static": _bpm_static,
    "BPM-dynamic": _bpm_dynamic,
    "ERR": _err,
    "NERR9": _nerr9,
    "NERR10": _nerr10,
    "NERR11": _nerr11,
    "TBG": _time_biased,
    "U": _length_biased,
}
# These users take no notice of what they find, and so reach a rank alike in all topics ...
STATIC: frozenset[Model] = frozenset({"INSQ", "RBP", "P", "SDCG"})
# ... and these do as long as documents cost alike.
HURRIED: frozenset[Model] = frozenset({"TBG", "U"})
