"""What is suspicious about runs that could be judged. Several runs with one complaint get one warning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import warn
from cranfield.judge.topics import difference, listed

if TYPE_CHECKING:
    from cranfield.judge.judging import JudgedRun, Judgements

_SHOWN_RUNS = 5
_TOP = 10
_MANY_UNJUDGED = 0.2

# A complaint looks at one run and returns what to say of it, or nothing.
_Complaint = Callable[["Judgements", "JudgedRun"], str | None]


def complaints(judgements: Judgements, run: JudgedRun) -> dict[str, str]:
    """Return what is suspicious about one run, by the slug of the warning."""
    told = ((slug, complaint(judgements, run)) for slug, (complaint, _) in _COMPLAINTS.items())
    return {slug: said for slug, said in told if said}


def give_notice(judgements: Judgements, of_runs: Sequence[dict[str, str]]) -> None:
    """Warn about everything in these runs that a careful reader of the numbers would want to know."""
    for slug, (_, advice) in _COMPLAINTS.items():
        told = [of_run[slug] for of_run in of_runs if slug in of_run]
        if len(told) == 1:
            warn(slug, told[0], *advice(judgements))
        elif told:
            more = [f"... and {len(told) - _SHOWN_RUNS} more runs"] if len(told) > _SHOWN_RUNS else []
            warn(slug, f"{len(told)} of {len(of_runs)} runs", *told[:_SHOWN_RUNS], *more, *advice(judgements))


def _unanswered(judgements: Judgements, run: JudgedRun) -> list[bytes]:
    if run.answered.all():
        return []
    topics = judgements.qrels.topics.raws()
    return [raw for raw, there in zip(topics, run.answered.tolist(), strict=True) if not there]


def _missing_topics(judgements: Judgements, run: JudgedRun) -> str | None:
    missing = _unanswered(judgements, run)
    if not missing:
        return None
    total = len(judgements.qrels.topics)
    return f"{len(missing):,} of {total:,} judged topics have no documents in {run.source.name}: {listed(missing)}"


def _missing_advice(judgements: Judgements) -> list[str]:
    if judgements.policies.topics == "judged":
        return [
            "they count as 0 here (--topics judged); trec_eval without -c leaves them out (--topics common)"
        ]
    return ["they are left out here (--topics common); --topics judged counts them as 0"]


def _topic_ids_differ(judgements: Judgements, run: JudgedRun) -> str | None:
    missing = _unanswered(judgements, run)
    why = difference(missing, run.other_topics) if missing else None
    return f"topics of {run.source.name} and {judgements.qrels.name} differ only by {why}" if why else None


def _unjudged_topics(_: Judgements, run: JudgedRun) -> str | None:
    if not run.other_topics:
        return None
    count = len(run.other_topics)
    are = "topic" if count == 1 else "topics"
    return f"{count:,} {are} of {run.source.name} without judgements, left out: {listed(run.other_topics)}"


def _no_document_in_common(judgements: Judgements, run: JudgedRun) -> str | None:
    if len(run.judged.rank) or judgements.policies.unjudged == "condense":
        return None
    known = listed(judgements.qrels.docs.raws()[:1], 1)
    return f"none of the {run.records:,} documents of {run.source.name} is judged; the judged ones look like {known}"


def _many_unjudged(judgements: Judgements, run: JudgedRun) -> str | None:
    if judgements.policies.unjudged != "nonrelevant" or not len(run.judged.rank):
        return None
    seen = np.minimum(run.judged.retrieved, _TOP).sum()
    judged = (run.judged.judged.rank <= _TOP).sum()
    share = 1 - judged / seen
    if share <= _MANY_UNJUDGED:
        return None
    return f"{share:.0%} of the top {_TOP} of {run.source.name} are unjudged"


def _constant_scores(_: Judgements, run: JudgedRun) -> str | None:
    longer = run.judged.retrieved > 1
    if not longer.any() or (run.judged.score_max != run.judged.score_min)[longer].any():
        return None
    return f"every document of a topic has the same score in {run.source.name}"


def _constant_advice(judgements: Judgements) -> list[str]:
    return [f"the order is decided by --ties {judgements.policies.ties} alone"]


def _duplicates(judgements: Judgements, run: JudgedRun) -> str | None:
    kept = judgements.policies.duplicates
    if not run.dropped:
        return None
    return (
        f"{run.dropped:,} duplicate documents of {run.source.name} were left out, the {kept} of each was kept"
    )


def _nothing_more(_: Judgements) -> list[str]:
    return []


_COMPLAINTS: dict[str, tuple[_Complaint, Callable[[Judgements], list[str]]]] = {
    "missing-topics": (_missing_topics, _missing_advice),
    "topic-ids-differ": (
        _topic_ids_differ,
        lambda _: ["write the ids alike on both sides; these topics were not joined"],
    ),
    "unjudged-topics": (_unjudged_topics, _nothing_more),
    "no-document-in-common": (
        _no_document_in_common,
        lambda _: ["are run and judgements of the same collection?"],
    ),
    "many-unjudged": (
        _many_unjudged,
        lambda _: [
            "they count as not relevant here; --unjudged condense or relevant shows what hangs on that"
        ],
    ),
    "constant-scores": (
        _constant_scores,
        _constant_advice,
    ),
    "dropped-duplicates": (_duplicates, _nothing_more),
}
