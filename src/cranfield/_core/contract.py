"""What a core does. Two of them keep this contract to the last bit: the Rust one and its Python twin."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cranfield.faults import Fault
from cranfield.model.ids import Ids
from cranfield.model.tables import Qrels, Run

Kind = Literal["run", "qrels"]
# Layouts of plain text, split at blanks: TREC runs (6 columns) and qrels (4), MS MARCO rankings (3 and 2).
# Preferences (5) are read by Python alone.
Layout = Literal["run", "qrels", "preferences", "ranking3", "ranking2"]
# A path is read in blocks and, when large, by several threads; an iterator of blocks is read as it comes.
Text = str | Iterator[bytes]
Progress = Callable[[int], object]  # called now and then with the bytes read so far; may raise to stop

LONGEST_LINE = 1 << 24
KEPT_FAULTS = 20


class Columns(NamedTuple):
    """Rows grouped by topic (topics by their bytes, rows in the order of the input)."""

    topics: Ids
    starts: NDArray[np.int64]
    docs: Ids
    values: NDArray[np.float64]
    ranks: NDArray[np.int64] | None
    tag: bytes
    dropped: int  # duplicates left out under `duplicates="first"` or `"last"`
    faults: list[Fault]
    fault_count: int


class Policy(NamedTuple):
    """The policies that change which document stands at which rank."""

    ties: str = "docid"
    duplicates: str = "error"
    depth: int | None = None
    condense: bool = False
    unjudged_grade: float | None = None  # give unjudged documents this grade: the optimistic reading
    single: bool = False  # compare scores as 32-bit floats, as trec_eval 9.0.8 does
    whole_ties: bool = False  # keep the hits of a tie that `depth` cuts through: they will be ordered anew


class JudgedHits(NamedTuple):
    """The join of one run with the judgements; the per-topic columns follow the topics of the qrels."""

    starts: NDArray[np.int64]
    rank: NDArray[np.int64]
    grade: NDArray[np.float64]
    score: NDArray[np.float64]
    row: NDArray[np.int64]  # which judgement it is; -1 where the grade is assumed
    tie_first: NDArray[np.int64]  # first and last rank of the documents that have its score
    tie_last: NDArray[np.int64]
    answered: NDArray[np.bool_]  # the run has documents for the topic
    retrieved: NDArray[np.int64]  # how many are left after depth and condensing
    promoted: NDArray[np.int64]  # unjudged documents that were given `unjudged_grade`
    score_max: NDArray[np.float64]
    score_min: NDArray[np.float64]
    unjudged_score: NDArray[np.float64]
    other_topics: list[bytes]  # topics of the run that have no judgements
    records: int
    dropped: int
    faults: list[Fault]
    fault_count: int


class Core(Protocol):
    """Reading and judging, and nothing else."""

    name: str

    def group_rows(
        self,
        kind: Kind,
        topics: Ids,
        docs: Ids,
        values: NDArray[np.float64],
        ranks: NDArray[np.int64] | None,
        duplicates: str,
    ) -> Columns:
        """Group rows in memory by topic."""

    def read_columns(
        self, layout: Layout, text: Text, duplicates: str, comment: str | None, progress: Progress | None
    ) -> Columns:
        """Read plain text whole."""

    def index(self, qrels: Qrels) -> Any:
        """Prepare judgements for being looked up; what it returns only this core understands."""

    def judge_rows(self, index: Any, run: Run, policy: Policy) -> JudgedHits:
        """Rank and join a run in memory."""

    def judge_dict(self, index: Any, run: Mapping[Any, Any], policy: Policy) -> JudgedHits | None:
        """Do the same straight from a dict of dicts or lists; None when it holds anything out of the ordinary."""

    def judge_text(
        self,
        index: Any,
        layout: Layout,
        text: Text,
        policy: Policy,
        comment: str | None,
        threads: int,
        progress: Progress | None,
    ) -> JudgedHits | None:
        """Rank and join a run in one pass, keeping only the judged hits.

        None when `text` is an iterator and a topic came back after others had followed it: read it again, whole,
        with `read_columns`.
        """
