"""What a reader of a comparison sees, from the table of all runs to the words below."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cranfield.errors import count
from cranfield.report.comparison import marked_table, pair_tables
from cranfield.report.comparison_words import findings, intervals_told

if TYPE_CHECKING:
    from cranfield.compare.comparison import Comparison
    from cranfield.report.table import Table


def tables(comparison: Comparison) -> list[Table]:
    """Return the runs with their marks, the pairs where they are not too many, and the words as notes of the last."""
    words = tuple(findings(comparison))
    pairs = pair_tables(comparison)
    marked = marked_table(comparison)
    if not pairs:
        more = f"{count(len(comparison.pairs), 'pair')} are too many to show: csv and json have them"
        return [replace(marked, notes=(*marked.notes, more, *words))]
    legend = f"intervals: {intervals_told(comparison)}; d: difference in standard deviations of the differences over topics"
    return [marked, *pairs[:-1], replace(pairs[-1], notes=(legend, *words))]
