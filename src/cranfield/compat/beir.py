"""BEIR's `EvaluateRetrieval`: `from cranfield.compat.beir import EvaluateRetrieval`, and a script goes on as before.

docs/coming-from/beir.md says what is the same, and what is not.

>>> qrels, results = {"q1": {"d1": 1}}, {"q1": {"d2": 0.9, "d1": 0.4}}
>>> ndcg, _map, recall, precision = EvaluateRetrieval.evaluate(qrels, results, [1, 10])
>>> ndcg, recall
({'NDCG@1': 0.0, 'NDCG@10': 0.63093}, {'Recall@1': 0.0, 'Recall@10': 1.0})
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from heapq import nlargest
from pathlib import Path
from typing import Any

import numpy as np

from cranfield.errors import UsageError, count, warn
from cranfield.judge.topics import listed
from cranfield.measure import parse
from cranfield.measure.evaluation import Evaluator
from cranfield.model.ids import to_bytes
from cranfield.read.rows import nothing_in

__all__ = ["EvaluateRetrieval"]

logger = logging.getLogger(__name__)

Qrels = Mapping[str, Mapping[str, int]]
Results = Mapping[str, Mapping[str, float]]
Means = dict[str, float]

_DIGITS = 5
# The word that BEIR prints, and cranfield's name.
_STANDARD = {"NDCG": "nDCG", "MAP": "AP", "Recall": "R", "P": "P"}
_CUSTOM = {"MRR": "RR", "R_cap": "RelP", "Hole": "Unjudged", "Accuracy": "Success"}
_CALLED = {
    "MRR": ("mrr", "mrr@k", "mrr_cut"),
    "R_cap": ("recall_cap", "r_cap", "r_cap@k"),
    "Hole": ("hole", "hole@k"),
    "Accuracy": ("acc", "top_k_acc", "accuracy", "accuracy@k", "top_k_accuracy"),
}


class NoRetrieverError(UsageError, ValueError):
    """Something is to be retrieved, and nobody has said by what: BEIR raises a ValueError."""


class EvaluateRetrieval:
    """Evaluates results of any origin; `retrieve` and `rerank` ask the retriever, one of BEIR's, if there is one."""

    def __init__(
        self,
        retriever: Any = None,
        k_values: Sequence[int] = (1, 3, 5, 10, 100, 1000),
        score_function: str | None = "cos_sim",
    ) -> None:
        self.k_values = list(k_values)
        self.top_k = max(k_values)
        self.retriever = retriever
        self.score_function = score_function

    def retrieve(self, corpus: Mapping[str, Any], queries: Mapping[str, str], **kwargs: Any) -> Any:
        """Have the retriever search for `top_k` documents a query."""
        return self._searcher().search(corpus, queries, self.top_k, self.score_function, **kwargs)

    def rerank(
        self, corpus: Mapping[str, Any], queries: Mapping[str, str], results: Results, top_k: int
    ) -> Any:
        """Have the retriever search among the `top_k` best documents of each query."""
        best = (doc for scores in results.values() for doc in nlargest(top_k, scores, key=scores.__getitem__))
        chosen = {doc: corpus[doc] for doc in best}
        return self._searcher().search(chosen, queries, top_k, self.score_function)

    def encode_and_retrieve(
        self,
        corpus: Mapping[str, Any],
        queries: Mapping[str, str],
        encode_output_path: str = "./embeddings/",
        overwrite: bool = False,  # noqa: FBT001, FBT002
        query_filename: str = "queries.pkl",
        corpus_filename: str = "corpus.*.pkl",
        **kwargs: Any,
    ) -> Any:
        """Have the retriever write its embeddings to files, and search in these."""
        names = {"query_filename": query_filename, "corpus_filename": corpus_filename}
        where = {"encode_output_path": encode_output_path, "overwrite": overwrite, **names}
        self._searcher().encode(corpus, queries, **where, **kwargs)
        folder = Path(encode_output_path)
        return self._searcher().search_from_files(
            query_embeddings_file=str(folder / query_filename),
            corpus_embeddings_files=[str(file) for file in folder.glob(corpus_filename)],
            top_k=self.top_k,
            **kwargs,
        )

    def _searcher(self) -> Any:
        if not self.retriever:
            raise NoRetrieverError(
                "there is no retriever to search with",
                slug="no-retriever",
                hint="give one of BEIR's: EvaluateRetrieval(retriever)",
            )
        return self.retriever

    @staticmethod
    def evaluate(
        qrels: Qrels,
        results: Results,
        k_values: Iterable[int],
        ignore_identical_ids: bool = True,  # noqa: FBT001, FBT002  (BEIR's own)
    ) -> tuple[Means, Means, Means, Means]:
        """Return nDCG, MAP, recall and precision at each k: means over the topics that have results."""
        kept = _without_identical(qrels, results) if ignore_identical_ids else results
        _tell_of_missing(qrels, results)
        means = _means(qrels, kept, k_values, _STANDARD)
        ndcg, average, recall, precision = (_logged(means[word]) for word in _STANDARD)
        return ndcg, average, recall, precision

    @staticmethod
    def evaluate_custom(
        qrels: Qrels,
        results: Results,
        k_values: Iterable[int],
        metric: str,
        ignore_identical_ids: bool = True,  # noqa: FBT001, FBT002  (as for `evaluate`)
    ) -> Means:
        """Return `mrr`, `recall_cap`, `hole` or `accuracy` at each k: means over all topics that have judgements."""
        word = next((word for word, called in _CALLED.items() if metric.lower() in called), None)
        if word is None:
            known = [called for names in _CALLED.values() for called in names]
            raise UsageError.unknown_choice("evaluate_custom", metric, known, noun="metric")
        kept = _without_identical(qrels, results) if ignore_identical_ids else results
        judged = _judged_anywhere(qrels, kept) if word == "Hole" else qrels
        means = _means(judged, kept, k_values, {word: _CUSTOM[word]}, divisor=len(qrels))
        return _logged(means[word])


def _means(
    qrels: Qrels,
    results: Results,
    k_values: Iterable[int],
    measures: Mapping[str, str],
    divisor: int | None = None,
) -> dict[str, Means]:
    """Return the mean of each measure at each k; unless told otherwise, over the judged topics with results."""
    cutoffs = list(k_values)
    if not cutoffs:
        raise UsageError("k_values is empty", slug="measure-cutoff", hint="name some, such as [1, 10, 100]")
    bound = {
        word: {f"{word}@{k}": parse(f"{name}@{k}")[0] for k in cutoffs} for word, name in measures.items()
    }
    every = [each for by_key in bound.values() for each in by_key.values()]
    # As pytrec_eval, on which BEIR stands: scores of 32 bits, and 0 where nothing is relevant.
    scores = Evaluator(qrels, every, precision="single", no_relevant="zero")(results)
    places = {topic: place for place, topic in enumerate(scores.topics)}
    # One by one in the order of the results, as BEIR adds them: the last of five digits may hang on that.
    columns = [places[topic] for topic in map(str, results) if topic in places]
    if not columns:
        raise nothing_in("results", "run")

    def mean(name: str) -> float:
        total = float(np.cumsum(scores[name][columns])[-1])
        return round(total / (divisor or len(columns)), _DIGITS)

    return {word: {key: mean(each.name) for key, each in by_key.items()} for word, by_key in bound.items()}


def _judged_anywhere(qrels: Qrels, results: Results) -> dict[str, dict[str, int]]:
    """Take a document for judged if it is so for any topic, which is what BEIR means by no hole."""
    known = {document for grades in qrels.values() for document in grades}
    return {
        topic: {document: 0 for document in scores if document in known} or dict.fromkeys(qrels[topic], 0)
        for topic, scores in results.items()
        if qrels.get(topic)
    }


def _without_identical(qrels: Qrels, results: Results) -> Results:
    """Leave out each document that has the id of its topic; the caller's dict stays as it is."""
    found = [topic for topic, scores in results.items() if topic in scores]
    lost = [to_bytes(str(topic)) for topic in found if qrels.get(topic, {}).get(topic, 0) > 0]
    if lost:
        warn(
            "identical-ids",
            f"{count(len(lost), 'relevant document')} left out for having the id of the topic: {listed(lost)}",
            "ignore_identical_ids=False keeps them",
        )
    without = {
        topic: {doc: score for doc, score in results[topic].items() if doc != topic} for topic in found
    }
    return {**results, **without}


def _tell_of_missing(qrels: Qrels, results: Results) -> None:
    missing = [to_bytes(str(topic)) for topic in qrels if topic not in results]
    if missing:
        warn(
            "missing-topics",
            f"the results have nothing for {len(missing):,} of {count(len(qrels), 'judged topic')}: {listed(missing)}",
            "evaluate leaves these topics out; evaluate_custom counts them as 0",
        )


def _logged(means: Means) -> Means:
    """Write the numbers to the log, where scripts that follow BEIR's examples look for them."""
    for name, value in means.items():
        logger.info("%s: %.4f", name, value)
    return means
