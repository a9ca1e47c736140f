"""ir_measures' measures and calls, computed by cranfield: `import cranfield.compat.ir_measures as ir_measures`.

docs/coming-from/ir_measures.md says what is the same and what is not.

>>> from cranfield.compat.ir_measures import AP, P, calc_aggregate, nDCG
>>> qrels, run = {"q1": {"d1": 2, "d2": 0}}, {"q1": {"d2": 2.5, "d1": 1.5}}
>>> calc_aggregate([AP, P(rel=2) @ 5, nDCG @ 10], qrels, run)
{AP: 0.5, P(rel=2)@5: 0.2, nDCG@10: 0.6309297535714575}
"""

from cranfield.compat.ir_measures import measures, providers
from cranfield.compat.ir_measures.base import CalcResults, Metric
from cranfield.compat.ir_measures.evaluation import Evaluator, calc, calc_aggregate, evaluator, iter_calc
from cranfield.compat.ir_measures.measures import *  # noqa: F403
from cranfield.compat.ir_measures.names import parse_measure, parse_trec_measure
from cranfield.compat.ir_measures.own import define, define_byquery
from cranfield.compat.ir_measures.providers import (
    DefaultPipeline,
    Provider,
    accuracy,
    compat,
    cwl_eval,
    gdeval,
    judged,
    msmarco,
    pyndeval,
    pytrec_eval,
    ranx,
    runtime,
    trectools,
)
from cranfield.compat.ir_measures.rows import Qrel, ScoredDoc, read_trec_qrels, read_trec_run

# Older names of the same.
GenericQrel, GenericScoredDoc = Qrel, ScoredDoc
convert_trec_name, parse_trec_qrels, parse_trec_run = parse_trec_measure, read_trec_qrels, read_trec_run

run_inputs, qrel_inputs = DefaultPipeline.run_inputs, DefaultPipeline.qrel_inputs

__all__ = [
    "CalcResults",
    "DefaultPipeline",
    "Evaluator",
    "GenericQrel",
    "GenericScoredDoc",
    "Metric",
    "Provider",
    "Qrel",
    "ScoredDoc",
    "accuracy",
    "calc",
    "calc_aggregate",
    "compat",
    "convert_trec_name",
    "cwl_eval",
    "define",
    "define_byquery",
    "evaluator",
    "gdeval",
    "iter_calc",
    "judged",
    "measures",
    "msmarco",
    "parse_measure",
    "parse_trec_measure",
    "parse_trec_qrels",
    "parse_trec_run",
    "providers",
    "pyndeval",
    "pytrec_eval",
    "qrel_inputs",
    "ranx",
    "read_trec_qrels",
    "read_trec_run",
    "run_inputs",
    "runtime",
    "trectools",
]
__all__ += measures.__all__
