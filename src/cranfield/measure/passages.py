"""From judgements as they were read to judgements that runs are joined with: of documents, or of passages in them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cranfield.errors import InputError, UsageError, count, warn
from cranfield.judge import Judgements
from cranfield.judge.topics import listed
from cranfield.model.ids import to_bytes
from cranfield.model.tables import place

if TYPE_CHECKING:
    from cranfield.measure.definition import BoundMeasure
    from cranfield.model import Policies, Qrels
    from cranfield.read.inex.spans import XmlSpans

_AS_LONG = 0.01  # by how much a text may be longer or shorter than the judges were told


def chosen(qrels: Qrels, policies: Policies) -> Qrels:
    """Keep the judgements of the topics that were asked for by name."""
    if isinstance(policies.topics, str):
        return qrels
    wanted = {to_bytes(topic) for topic in policies.topics}
    keep = np.array([raw in wanted for raw in qrels.topics.raws()], dtype=np.bool_)
    unknown = wanted - set(qrels.topics.raws())
    if unknown:
        raise InputError(
            f"no judgements for {len(unknown):,} of {count(len(wanted), 'topic')} asked for: {listed(sorted(unknown))}",
            slug="unknown-topics",
            hint="topics are chosen among those that have judgements",
        )
    of_topics = qrels.of(np.flatnonzero(np.repeat(keep, np.diff(qrels.starts))))
    starts = np.concatenate(([0], np.cumsum(np.diff(qrels.starts)[keep]))).astype(np.int64)
    return replace(of_topics, topics=qrels.topics.take(np.flatnonzero(keep)), starts=starts)


def prepared(
    qrels: Qrels, policies: Policies, xml: Any = None, overlap: str = "count", navigation: Any = None
) -> Judgements:
    """Prepare judgements; `xml` (a folder, or an `XmlSpans`) and `overlap` are for those of passages."""
    walk = None
    if navigation is not None:
        from cranfield.judge.navigation import navigation_of

        walk = navigation_of(navigation)
    if qrels.passages is None:
        if xml is not None or overlap != "count":
            told = "xml" if xml is not None else "overlap"
            raise UsageError(
                f"`{told}` is for judgements of passages, and {place(qrels)} judges whole documents or elements",
                slug="no-passages",
                hint="leave it out",
            )
        return Judgements(qrels, policies, walk)
    from cranfield.judge.passages import PassageJudgements
    from cranfield.read.inex.spans import XmlSpans

    spans = XmlSpans(xml) if isinstance(xml, str | os.PathLike) else xml
    if spans is None and walk is not None:
        spans = walk.xml  # who walks through documents has them at hand
    judgements = PassageJudgements(qrels, policies, spans, overlap, walk)  # type: ignore[arg-type]  # checked there
    if spans is not None:
        if not len(judgements.qrels):
            raise InputError(
                f"{spans.folder}: none of the judged documents is there",
                slug="no-document-in-common",
                details=[
                    f"  files are called such as {next(iter(spans))}.xml, documents such as {qrels.docs[0]}"
                ],
                hint="are folder and judgements of the same collection?",
            )
        _notice_of_lengths(judgements.qrels, spans)
    return judgements


def require_passages(qrels: Qrels, measures: Sequence[BoundMeasure]) -> None:
    """Refuse measures of text where the judgements are of whole documents."""
    asking = [bound.name for bound in measures if "passages" in bound.measure.needs]
    if asking and qrels.passages is None:
        raise no_passages(place(qrels), asking)


def no_passages(name: str, measures: Sequence[str]) -> UsageError:
    """Say that judgements are not of passages, and what such judgements look like."""
    return UsageError(
        f"{name}: {', '.join(measures)} needs judgements of passages, in the format of INEX",
        slug="no-passages",
        hint="lines of: topic Q0 document relevant_characters document_characters best_entry_point offset:length ...",
    )


def _notice_of_lengths(qrels: Qrels, xml: XmlSpans) -> None:
    """Warn where texts are not as long as the judges were told: offsets may then mean other places."""
    told = dict(zip(qrels.docs.raws(), qrels.passages.length.tolist(), strict=True)) if qrels.passages else {}
    here = {doc: text.length for doc in told if (text := xml.text(doc)) is not None}
    off = [doc for doc, length in here.items() if abs(length - told[doc]) > max(_AS_LONG * told[doc], 10)]
    if off:
        first = off[0]
        differs = float(np.median([here[doc] / max(told[doc], 1) for doc in off]))
        warn(
            "other-lengths",
            f"{len(off):,} of {count(len(here), 'document')} of {xml.folder} are not as long as {place(qrels)} says",
            f"such as {first.decode('utf-8', 'backslashreplace')}: {here[first]:,} and {told[first]:,} "
            f"(the median of them: {differs:.2f} times as long)",
            "offsets are counted in the text without tags, in bytes of UTF-8; in Python: xml=XmlSpans(folder, 'characters')",
        )
