"""pytrec_eval's calls and numbers: `import cranfield.compat.pytrec_eval as pytrec_eval`, and a script goes on as before.

docs/coming-from/pytrec_eval.md says what is the same, and what is not.

>>> evaluator = RelevanceEvaluator({"q1": {"d1": 1, "d2": 0}}, {"map", "P.1,5"})
>>> evaluator.evaluate({"q1": {"d2": 1.5, "d1": 0.5}})
{'q1': {'map': 0.5, 'P_1': 0.0, 'P_5': 0.2}}
"""

from cranfield.compat.pytrec_eval.aggregate import compute_aggregated_measure
from cranfield.compat.pytrec_eval.evaluator import RelevanceEvaluator
from cranfield.compat.pytrec_eval.files import parse_qrel, parse_run
from cranfield.compat.pytrec_eval.measures import supported_measures, supported_nicknames
from cranfield.compat.pytrec_eval.refusals import UnsupportedMeasureError, WrongInputError

__all__ = [
    "RelevanceEvaluator",
    "UnsupportedMeasureError",
    "WrongInputError",
    "compute_aggregated_measure",
    "parse_qrel",
    "parse_run",
    "supported_measures",
    "supported_nicknames",
]
