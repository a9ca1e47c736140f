"""ranx' judgements, runs and metrics, computed by cranfield: `from cranfield.compat.ranx import Qrels, Run, evaluate`.

docs/coming-from/ranx.md says what is the same and what is not.

>>> from cranfield.compat.ranx import Qrels, Run, evaluate
>>> qrels, run = Qrels({"q1": {"d1": 1, "d2": 0}}), Run({"q1": {"d2": 2.5, "d1": 1.5}}, name="bm25")
>>> evaluate(qrels, run, ["mrr", "ndcg@10"])
{'mrr': 0.5, 'ndcg@10': 0.6309297535714575}
>>> run.scores["mrr"]
{'q1': 0.5}
"""

from cranfield.compat.ranx.elsewhere import compare, fuse, normalize, optimize_fusion, plot
from cranfield.compat.ranx.evaluation import evaluate
from cranfield.compat.ranx.topics import Qrels, Run

__all__ = ["Qrels", "Run", "compare", "evaluate", "fuse", "normalize", "optimize_fusion", "plot"]
