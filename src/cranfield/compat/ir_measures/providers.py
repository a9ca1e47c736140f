"""The packages that ir_measures calls, by name: here all of them are cranfield, but scripts may go on naming them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cranfield.compat.ir_measures import measures as catalogue
from cranfield.compat.ir_measures.base import BadMeasureError, CalcResults, Measure, Metric
from cranfield.compat.ir_measures.evaluation import Evaluator

_EVERYTHING = frozenset(measure.NAME for measure in catalogue.registry.values())


@dataclass(frozen=True)
class Provider:
    """One of them: the measures that it is known for, all computed by cranfield.

    >>> from cranfield.compat import ir_measures
    >>> ir_measures.judged.supports(ir_measures.Judged @ 10), ir_measures.judged.supports(ir_measures.AP)
    (True, False)
    """

    NAME: str
    names: frozenset[str | None] = _EVERYTHING

    def evaluator(self, measures: Iterable[Measure | str], qrels: Any) -> Evaluator:
        """Prepare measures and judgements for several runs."""
        return Evaluator(measures, qrels)

    def iter_calc(self, measures: Iterable[Measure | str], qrels: Any, run: Any) -> Iterator[Metric]:
        """Yield the value of each topic and measure."""
        return self.evaluator(measures, qrels).iter_calc(run)

    def calc_aggregate(self, measures: Iterable[Measure | str], qrels: Any, run: Any) -> dict[Measure, float]:
        """Return one value a measure, for all topics."""
        return self.evaluator(measures, qrels).calc_aggregate(run)

    def calc(self, measures: Iterable[Measure | str], qrels: Any, run: Any) -> CalcResults:
        """Return both."""
        return self.evaluator(measures, qrels).calc(run)

    def supports(self, measure: Measure) -> bool:
        """Tell whether the package is known for this measure."""
        try:
            measure.validate_params()
        except BadMeasureError:
            return False
        return measure.NAME in self.names or (measure.kind.values is not None and self.NAME == "runtime")

    def is_available(self) -> bool:
        """Tell that it can be called: nothing else has to be installed."""
        return True

    def run_inputs(self, measures: Iterable[Measure]) -> list[str]:
        """Return the columns of a run that these measures look at."""
        return list(dict.fromkeys(name for measure in measures for name in measure.kind.run_inputs))

    def qrel_inputs(self, measures: Iterable[Measure]) -> list[str]:
        """Return the columns of judgements that these measures look at."""
        return list(dict.fromkeys(name for measure in measures for name in measure.kind.qrel_inputs))


class _Gdeval(Provider):
    """Knows one kind of nDCG, whatever it is asked for; another number than the one asked for helps nobody."""

    def evaluator(self, measures: Iterable[Measure | str], qrels: Any) -> Evaluator:
        """Refuse nDCG with the gains of trec_eval."""
        prepared = super().evaluator(measures, qrels)
        for measure in prepared.measures:
            if measure.NAME == "nDCG" and measure["dcg"] != "exp-log2":
                raise BadMeasureError(
                    f"gdeval computes another nDCG than {measure}",
                    slug="measure-parameter",
                    hint=f"its own is {measure(dcg='exp-log2')}",
                )
        return prepared

    def supports(self, measure: Measure) -> bool:
        """Tell its own nDCG from trec_eval's."""
        other = measure.NAME == "nDCG" and measure["dcg"] != "exp-log2"
        return super().supports(measure) and not other


def _names(text: str) -> frozenset[str | None]:
    return frozenset(text.split())


_TREC_EVAL = "AP Bpref IPrec NumQ NumRel NumRet P R RR Rprec SetAP SetF SetP SetR Success infAP nDCG"
_CWL = "AP BPM INSQ INST NERR10 NERR11 NERR8 NERR9 P RBP RR SDCG"
_BY_ASPECT = "AP_IA ERR_IA NRBP P_IA StRecall alpha_DCG alpha_nDCG nERR_IA nNRBP"
_COMMON = "AP NumRet P R RR Rprec SetP SetR Success nDCG"

accuracy = Provider("accuracy", _names("Accuracy"))
compat = Provider("compat", _names("Compat"))
cwl_eval = Provider("cwl_eval", _names(_CWL))
gdeval = _Gdeval("gdeval", _names("ERR nDCG"))
judged = Provider("judged", _names("Judged"))
msmarco = Provider("msmarco", _names("RR"))
pyndeval = Provider("pyndeval", _names(_BY_ASPECT))
pytrec_eval = Provider("pytrec_eval", _names(_TREC_EVAL))
ranx = Provider("ranx", _names(_COMMON))
runtime = Provider("runtime", frozenset())
trectools = Provider("trectools", _names(_COMMON))
DefaultPipeline = Provider("cranfield")

registry = {
    provider.NAME: provider
    for provider in (
        accuracy, compat, cwl_eval, gdeval, judged, msmarco, pyndeval, pytrec_eval, ranx, runtime, trectools
    )
}  # fmt: skip
