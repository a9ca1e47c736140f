"""A comparison as one JSON document: every pair, how it was tested, and how the scores were made."""

from __future__ import annotations

import json
import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, TextIO

from cranfield.report.comparison import all_rows, under
from cranfield.report.comparison_words import sentences
from cranfield.report.notes import notes

if TYPE_CHECKING:
    from cranfield.compare.comparison import Compared, Comparison

FORMAT = "cranfield-comparison 1"


def write_comparison_json(comparison: Comparison, stream: TextIO) -> None:
    """Write the document; null stands for what is not defined."""
    json.dump(document(comparison), stream, indent=2, allow_nan=False)
    stream.write("\n")


def document(comparison: Comparison) -> dict[str, Any]:
    """Return the document as plain values."""
    table = all_rows(comparison)
    plan = comparison.plan
    asked = {**asdict(plan), "test": plan.kind.name, "correction": plan.corrected_by}
    return {
        "format": FORMAT,
        "plan": {**asked, "permutations": plan.draws or None},
        "tested_by": under(comparison),
        "baselines": list(comparison.baselines),
        "runs": list(comparison.scores.runs),
        "measures": {compared.measure: _of_measure(comparison, compared) for compared in comparison.measures},
        "comparisons": [
            {name: _yes_or_no(name, cell) for name, cell in zip(table.columns, row, strict=True)}
            for row in table.rows
        ],
        "summary": sentences(comparison),
        "notes": [*notes(comparison.scores), *comparison.remarks],
        "recipe": comparison.scores.recipe.to_dict(),
    }


def _of_measure(comparison: Comparison, compared: Compared) -> dict[str, Any]:
    scores = comparison.scores
    least = comparison.detectable(compared)
    told: dict[str, Any] = {
        "more_is_better": compared.direction > 0,
        "logarithms": compared.logarithms,
        "means": {run: _number(scores.mean(run, compared.measure)) for run in scores.runs},
        "detectable_difference": _number(least),
    }
    if not comparison.baselines:
        told["letters"] = {run: list(found) for run, found in comparison.letters(compared.measure).items()}
    if compared.anova is not None:
        found = compared.anova
        told["anova"] = {
            **found._asdict(),
            "residual_freedom": found.residual_freedom,
            "residual_variance": found.residual_variance,
            "system_f": _number(found.system_f),
            "system_p": _number(found.system_p),
            "topic_f": _number(found.topic_f),
            "topic_p": _number(found.topic_p),
        }
    return told


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _yes_or_no(name: str, cell: Any) -> Any:
    return bool(cell) if name in ("significant", "exact") else cell
