"""The word of grades, against trec_eval's own golden output."""

from __future__ import annotations

from pathlib import Path

import pytest

import cranfield as cf
from cranfield.judge import Judgements
from cranfield.measure import example, parse
from cranfield.measure.relstring import relstring
from cranfield.model import Policies


def test_equals_the_golden_output(shared: Path) -> None:
    folder = shared / "data" / "trec_eval" / "9.0.8"
    judgements = Judgements(cf.read_qrels(folder / "qrels.rel_level"), Policies(precision="single"))
    words = dict(
        zip(
            judgements.qrels.topics,
            relstring(judgements.judge(folder / "results.test").judged, 20),
            strict=True,
        )
    )
    lines = (line.split("\t") for line in (folder / "out.test.aql").read_text().splitlines())
    golden = {topic: word.strip("'") for name, topic, word in lines if name.strip() == "relstring_20"}
    assert golden
    assert {topic: words[topic] for topic in golden} == golden


def test_a_list_may_be_shorter_or_empty() -> None:
    assert relstring(example([1, 2.7])) == ["12"]
    assert relstring(example([])) == [""]


def test_it_is_refused_as_a_measure_with_the_reason() -> None:
    with pytest.raises(cf.UsageError, match="`relstring_20` is text") as caught:
        parse("relstring_20")
    assert caught.value.slug == "measure-is-text"
