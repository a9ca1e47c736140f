"""Which column holds what, by the names that people use, or as the caller says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cranfield.errors import InputError, UsageError, did_you_mean
from cranfield.read.request import Request

# The surest name first: a PyTerrier frame holds the internal number of a document (docid) beside its id (docno),
# and the words of a query beside its id.
NAMES: dict[str, tuple[str, ...]] = {
    "topic": ("query_id", "qid", "q_id", "queryid", "topic_id", "topicid", "topic", "qno", "query"),
    "document": (
        "doc_id", "docno", "docid", "document_id", "documentid", "corpus_id", "passage_id", "pid", "did", "document", "doc",
    ),
    "grade": ("relevance", "rel", "label", "grade", "judgment", "judgement", "qrel", "score"),
    "score": ("score", "sim", "similarity"),
    "rank": ("rank", "position"),
    "run": ("run", "run_id", "runid", "run_name", "system", "system_id", "tag"),
}  # fmt: skip


class Columns(NamedTuple):
    """The names, as they stand in the input, of the columns that matter."""

    topic: str
    document: str
    value: str | None  # score or grade; None for a run that has ranks only
    rank: str | None
    run: str | None

    def needed(self) -> list[str]:
        """Return those that are there."""
        return [name for name in self if name is not None]


def folded(name: str) -> str:
    """Make `Query-ID` and `query id` the same."""
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def looks_like_header(names: Iterable[str], chosen: Mapping[str, str]) -> bool:
    """Tell whether these cells name columns rather than being a row of data."""
    present = list(names)
    if any(name in present for name in chosen.values()):
        return True
    known = {folded(name) for name in present}
    return not known.isdisjoint(NAMES["topic"]) and not known.isdisjoint(NAMES["document"])


def known_names(names: Iterable[str]) -> int:
    """Count the cells that are names of columns."""
    return len({folded(name) for name in names} & {known for names in NAMES.values() for known in names})


def find_columns(names: Sequence[str], request: Request, place: str) -> Columns:
    """Find the columns of a run or of judgements among these names; `place` is for messages."""
    chosen = _chosen(request.columns, names, place)
    found = {role: chosen.get(role) or _first_known(role, names) for role in NAMES}
    value = found[request.value]
    required = ["topic", "document"]
    if not value and (request.kind == "qrels" or not found["rank"]):
        required.append(request.value)
    for role in required:
        if not found[role]:
            raise _missing_column(role, names, place)
    picked = Columns(str(found["topic"]), str(found["document"]), value, found["rank"], found["run"])
    if request.kind == "qrels":
        picked = picked._replace(rank=None, run=None)
    for name in picked.needed():
        if list(names).count(name) > 1:
            raise InputError(f"{place}: several columns have the name `{name}`", slug="repeated-column")
    return picked


def role_of(word: str) -> str:
    """Return the role that a caller means by `topic`, `query_id`, `score`, ..."""
    if folded(word) in NAMES:
        return folded(word)
    for role, known in NAMES.items():
        if folded(word) in known:
            return role
    raise UsageError.unknown_choice("`columns`", word, NAMES, noun="role")


def _chosen(columns: Mapping[str, str], names: Sequence[str], place: str) -> dict[str, str]:
    chosen = {role_of(word): name for word, name in columns.items()}
    if "score" in chosen:  # BEIR's judgements call the grade so
        chosen.setdefault("grade", chosen["score"])
    for name in chosen.values():
        if name not in names:
            raise InputError(
                f"{place}: there is no column `{name}`",
                slug="missing-column",
                details=[_listed(names)],
                hint=did_you_mean(name, names),
            )
    return chosen


def _first_known(role: str, names: Sequence[str]) -> str | None:
    present = {folded(name): name for name in reversed(names)}
    return next((present[known] for known in NAMES[role] if known in present), None)


def _missing_column(role: str, names: Sequence[str], place: str) -> InputError:
    what = "score (nor the rank)" if role == "score" else role
    hint = f'name it one of: {", ".join(NAMES[role])}; or in Python: columns={{"{role}": "..."}}'
    if role == "score" and _first_known("grade", names):
        hint = "these look like judgements; the judgements come first, then the runs"
    return InputError(
        f"{place}: no column is known to hold the {what}",
        slug="missing-column",
        details=[_listed(names)],
        hint=hint,
    )


def _listed(names: Sequence[str]) -> str:
    return f"  columns: {', '.join(names)}"
