"""What is suspicious about runs that could be judged. Several runs with one complaint get one warning."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cranfield.errors import count, warn
from cranfield.judge.topics import difference, listed
from cranfield.model.tables import place
from cranfield.read.rows import told_of_duplicates, which_was_kept

if TYPE_CHECKING:
    from cranfield.judge.judging import JudgedRun, Judgements

_SHOWN_RUNS = 5
_TOP = 10
_MANY_UNJUDGED = 0.2
_AS_NOTHING = "they count as if nothing was found: 0 for most measures"

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
            rest = len(told) - _SHOWN_RUNS
            more = [f"... and {count(rest, 'more run')}"] if rest > 0 else []
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
    of_all = f"{len(missing):,} of {count(total, 'judged topic')}"
    return f"{run.source.name} has no documents for {of_all}: {listed(missing)}"


def _missing_advice(judgements: Judgements) -> list[str]:
    if judgements.policies.topics == "judged":
        return [
            f"{_AS_NOTHING} (topics=judged)",
            "trec_eval 9 without -c leaves them out (topics=common)",
        ]
    if judgements.policies.topics == "common":
        return ["they are left out here (topics=common); topics=judged counts them"]
    return [_AS_NOTHING, "the list of topics may leave them out"]


def _topic_ids_differ(judgements: Judgements, run: JudgedRun) -> str | None:
    missing = _unanswered(judgements, run)
    why = difference(missing, run.other_topics) if missing else None
    return f"topics of {run.source.name} and {place(judgements.qrels)} differ only by {why}" if why else None


def _unjudged_topics(judgements: Judgements, run: JudgedRun) -> str | None:
    some_alone = isinstance(judgements.policies.topics, tuple)  # so that others are there is no surprise
    if some_alone or not run.other_topics:
        return None
    left_out = count(len(run.other_topics), "topic")
    return f"{left_out} of {run.source.name} without judgements, left out: {listed(run.other_topics)}"


def _no_document_in_common(judgements: Judgements, run: JudgedRun) -> str | None:
    reached = run.judged.reached
    if len(run.judged.rank) or judgements.policies.unjudged == "condense":
        return None
    if reached is not None and len(reached.rank):  # there are ways from what was found to what was judged
        return None
    cut = "" if judgements.policies.depth is None else " above the cut"
    seen = count(int(run.judged.retrieved.sum()), "document")
    return f"none of {seen} of {run.source.name}{cut} is judged"


def _no_document_advice(judgements: Judgements) -> list[str]:
    depth = judgements.policies.depth
    below = [f"documents below the cut were not looked at (depth={depth})"] if depth is not None else []
    known = listed(judgements.qrels.docs.raws()[:1], 1)
    return [*below, f"the judged ones look like {known}", "are run and judgements of the same collection?"]


def _many_unjudged(judgements: Judgements, run: JudgedRun) -> str | None:
    walked = run.judged.reached is not None  # what nobody judged may be a way in
    if walked or judgements.policies.unjudged != "nonrelevant" or not len(run.judged.rank):
        return None
    seen = np.minimum(run.judged.retrieved, _TOP).sum()
    judged = (run.judged.judged.rank <= _TOP).sum()
    if seen - judged <= _MANY_UNJUDGED * seen:
        return None
    of_all = f"{seen - judged:,} of {count(int(seen), 'document')}"
    return f"nobody judged {of_all} in the top {_TOP} of {run.source.name}"


def _reversed_scores(_: Judgements, run: JudgedRun) -> str | None:
    return f"in {run.source.name} the scores rise from rank to rank" if run.upside_down else None


def _constant_scores(_: Judgements, run: JudgedRun) -> str | None:
    longer = run.judged.retrieved > 1
    if not longer.any() or (run.judged.score_max != run.judged.score_min)[longer].any():
        return None
    return f"every document of a topic has the same score in {run.source.name}"


def _constant_advice(judgements: Judgements) -> list[str]:
    return [f"the order is decided by ties={judgements.policies.ties} alone"]


def _duplicates(_: Judgements, run: JudgedRun) -> str | None:
    return told_of_duplicates(run.dropped, run.source.name) if run.dropped else None


def _duplicates_advice(judgements: Judgements) -> list[str]:
    return [which_was_kept(judgements.policies.duplicates)]


def _elements_outside(judgements: Judgements, run: JudgedRun) -> str | None:
    if run.elements is None or not (run.elements.outside or getattr(judgements, "left_out", 0)):
        return None
    of_all = f"{run.elements.outside:,} of {count(run.elements.elements, 'element')}"
    return f"{of_all} of {run.source.name} are in documents that are not at hand"


def _elements_outside_advice(judgements: Judgements) -> list[str]:
    left_out, judged = getattr(judgements, "left_out", 0), getattr(judgements, "judged_documents", 0)
    too = f", and so are {left_out:,} of {count(judged, 'judged document')}" if left_out else ""
    return [
        f"they are left out{too}: nobody can say how much text they have",
        "such numbers are comparable only with others of the same documents",
    ]


def _overlapping_elements(_: Judgements, run: JudgedRun) -> str | None:
    if run.elements is None or not run.elements.overlapping:
        return None
    of_all = f"{run.elements.overlapping:,} of {count(run.elements.elements, 'element')}"
    return f"{of_all} of {run.source.name} overlap with one above"


def _unsorted_elements(_: Judgements, run: JudgedRun) -> str | None:
    if run.elements is None or not run.elements.unsorted:
        return None
    return (
        f"in {count(run.elements.unsorted, 'topic')} of {run.source.name} a score is higher than one above it"
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
        _no_document_advice,
    ),
    "many-unjudged": (
        _many_unjudged,
        lambda _: [
            "they count as not relevant here",
            "unjudged=condense or unjudged=relevant shows what hangs on that",
        ],
    ),
    "reversed-scores": (
        _reversed_scores,
        lambda _: [
            "documents are ordered by their scores, the highest first, so this ranking is taken upside down",
            "are the scores distances? then negate them; `cranfield check` looks at all ranks",
        ],
    ),
    "constant-scores": (
        _constant_scores,
        _constant_advice,
    ),
    "dropped-duplicates": (
        _duplicates,
        _duplicates_advice,
    ),
    "elements-outside": (_elements_outside, _elements_outside_advice),
    "overlapping-elements": (
        _overlapping_elements,
        lambda judgements: [
            "what an element shows again counts as read, not as found (overlap=count)"
            if getattr(judgements, "overlap", None) == "count"
            else "these are left out (overlap=drop)",
            "INEX refuses such runs (overlap=error)",
        ],
    ),
    "unsorted-elements": (
        _unsorted_elements,
        lambda _: ["elements are read in the order of the file, as by inex_eval"],
    ),
}
