"""Tables: csv, tsv, Parquet, Arrow, frames of every library, and ids of ir_datasets."""

from __future__ import annotations

import gzip
import io
import sys
from collections import namedtuple
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cranfield.read import read_qrels, read_run

AS_DICT = {"q1": {"d1": 2.5, "d2": 1.5}, "q2": {"d1": 0.5}}
COLUMNS = {"qid": ["q1", "q1", "q2"], "docno": ["d1", "d2", "d1"], "score": [2.5, 1.5, 0.5]}


def csv(text: str) -> io.StringIO:
    return io.StringIO(text)


class TestDelimited:
    @pytest.mark.parametrize(
        "text",
        [
            "qid,docid,score\nq1,d1,2.5\nq1,d2,1.5\nq2,d1,0.5\n",
            "\ufeffQuery ID;DocNo;Score\r\nq1;d1;2.5\r\nq1;d2;1.5\r\nq2;d1;0.5",
            'score\tquery_id\tdoc_id\n2.5\t"q1"\td1\n\n1.5\tq1\td2\n0.5\tq2\td1\n',
            "run,q_id,docno,rank,score\nbm25,q1,d1,1,2.5\nbm25,q1,d2,2,1.5\nbm25,q2,d1,1,.5\n",
            "qid,docid,score\nq1,d1,2.5,\nq1,d2,1.5,\nq2,d1,0.5,,\n",
        ],
        ids=["csv", "semicolons of a sheet", "tsv", "more columns", "commas at the end"],
    )
    def test_reads_a_run(self, text: str) -> None:
        assert read_run(csv(text)).to_dict() == AS_DICT

    def test_reads_the_judgements_of_beir(self) -> None:
        qrels = read_qrels(csv("query-id\tcorpus-id\tscore\n1\t31715818\t1\n3\t14717500\t0\n"))

        assert qrels.to_dict() == {"1": {"31715818": 1.0}, "3": {"14717500": 0.0}}

    def test_reads_compressed_tables_and_names_them(self, write: Any) -> None:
        run = read_run(write("dense.csv.gz", gzip.compress(b"qid,docid,score\nq,d,1\n")))

        assert (run.name, run.to_dict()) == ("dense", {"q": {"d": 1.0}})

    def test_quoted_fields_may_hold_anything(self) -> None:
        run = read_run(csv('qid,docid,score\nq,"a,b",3\nq,"a ""b""",2\nq,"a\nb",1\n'))

        assert list(run.docs) == ["a,b", 'a "b"', "a\nb"]

    def test_ranks_stand_for_scores_where_there_are_none(self) -> None:
        run = read_run(csv("qid,docid,rank\nq,a,1\nq,b,2\n"))

        assert run.to_dict() == {"q": {"a": -1.0, "b": -2.0}}

    def test_ranks_beside_scores_are_kept_where_all_are_whole(self) -> None:
        with_ranks = read_run(csv("qid,docid,rank,score\nq,a,1,9\nq,b,2,8\n")).ranks
        assert with_ranks is not None
        assert with_ranks.tolist() == [1, 2]
        assert read_run(csv("qid,docid,rank,score\nq,a,n/a,9\nq,b,2,8\n")).ranks is None

    def test_comments_are_skipped_and_lines_still_counted(self, words: Any) -> None:
        text = "# a\nqid,docid,score\n# b\nq,a,x\n"

        assert words(read_run, csv(text), comments="#").startswith("stream:4: the score `x` is not a number")

    def test_columns_can_be_named(self) -> None:
        run = read_run(
            csv("question,chunk,value\nq,d,1\n"),
            columns={"topic": "question", "document": "chunk", "score": "value"},
        )

        assert run.to_dict() == {"q": {"d": 1.0}}

    @pytest.mark.parametrize("separator", [",", "\t"])
    def test_a_column_that_was_named_wrongly_is_looked_for(self, words: Any, separator: str) -> None:
        text = "question,hit,points\nq,d,1\n".replace(",", separator)

        assert words(read_run, csv(text), columns={"topic": "qestion"}) == (
            "stream: there is no column `qestion`\n"
            "  columns: question, hit, points\n"
            "hint: did you mean `question`?"
        )
        assert words(read_run, csv(text), columns={"topic": "question", "foo": "hit"}).startswith(
            "`columns` has no role `foo`\n  one of: topic, document, "
        )

    def test_a_header_of_unknown_names_is_a_header(self, words: Any) -> None:
        assert words(read_run, csv("question,hit,points\nq,d,1\n")) == (
            "stream:1: the first line has no name of a column that is known\n"
            "  1 | question,hit,points\n"
            "hint: known are topic: query_id, qid, q_id, queryid, topic_id, topicid, topic, qno, query; "
            "document: doc_id, docno, docid, document_id, documentid, corpus_id, passage_id, pid, did, document, "
            'doc; or in Python: columns={"topic": "...", "document": "...", ...}'
        )

    @pytest.mark.parametrize("separator", [",", "\t"])
    def test_a_header_with_one_unknown_name_says_which_is_missing(self, words: Any, separator: str) -> None:
        text = "qid,chunk,score\nq,d,1\n".replace(",", separator)

        assert words(read_run, csv(text)).startswith("stream: no column is known to hold the document\n")

    def test_all_faults_are_told_at_once(self, words: Any) -> None:
        text = "qid,docid,score\nq,a,1\nq,b,x\nq,c,nan\nq\nq,a,2\nq,,3\nq,d,4\n"

        assert [line for line in words(read_run, csv(text)).splitlines() if line.startswith("stream")] == [
            "stream:3: the score `x` is not a number",
            "stream:4: topic `q`, document `c`: the score is NaN, which cannot be ranked",
            "stream:5: the row has 1 field, and the header names 3 columns",
            "stream:6: document `a` appears twice in topic `q` (first on line 2)",
            "stream:7: topic `q`: the id of the document is missing",
        ]

    @pytest.mark.parametrize(
        "text, message",
        [
            (
                "qid,docid,score\nq,a,1e\nq,b,\nq,c,1_0\n",
                (
                    "stream:2: the score `1e` is not a number\n"
                    "  2 | q,a,1e\n"
                    "    |     ^^\n"
                    "stream:3: the score is missing\n"
                    "  3 | q,b,\n"
                    "    |     ^\n"
                    "stream:4: the score `1_0` is not a number\n"
                    "  4 | q,c,1_0\n"
                    "    |     ^^^\n"
                    "hint: a score is a decimal number, such as 12.75 or -3e-2\n"
                    "hint: leave out the documents that the system did not score"
                ),
            ),
            (
                "qid,docid,score\nq,a\nq,b,1,2\n",
                (
                    "stream:2: the row has 2 fields, and the header names 3 columns\n"
                    "  2 | q,a\n"
                    "    |    ^\n"
                    "stream:3: the row has 4 fields, and the header names 3 columns\n"
                    "  3 | q,b,1,2\n"
                    "    |        ^\n"
                    "hint: is a separator missing, or a quote, or is there one too many?"
                ),
            ),
            (
                "qid,docid,score\nq,,1\n",
                (
                    "stream:2: topic `q`: the id of the document is missing\n"
                    "hint: every row has the id of a topic and of a document"
                ),
            ),
            (
                "qid,docid,score\n\nq,a,1\nq,a,2\n",
                (
                    "stream:4: document `a` appears twice in topic `q` (first on line 3)\n"
                    "hint: the policy duplicates=first (or last) keeps one of them"
                ),
            ),
            (
                "qid,docid,score\nq,a,nan\n",
                (
                    "stream:2: topic `q`, document `a`: the score is NaN, which cannot be ranked\n"
                    "hint: find out why the system could not score this document"
                ),
            ),
            (
                "q,a,1\nq,b,2\n",
                (
                    "stream:1: the first line must name the columns\n"
                    "  1 | q,a,1\n"
                    "hint: put a line on top, such as query_id,doc_id,score"
                ),
            ),
            (
                'qid,docid,score\nq,a,1\nq,"b,2\n',
                (
                    "stream:3: the line cannot be split into fields: unexpected end of data\n"
                    'hint: a field with quotes in it is written "like ""this"""; is a quote open since an earlier line?'
                ),
            ),
            (
                "qid,docid,score,score\nq,a,1,2\n",
                "stream: several columns have the name `score`",
            ),
            (
                "qid,docid,score\nq,a\0,1\n".ljust(70_000, "\n"),
                (
                    "stream: this is not text: there is a NUL at byte 20\n"
                    "hint: is it the right file? read are text, CSV, JSON, Parquet and Arrow, also packed by gzip, xz, bzip2 or zstd"
                ),
            ),
            (
                "qid,docid,score\n" + "q,a,1\n" * 20_000 + "q,\0,1\n",
                (
                    "stream:20002: the line holds a NUL byte, so this is not a text file\n"
                    "hint: was the file cut off while it was written, or is it UTF-16?"
                ),
            ),
        ],
    )
    def test_says_what_is_wrong(self, words: Any, text: str, message: str) -> None:
        assert words(read_run, csv(text)) == message


@pytest.fixture(
    params=[
        "pandas",
        "pandas objects",
        "polars",
        "polars lazy",
        "pyarrow",
        "record batches",
        "duckdb",
        "capsule",
    ]
)
def frame(request: pytest.FixtureRequest) -> Any:
    """Make a frame of columns, in any library."""
    library = request.param.partition(" ")[0].replace("record", "pyarrow").replace("capsule", "pyarrow")
    module = pytest.importorskip(library)

    def capsule(table: Any) -> Any:
        return SimpleNamespace(__arrow_c_stream__=table.__arrow_c_stream__)

    def make(columns: dict[str, Any]) -> Any:
        pa = pytest.importorskip("pyarrow")
        return {
            "pandas": lambda: module.DataFrame(columns),
            "pandas objects": lambda: module.DataFrame(columns).astype(object),
            "polars": lambda: module.DataFrame(columns),
            "polars lazy": lambda: module.LazyFrame(columns),
            "pyarrow": lambda: pa.table(columns),
            "record batches": lambda: pa.table(columns).to_reader(max_chunksize=2),
            "duckdb": lambda: module.from_arrow(pa.table(columns)),
            "capsule": lambda: capsule(pa.table(columns)),
        }[request.param]()

    return make


class TestFrames:
    def test_reads_a_run(self, frame: Any) -> None:
        assert read_run(frame(COLUMNS)).to_dict() == AS_DICT

    def test_reads_judgements_with_whole_ids_and_grades(self, frame: Any) -> None:
        qrels = read_qrels(frame({"query_id": [7, 7, 8], "doc_id": [1, 2, 1], "relevance": [2, 0, -1]}))

        assert qrels.to_dict() == {"7": {"1": 2.0, "2": 0.0}, "8": {"1": -1.0}}

    def test_ranks_stand_for_scores(self, frame: Any) -> None:
        run = read_run(frame({"topic": ["q", "q"], "docid": ["a", "b"], "rank": [2, 1]}))

        assert run.to_dict() == {"q": {"a": -2.0, "b": -1.0}}
        assert run.ranks is not None

    def test_the_run_column_names_the_run(self, frame: Any) -> None:
        assert read_run(frame({**COLUMNS, "run": ["bm25"] * 3})).name == "bm25"

    def test_several_runs_are_refused(self, frame: Any, words: Any) -> None:
        assert words(read_run, frame({**COLUMNS, "system": ["b", "a", "a"]})) == (
            "run: column `system` names 2 runs: a, b\nhint: read one at a time: keep the rows where system is `a`"
        )

    def test_missing_ids_are_told_by_row(self, frame: Any, words: Any) -> None:
        assert words(read_run, frame({**COLUMNS, "docno": ["d1", None, "d3"]})) == (
            "run, row 2: topic `q1`: the id of the document is missing\nhint: every row has the id of a topic and of a document"
        )

    def test_missing_scores_are_told_by_row(self, frame: Any, words: Any) -> None:
        message = words(read_run, frame({**COLUMNS, "score": [1.0, None, 2.0]}))

        assert message.startswith(
            "run, row 2: topic `q1`, document `d2`: the score is "
        )  # missing; NaN in pandas

    def test_text_is_no_score(self, frame: Any, words: Any) -> None:
        message = words(read_run, frame({**COLUMNS, "score": ["1", "2", "3"]}))

        assert message.startswith("run, row 1: topic `q1`, document `d1`: the score '1' is not a number")
        assert message.endswith("hint: make the scores numbers first: float(score)")

    def test_decimal_ids_are_refused(self, frame: Any, words: Any) -> None:
        message = words(read_run, frame({**COLUMNS, "qid": [301.0, 301.0, 302.0]}))

        assert message.startswith(
            "run, row 1: topic `301.0`, document `d1`: the id of the topic is the decimal number 301.0"
        )

    def test_columns_that_are_not_there_are_listed(self, frame: Any, words: Any) -> None:
        assert words(read_run, frame({"a": ["q"], "docno": ["d"], "score": [1.0]})) == (
            "run: no column is known to hold the topic\n"
            "  columns: a, docno, score\n"
            "hint: name it one of: query_id, qid, q_id, queryid, topic_id, topicid, topic, qno, query; "
            'or in Python: columns={"topic": "..."}'
        )

    def test_the_words_of_a_query_and_internal_numbers_are_passed_over(self, frame: Any) -> None:
        pyterrier = {**COLUMNS, "docid": [11, 12, 11], "query": ["x y", "x y", "z"]}

        assert read_run(frame(pyterrier)).to_dict() == AS_DICT


def test_reads_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    pd = pytest.importorskip("pandas")
    monkeypatch.setattr("cranfield.read.columnar.find_spec", lambda _: None)

    assert read_run(pd.DataFrame(COLUMNS)).to_dict() == AS_DICT


def test_reads_pandas_columns_and_categories() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(COLUMNS, index=[7, 8, 9])

    assert read_run((frame["qid"], frame["docno"], frame["score"])).to_dict() == AS_DICT
    assert read_run(frame.astype({"qid": "category"})).to_dict() == AS_DICT
    assert read_run(frame.assign(qid=pd.array([1, 1, 2], dtype="Int64"))).to_dict() == {
        "1": {"d1": 2.5, "d2": 1.5},
        "2": {"d1": 0.5},
    }


def test_nothing_that_was_given_is_changed() -> None:
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(COLUMNS)
    before = frame.copy(deep=True)
    read_run(frame)

    pd.testing.assert_frame_equal(frame, before)


class TestArrow:
    @pytest.fixture
    def pa(self) -> Any:
        return pytest.importorskip("pyarrow")

    @pytest.mark.parametrize(
        "kind",
        ["string", "large_string", "string_view", "binary", "large_binary", "dictionary", "int32", "uint64"],
    )
    def test_ids_of_every_type(self, pa: Any, kind: str) -> None:
        typed = pa.dictionary(pa.int8(), pa.string()) if kind == "dictionary" else getattr(pa, kind)()
        ids = ["7", "8", "900"] if "int" not in kind else [7, 8, 900]
        table = pa.table({"qid": pa.array(["q"] * 3), "docid": pa.array(ids).cast(typed), "score": [1, 2, 3]})

        assert list(read_run(table).docs) == ["7", "8", "900"]
        assert list(read_run(table.slice(1)).docs) == ["8", "900"]
        assert list(read_run(pa.concat_tables([table.slice(2), table.slice(0, 2)])).docs) == ["900", "7", "8"]

    @pytest.mark.parametrize("kind", ["int8", "uint64", "float16", "float32", "float64"])
    def test_scores_of_every_type(self, pa: Any, kind: str) -> None:
        table = pa.table({"qid": ["q"], "docid": ["d"], "score": np.array([3], dtype=kind)})

        assert read_run(table).scores.tolist() == [3.0]

    def test_decimals_are_numbers(self, pa: Any) -> None:
        table = pa.table(
            {"qid": ["q"], "docid": ["d"], "score": pa.array([25], pa.int64()).cast(pa.decimal128(20, 1))}
        )

        assert read_run(table).scores.tolist() == [25.0]

    def test_an_empty_id_is_missing(self, pa: Any, words: Any) -> None:
        table = pa.table({"qid": ["q", "q"], "docid": ["d", ""], "score": [1, 2]})

        assert words(read_run, table).startswith("run, row 2: topic `q`: the id of the document is missing")

    def test_an_empty_table_is_an_error(self, pa: Any, words: Any) -> None:
        table = pa.table(
            {
                "qid": pa.array([], pa.string()),
                "docid": pa.array([], pa.string()),
                "score": pa.array([], "f8"),
            }
        )

        assert words(read_run, table).startswith("run: there are no results in it")

    @pytest.mark.parametrize("packed", [False, True])
    def test_reads_parquet(self, pa: Any, write: Any, packed: bool) -> None:
        import pyarrow.parquet as pq

        file = io.BytesIO()
        pq.write_table(pa.table({**COLUMNS, "other": [[1], [2], [3]]}), file)
        run = read_run(write("dense.parquet", gzip.compress(file.getvalue()) if packed else file.getvalue()))

        assert (run.to_dict(), run.name) == (AS_DICT, "dense")
        assert run.source is not None

    @pytest.mark.parametrize("writer", ["new_file", "new_stream"])
    def test_reads_arrow_files_and_streams(self, pa: Any, write: Any, writer: str) -> None:
        file, table = io.BytesIO(), pa.table(COLUMNS)
        with getattr(pa.ipc, writer)(file, table.schema) as out:
            out.write_table(table)

        assert read_run(write("dense.arrow", file.getvalue())).to_dict() == AS_DICT

    def test_damage_is_told(self, pa: Any, write: Any, words: Any) -> None:
        message = words(read_run, write("dense.parquet", b"PAR1" + b"x" * 100))

        assert message.startswith("dense.parquet: this Parquet file cannot be read: ")
        assert message.endswith("hint: was the file cut off while it was written or copied?")

    def test_a_fault_in_a_file_is_told_by_row(self, pa: Any, write: Any, words: Any) -> None:
        import pyarrow.parquet as pq

        file = io.BytesIO()
        pq.write_table(pa.table({**COLUMNS, "score": [1.0, float("nan"), 2.0]}), file)

        assert words(read_run, write("dense.parquet", file.getvalue())) == (
            "dense.parquet, row 2: topic `q1`, document `d2`: the score is NaN, which cannot be ranked\n"
            "hint: find out why the system could not score this document"
        )

    def test_the_extra_is_named_where_pyarrow_is_missing(
        self, write: Any, words: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)

        assert words(read_run, write("dense.parquet", b"PAR1")) == (
            "reading Parquet (dense.parquet) needs the package `pyarrow`, which is not installed\n"
            "hint: pip install 'cranfield[arrow]'"
        )


class TestDatasets:
    @pytest.fixture
    def catalogue(self, monkeypatch: pytest.MonkeyPatch) -> None:
        qrel = namedtuple("qrel", "query_id doc_id relevance iteration")  # noqa: PYI024
        scored = namedtuple("scored", "query_id doc_id score")  # noqa: PYI024
        full = SimpleNamespace(
            has_qrels=lambda: True,
            qrels_iter=lambda: iter([qrel("1", "d1", 2, "0"), qrel("1", "d2", 0, "0")]),
            has_scoreddocs=lambda: True,
            scoreddocs_iter=lambda: iter([scored("1", "d1", 2.5)]),
        )
        bare = SimpleNamespace(has_qrels=lambda: False, has_scoreddocs=lambda: False)
        known = {"beir/scifact/test": full, "beir/scifact": bare}
        module = ModuleType("ir_datasets")
        module.load = known.__getitem__  # type: ignore[attr-defined]
        module.registry = known  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "ir_datasets", module)

    def test_reads_judgements_and_runs(self, catalogue: None) -> None:
        qrels = read_qrels("ir_datasets:beir/scifact/test")

        assert qrels.to_dict() == {"1": {"d1": 2.0, "d2": 0.0}}
        assert qrels.name == "ir_datasets:beir/scifact/test"
        assert read_run("ir_datasets:beir/scifact/test").to_dict() == {"1": {"d1": 2.5}}

    def test_says_what_there_is_not(self, catalogue: None, words: Any) -> None:
        assert words(read_qrels, "ir_datasets:beir/scifat/test") == (
            "ir_datasets:beir/scifat/test: ir_datasets knows no such dataset\n"
            "hint: did you mean `ir_datasets:beir/scifact/test` or `ir_datasets:beir/scifact`?"
        )
        assert words(read_qrels, "ir_datasets:beir/scifact") == (
            "ir_datasets:beir/scifact: this dataset has no qrels\n"
            "hint: a part of it may have, such as .../test; the catalogue is at https://ir-datasets.com"
        )
        assert words(read_run, "ir_datasets:beir/scifact") == (
            "ir_datasets:beir/scifact: this dataset has no scoreddocs\n"
            "hint: few datasets come with a run; the catalogue at https://ir-datasets.com says which: scoreddocs"
        )

    @pytest.mark.parametrize("failure", [RuntimeError("no route to host\n..."), OSError(28, "No space left")])
    def test_a_download_that_fails_is_told(self, catalogue: None, words: Any, failure: Exception) -> None:
        def fail() -> Any:
            raise failure

        sys.modules["ir_datasets"].load("beir/scifact/test").qrels_iter = fail
        first, hint = words(read_qrels, "ir_datasets:beir/scifact/test").splitlines()

        assert first.startswith("ir_datasets:beir/scifact/test: ir_datasets could not give its rows: ")
        assert first.endswith(str(failure).partition("\n")[0])
        assert hint.startswith("hint: is there a network")

    def test_says_which_package_is_missing(self, words: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "ir_datasets", None)

        assert words(read_qrels, "ir_datasets:beir/scifact/test") == (
            "`ir_datasets:beir/scifact/test` needs the package `ir-datasets`, which is not installed\n"
            "hint: pip install 'ir-datasets'"
        )
