"""ERR and nDCG with exponential gains are those of gdeval, the Perl script that TREC's Web Track was scored with."""

from __future__ import annotations

import random
import shutil

import pytest

from cranfield.measure import find
from tests.measure.drawn import Drawn, Grade, judged

ir_measures = pytest.importorskip("ir_measures")
if shutil.which("perl") is None:
    pytest.skip("gdeval needs perl", allow_module_level=True)

COVERED = {"ERR", "nDCG"}

GRADES: list[Grade] = [None, None, 0, 0, 1, 2, 3, 4]


def drawn(seed: int) -> Drawn:
    chance = random.Random(seed)
    ranking = chance.choices(GRADES, k=chance.randint(1, 30))
    return Drawn(tuple(ranking), (*chance.choices([0, 1, 2, 4], k=chance.randint(0, 8)), 1))


TOPICS = [drawn(seed) for seed in range(100)]


@pytest.mark.parametrize("k", [1, 5, 20, 50])
def test_equals_gdeval_in_all_its_decimals(k: int) -> None:
    # gdeval takes no topic that is not a number.
    qrels = {str(number): topic.judgements for number, topic in enumerate(TOPICS)}
    run = {
        str(number): {document: -float(rank) for rank, document in enumerate(topic.documents)}
        for number, topic in enumerate(TOPICS)
    }
    pairs = {
        ir_measures.ERR @ k: find("ERR")(top=4) @ k,
        ir_measures.nDCG(dcg="exp-log2") @ k: find("nDCG")(dcg="exp-log2") @ k,
    }
    values = {measure: bound.values(judged(*TOPICS)) for measure, bound in pairs.items()}
    compared = 0
    for metric in ir_measures.iter_calc(list(pairs), qrels, run):
        value = values[metric.measure][int(metric.query_id)]
        assert value == pytest.approx(metric.value, abs=5.001e-6), metric
        compared += 1
    assert compared == 2 * len(TOPICS)
