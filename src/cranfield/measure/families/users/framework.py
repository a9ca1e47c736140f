"""The numbers of the C/W/L framework, for each of its users."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields
from functools import partial, wraps
from typing import Any, Literal, get_type_hints

import numpy as np
from numpy.typing import NDArray

from cranfield.measure.by_hand import example  # noqa: F401  (for the worked examples)
from cranfield.measure.families.users.models import User
from cranfield.measure.families.users.walk import Walk, walk
from cranfield.measure.register import measure
from cranfield.model import Judged

Floats = NDArray[np.float64]
Number = Literal["ETU", "EU", "ED", "ETC", "EC"]

SOURCE = (
    "Moffat, Bailey, Scholer & Thomas, TOIS 35(3), 2017; Azzopardi, Thomas & Moffat, SIGIR 2019 (cwl-eval)"
)
SETTINGS = {
    "model": "who the user is: the models of C/W/L, by the measure that each is behind",
    "k": "how far down the user goes at most",
    "p": "how likely the user goes on (RBP, NERR10)",
    "T": "how many documents' worth of gain the user wants (INST, INSQ, BPM, NERR11)",
    "budget": "how much the user is willing to spend (BPM)",
    "hb": "how much a good document raises T (BPM-dynamic)",
    "hc": "how much a good document raises the budget (BPM-dynamic)",
    "middle": "the gain that is neither good nor bad (BPM-dynamic)",
    "halflife": "at what cost half the users have stopped (TBG)",
    "L": "at what cost all users have stopped (U)",
    "top": "the grade that gains 1, as do those above; others gain their share of it",
    "cost": "what a document costs to look at",
    "costs": "a csv of `document,cost` or `rank,cost`; what is not in it, or not judged, costs `cost`",
}
TAIL = (
    "its users leave at rank 1000 with nothing if they would have gone on, so that ETU and ETC lack a little (4 "
    "parts in a million for INSQ) or, where RR and BPM find nothing to stop for, everything: ETC is 0 there. "
    "Ours stop at rank k, so that ETU = EU * ED and ETC = EC * ED always"
)


# Follows the user down all rankings: `walk`, but for its own `best`.
Follow = Callable[..., Walk]


def of_a_user(number: Callable[..., Floats]) -> Callable[..., Floats]:
    """Give a number about a walk the settings of a user for parameters, before its own."""
    hints = get_type_hints(User)
    keyword = inspect.Parameter.KEYWORD_ONLY
    settings = [
        inspect.Parameter(each.name, keyword, default=each.default, annotation=hints[each.name])
        for each in fields(User)
    ]
    own = list(inspect.signature(number).parameters.values())[1:]
    known = {each.name for each in own}

    @wraps(number)
    def measured(judged: Judged, **given: Any) -> Floats:
        told = {name: given.pop(name) for name in known & given.keys()}
        return number(partial(walk, judged, User(**given)), **told)

    of_judged = inspect.Parameter("judged", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    measured.__signature__ = inspect.Signature([of_judged, *settings, *own])  # type: ignore[attr-defined]
    return measured


@measure(
    "ExpectedUtility",
    source=SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"bounded"},
    aliases={
        "EU": {},
        "NERR8": {"model": "ERR"},
        "NERR9": {"model": "NERR9"},
        "NERR10": {"model": "NERR10", "p": 0.9},
        "NERR11": {"model": "NERR11"},
    },
    parameters=SETTINGS,
    elsewhere={"cwl-eval": "the column EU", "ir_measures": "INST, INSQ, BPM, RBP, SDCG, NERR8 to NERR11"},
    differs={
        "cwl-eval": "the budget of its BPM-dynamic never moves: by a slip, what is meant to change it (hc) changes T "
        "a second time, when T is no longer looked at. With hc=0 the numbers are equal. Its U gives the last "
        "of its 1000 ranks no weight"
    },
)
@of_a_user
def expected_utility(follow: Follow) -> Floats:
    """Gain per document seen, as the user of a model goes through the ranking.

        EU = sum over ranks i of W(i) * gain(i),  W(i) = V(i) / (V(1) + V(2) + ...),  V(i) = C(1) * ... * C(i-1)

    C(i) is the probability to go on from rank i to the next, and is all there is to a model (i the rank, g(i)
    the gain there, G(i) the gain of the first i, K(i) their cost):

        P            1                                                              EU is P@k
        RBP          p                                                              EU is RBP
        INSQ         ((i + 2T - 1) / (i + 2T))^2                                    EU is INSQ
        INST         as INSQ, with 2T - G(i) instead of 2T                          EU is INST
        SDCG         log2(i + 1) / log2(i + 2)                                      EU is SDCG@k
        RR           1 as long as nothing is found                                  EU is RR
        AP           what the documents below i add to AP, as a share of those from i on
        BPM-static   1 while G(i) < T and K(i) < budget                             EU is BPM
        BPM-dynamic  the same; each document adds hb * (g - middle) to T, hc * (g - middle) to the budget
        ERR          1 - g(i), the user of ERR; ERR itself is not C/W/L             EU is NERR8
        NERR9        (1 - g(i)) * i / (i + 1)
        NERR10       (1 - g(i)) * p
        NERR11       (1 - g(i)) * ((i + 2T - 1) / (i + 2T))^2
        TBG          2^(-cost / halflife), the cost that of document i
        U            V(i) falls from 1 to 0 in a straight line, and is 0 when K(i-1) = L

    So measures of different schools become comparable: they are the same number for different people. AP's is
    AP only where all relevant documents were found: relevant documents that were not cannot be waited for. The
    user stops at rank k, which truncates RBP and SDCG as their cut-offs do, and gives the ranks left all weight.

    >>> expected_utility(example([0, 1, 1]), model="RR"), expected_utility(example([0, 1, 1]), model="P", k=3)
    (array([0.5]), array([0.66666667]))
    """
    seen = follow()
    return seen.utility / seen.depth


@measure(
    "ExpectedTotalUtility",
    source=SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"descriptive"},
    aliases=["ETU"],
    parameters=SETTINGS,
    elsewhere={"cwl-eval": "the column ETU"},
    differs={"cwl-eval": TAIL},
)
@of_a_user
def expected_total_utility(follow: Follow) -> Floats:
    """Gain that a user takes home, all in all.

        ETU = sum over ranks i of L(i) * (gain of the first i) = EU * ED,  L(i) the probability to stop at i

    EU asks what a document was worth, ETU what the search was. Users who stop when they are served (RR, INST,
    BPM) take home about the same from good and bad rankings, and pay for it in ED and ETC: read these beside
    it. So neither more nor less is better as such. The models are listed at ExpectedUtility.

    RBP's user at p = 0.5 reaches rank 1 with certainty and rank 3 with 1/4:

    >>> expected_total_utility(example([1, 0, 1]), model="RBP", p=0.5)
    array([1.25])
    """
    return follow().utility


@measure(
    "ExpectedDepth",
    source=SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"always-defined", "descriptive"},
    aliases=["ED"],
    parameters=SETTINGS,
    elsewhere={"cwl-eval": "the column ED"},
)
@of_a_user
def expected_depth(follow: Follow) -> Floats:
    """How many documents a user looks at on the mean.

        ED = V(1) + V(2) + ... = 1 / W(1),  V(i) the probability to reach rank i

    Constant for users who do not notice what they find (1 / (1 - p) for RBP); for the others a property of the
    ranking, and for RR's the rank of the first relevant document (k if there is none). It has a value where nothing
    is relevant, as has what a search costs. The models are listed at ExpectedUtility. It is how to choose parameters:
    as users of the system at hand go as deep as this.

    >>> expected_depth(example([0, 0, 1]), model="RR"), expected_depth(example([0, 0, 1]), model="RBP", p=0.75)
    (array([3.]), array([4.]))
    """
    return follow().depth


@measure(
    "ExpectedTotalCost",
    source=SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"always-defined", "descriptive"},
    aliases={"ETC": {}, "EC": {"per": "document"}, "ExpectedCost": {"per": "document"}},
    parameters=SETTINGS | {"per": "the cost of the whole search, or of a document seen"},
    elsewhere={"cwl-eval": "the columns ETC and, per='document', EC"},
    differs={
        "cwl-eval": "costs go by the type of a result, the second column of its run; here by rank or by document, in "
        f"a file of two columns. And {TAIL}"
    },
)
@of_a_user
def expected_total_cost(follow: Follow, *, per: Literal["search", "document"] = "search") -> Floats:
    """What a search costs its user, in whatever documents cost: seconds, characters, money.

        ETC = sum over ranks i of L(i) * (cost of the first i) = EC * ED,  EC = sum over ranks i of W(i) * cost(i)

    EC, ETC divided by the documents seen, is the constant `cost` unless `costs` says what single documents cost.
    Such a file has the header `document,cost` or `rank,cost` and is read once. Only documents judged for the topic
    are known here by name: the others cost `cost`, so give it the mean. You are warned if the file names documents
    that nobody judged; costs by rank hold for all. The models are listed at
    ExpectedUtility; TBG's and U's users, and BPM's, let the cost decide when they stop.

    RR's user at two seconds a document, the third being relevant:

    >>> expected_total_cost(example([0, 0, 1]), model="RR", cost=2)
    array([6.])
    """
    seen = follow()
    return seen.cost if per == "search" else seen.cost / seen.depth


@measure(
    "Residual",
    source=SOURCE,
    relevance="graded",
    retrieval="ranking",
    traits={"always-defined", "descriptive"},
    parameters=SETTINGS | {"of": "which number: EU, ETU, ED, EC, ETC"},
    elsewhere={"cwl-eval": "the columns ResEU, ResETU, ResEC, ResETC, ResED, with -r"},
    differs={
        "cwl-eval": "of='ETU' and of='ETC': its users leave at rank 1000 with nothing if they would have gone on. A "
        "document whose cost is unknown costs --max_cost in one case and --min_cost in the other; here `cost`"
    },
)
@of_a_user
def residual(follow: Follow, *, of: Number = "ETU") -> Floats:
    """How far a number of C/W/L would move if all that is unjudged, retrieved or not, were perfect.

        Residual = number with a gain of 1 for all unjudged documents (also from the end of the list to rank k)
                   minus the number as it is, with a gain of 0 for them

    For users who do not notice what they find, this is what the judgements leave open; for RBP it is
    RBPResidual. Users who do notice would also have stopped elsewhere, so it may be negative, as it is for ED
    with INST, and the two ends need not bound what is in between. It has a value where nothing is relevant, also of
    EU and ETU, which have none: what the judges left out may be. The models are listed at ExpectedUtility.

    RBP's user at p = 0.5, the second of three documents unjudged: 1/4, and 1/8 for all ranks below:

    >>> residual(example([1, None, 0]), model="RBP", p=0.5, of="EU")
    array([0.375])
    """
    return _number(follow(best=True), of) - _number(follow(), of)


def _number(seen: Walk, of: Number) -> Floats:
    total = {"U": seen.utility, "C": seen.cost, "D": seen.depth}[of[-1]]
    return total if of in ("ETU", "ETC", "ED") else total / seen.depth
