"""Queries with their documents, each with a number: what judgements and runs of ranx have in common."""

from __future__ import annotations

import os
from collections.abc import Iterable, KeysView, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from cranfield import model
from cranfield.errors import InputError, UsageError, count

Topics = dict[str, dict[str, float]]

KEPT = "last"  # of two lines about one document, as in ranx
_FORMATS = {"json": "json", "trec": "trec", "gz": "trec", "parquet": "parquet"}
_ENDINGS = {".json": "json", ".trec": "trec", ".txt": "trec", ".parq": "parquet", ".parquet": "parquet"}


class Collection:
    """What both have in common: `{query: {document: number}}`, sorted when somebody looks at it.

    What was read from a file stays a table until then, which is smaller, and faster to evaluate.
    """

    _line = ""

    def __init__(
        self, topics: Mapping[str, Mapping[str, float]] | None = None, name: str | None = None
    ) -> None:
        self._table: model.Qrels | model.Run | None = None
        self._topics: Topics = {query: dict(documents) for query, documents in (topics or {}).items()}
        self._sorted = False
        self.name = name

    @classmethod
    def _of(cls, table: model.Qrels | model.Run, name: str | None) -> Self:
        made = cls(name=name)
        made._table = table
        return made

    @property
    def source(self) -> model.Qrels | model.Run | Topics:
        """What is evaluated."""
        return self._topics if self._table is None else self._table

    @property
    def is_empty(self) -> bool:
        """Whether no query has any document."""
        return self._table is None and not any(self._topics.values())

    def _held(self) -> Topics:
        if self._table is not None:
            self._topics, self._table, self._sorted = self._of_table(self._table), None, False
        return self._topics

    @staticmethod
    def _of_table(table: model.Qrels | model.Run) -> Topics:
        return table.to_dict()

    def sort(self) -> None:
        """Put queries in the order of their ids, and documents in that of their numbers, highest first."""
        topics = self._held()
        in_order = {
            query: dict(sorted(topics[query].items(), key=lambda item: -item[1])) for query in sorted(topics)
        }
        topics.clear()
        topics.update(in_order)
        self._sorted = True

    def _in_order(self) -> Topics:
        if self._table is not None or not self._sorted:
            self.sort()
        return self._topics

    def keys(self) -> KeysView[str]:
        """Return the ids of the queries."""
        return dict.fromkeys(self._table.topics).keys() if self._table is not None else self._topics.keys()

    def get_query_ids(self) -> list[str]:
        """Return the ids of the queries in order."""
        return sorted(map(str, self.keys()))

    def get_doc_ids_and_scores(self) -> list[dict[str, float]]:
        """Return what each query has, in the order of the queries."""
        return list(self._in_order().values())

    def add_score(self, q_id: str, doc_id: str, score: float) -> None:
        """Add a document to a query, or give it another number."""
        self._held().setdefault(q_id, {})[doc_id] = score
        self._sorted = False

    def add(self, q_id: str, doc_ids: Iterable[str], scores: Iterable[float]) -> None:
        """Add a query, or replace all that it has."""
        self._held()[q_id] = dict(zip(doc_ids, scores, strict=True))
        self._sorted = False

    def add_multi(
        self, q_ids: Iterable[str], doc_ids: Iterable[Sequence[str]], scores: Iterable[Sequence[float]]
    ) -> None:
        """Add several queries, or replace all that they have."""
        for q_id, documents, numbers in zip(q_ids, doc_ids, scores, strict=True):
            self.add(q_id, documents, numbers)

    def to_dict(self) -> Topics:
        """Return a copy: `{query: {document: number}}`."""
        return {query: dict(documents) for query, documents in self._in_order().items()}

    def to_dataframe(self) -> Any:
        """Return a pandas frame with the columns q_id, doc_id and score."""
        import pandas as pd

        rows = [
            (query, doc, score) for query, docs in self._in_order().items() for doc, score in docs.items()
        ]
        return pd.DataFrame(rows, columns=["q_id", "doc_id", "score"])

    def save(self, path: str | os.PathLike[str], kind: str | None = None) -> None:
        """Write JSON, lines as TREC has them (packed where the name ends in .gz), or Parquet."""
        target = Path(path)
        kind = kind or _ENDINGS.get(target.suffix) or target.suffix[1:]
        if kind == "json":
            import json

            target.write_text(json.dumps(self._in_order(), indent=2), encoding="utf-8")
        elif kind == "parquet":
            self.to_dataframe().to_parquet(target, index=False)
        elif kind in ("trec", "gz"):
            import gzip

            with (
                gzip.open(target, "wt", encoding="utf-8")
                if kind == "gz"
                else target.open("w", encoding="utf-8") as file
            ):
                file.writelines(self._lines())
        else:
            raise unknown_kind(str(path), kind)

    def _lines(self) -> Iterable[str]:
        for query, documents in self._in_order().items():
            for rank, (document, number) in enumerate(documents.items(), start=1):
                yield self._line.format(
                    query=query, document=document, rank=rank, number=number, name=self.name
                )

    @property
    def size(self) -> int:
        """How many queries there are."""
        return len(self)

    def __getitem__(self, q_id: str) -> dict[str, float]:
        return dict(self._in_order()[q_id])

    def __len__(self) -> int:
        return len(self._topics) if self._table is None else len(self._table.topics)

    def __repr__(self) -> str:
        named = f" {self.name}" if self.name else ""
        documents = len(self._table) if self._table is not None else sum(map(len, self._topics.values()))
        queries = f"{len(self):,} {'query' if len(self) == 1 else 'queries'}"
        return f"<{type(self).__name__}{named}: {queries}, {count(documents, 'document')}>"


def format_of(path: str | os.PathLike[str], kind: str | None) -> str | None:
    """Return cranfield's name of a format; None leaves it to what is in the file."""
    if kind is not None and kind not in _FORMATS:
        raise unknown_kind(os.fspath(path), kind)
    if Path(path).suffix == ".lz4":
        raise unknown_kind(os.fspath(path), "lz4")
    return None if kind is None else _FORMATS[kind]


def unknown_kind(path: str, kind: str) -> UsageError | InputError:
    """Say which formats there are."""
    if kind == "lz4":
        return InputError(
            f"{path}: lz4 is not known here", slug="wrong-format", hint="unpack it first: lz4 -d FILE"
        )
    return UsageError.unknown_choice(f"`kind` for {path}", kind, ["json", "trec", "gz", "parquet"])
