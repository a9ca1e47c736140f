"""`Qrels` and `Run` of ranx."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Self

from cranfield import model
from cranfield.compat.ranx.collection import KEPT, Collection, Topics, format_of
from cranfield.measure.naming import tagged
from cranfield.read import read_qrels, read_run


class Qrels(Collection):
    """Relevance judgements.

    >>> qrels = Qrels({"q2": {"d1": 1}, "q1": {"d1": 0, "d7": 2}})
    >>> len(qrels), qrels["q1"]
    (2, {'d7': 2, 'd1': 0})
    """

    _line = "{query} 0 {document} {number}\n"

    @staticmethod
    def _of_table(table: model.Qrels | model.Run) -> Topics:
        """Make grades whole numbers again where they are."""
        return {
            query: {doc: int(grade) if grade.is_integer() else grade for doc, grade in documents.items()}
            for query, documents in table.to_dict().items()
        }

    @property
    def qrels(self) -> Topics:
        """The judgements themselves."""
        return self._in_order()

    def set_relevance_level(self, rel_lvl: int = 1) -> None:
        """Lower all grades, so that this level becomes 1."""
        for documents in self._held().values():
            for document, grade in documents.items():
                documents[document] = grade - (rel_lvl - 1)

    @classmethod
    def from_dict(cls, d: Mapping[str, Mapping[str, float]], name: str | None = None) -> Self:
        """Take judgements from a dict."""
        return cls(d, name)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], kind: str | None = None) -> Self:
        """Read judgements; the format is told by what is in the file, unless `kind` is given."""
        return cls._of(read_qrels(path, format=format_of(path, kind), duplicates=KEPT), None)

    @classmethod
    def from_df(
        cls, df: Any, q_id_col: str = "q_id", doc_id_col: str = "doc_id", score_col: str = "score"
    ) -> Self:
        """Take judgements from a frame of pandas, Polars, PyArrow, ..."""
        columns = {"topic": q_id_col, "document": doc_id_col, "grade": score_col}
        return cls._of(read_qrels(df, columns=columns, duplicates=KEPT), None)

    @classmethod
    def from_parquet(
        cls,
        path: str | os.PathLike[str],
        q_id_col: str = "q_id",
        doc_id_col: str = "doc_id",
        score_col: str = "score",
    ) -> Self:
        """Read judgements from a Parquet file."""
        columns = {"topic": q_id_col, "document": doc_id_col, "grade": score_col}
        return cls._of(read_qrels(path, format="parquet", columns=columns, duplicates=KEPT), None)

    @classmethod
    def from_ir_datasets(cls, dataset_id: str) -> Self:
        """Take the judgements of a dataset that the package ir-datasets knows."""
        return cls._of(read_qrels(f"ir_datasets:{dataset_id}"), dataset_id)


class Run(Collection):
    """What a system found.

    >>> run = Run({"q1": {"d1": 0.3, "d7": 2.5}}, name="bm25")
    >>> run, run["q1"]
    (<Run bm25: 1 query, 2 documents>, {'d7': 2.5, 'd1': 0.3})
    """

    _line = "{query} Q0 {document} {rank} {number} {name}\n"

    def __init__(self, run: Mapping[str, Mapping[str, float]] | None = None, name: str | None = None) -> None:
        super().__init__(run, name)
        self.metadata: dict[str, Any] = {}
        self.scores: dict[str, dict[str, float]] = defaultdict(dict)
        self.mean_scores: dict[str, float] = {}
        self.std_scores: dict[str, float] = {}

    @property
    def run(self) -> Topics:
        """The results themselves."""
        return self._in_order()

    def make_comparable(self, qrels: Qrels) -> Self:
        """Take out queries without judgements, and put in those that are missing, without documents."""
        topics = self._held()
        judged = set(qrels.keys())
        for unknown in topics.keys() - judged:
            del topics[unknown]
        for missing in judged - topics.keys():
            topics[missing] = {}
        self.sort()
        return self

    @classmethod
    def from_dict(cls, d: Mapping[str, Mapping[str, float]], name: str | None = None) -> Self:
        """Take results from a dict."""
        return cls(d, name)

    @classmethod
    def from_file(
        cls, path: str | os.PathLike[str], kind: str | None = None, name: str | None = None
    ) -> Self:
        """Read results; the format is told by what is in the file, unless `kind` is given."""
        table = read_run(path, format=format_of(path, kind), duplicates=KEPT, name=name)
        return cls._of(table, name or tagged([os.fspath(path)])[0].name)

    @classmethod
    def from_df(
        cls,
        df: Any,
        q_id_col: str = "q_id",
        doc_id_col: str = "doc_id",
        score_col: str = "score",
        name: str | None = None,
    ) -> Self:
        """Take results from a frame of pandas, Polars, PyArrow, ..."""
        columns = {"topic": q_id_col, "document": doc_id_col, "score": score_col}
        return cls._of(read_run(df, columns=columns, duplicates=KEPT, name=name), name)

    @classmethod
    def from_parquet(
        cls,
        path: str | os.PathLike[str],
        q_id_col: str = "q_id",
        doc_id_col: str = "doc_id",
        score_col: str = "score",
        name: str | None = None,
    ) -> Self:
        """Read results from a Parquet file."""
        columns = {"topic": q_id_col, "document": doc_id_col, "score": score_col}
        table = read_run(path, format="parquet", columns=columns, duplicates=KEPT, name=name)
        return cls._of(table, name)
