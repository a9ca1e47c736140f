"""The word of grades of a run, for whoever has judgements and a run and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import cranfield as cf
from cranfield.measure.relstring import relstrings

QRELS = {"1": {"a": 2, "b": 0}, "2": {"c": 1}}
RUN = {"1": {"a": 1.0, "b": 1.0, "x": 3.0}}


def test_policies_are_those_of_evaluate() -> None:
    assert relstrings(QRELS, RUN) == {"1": "-02", "2": ""}
    assert relstrings(QRELS, RUN, ties="docid-ascending") == {"1": "-20", "2": ""}
    assert relstrings(QRELS, RUN, k=2, topics="common", unjudged="condense") == {"1": "02"}
    assert relstrings(QRELS, RUN, topics=["1"]) == {"1": "-02"}


def test_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text("1 0 a 1\n")
    (tmp_path / "some.run").write_text("1 Q0 x 1 2 t\n1 Q0 a 2 1 t\n")
    assert relstrings(tmp_path / "qrels.txt", str(tmp_path / "some.run")) == {"1": "-1"}


def test_what_means_nothing_is_refused() -> None:
    with pytest.raises(cf.UsageError, match="one order of tied documents"):
        relstrings(QRELS, RUN, ties="expected")
    for k in (0, 1.5, "5"):
        with pytest.raises(cf.UsageError, match="k must be"):
            relstrings(QRELS, RUN, k=k)  # type: ignore[arg-type]


def test_a_depth_that_no_run_reaches_costs_nothing() -> None:
    assert relstrings(QRELS, RUN, k=2_000_000_000) == relstrings(QRELS, RUN)


def test_the_hint_of_the_parser_works() -> None:
    with pytest.raises(cf.UsageError) as caught:
        cf.evaluate(QRELS, RUN, "relstring")
    assert caught.value.hint is not None
    code = caught.value.hint.removeprefix("in Python: ")
    given = {"qrels": QRELS, "run": RUN}
    exec(code, given)  # noqa: S102  (what the hint says to type)
    assert "relstrings" in given
