"""Shows which measures agree about systems, and how far topics and judgements can be trusted to say so."""

from cranfield.report.agreement.judgements import depletion_view, leave_out_view
from cranfield.report.agreement.rankings import chart_view, correlation_view, pairs_view, ranks_view
from cranfield.report.agreement.topics import discriminative_view, reliability_view, stability_view
from cranfield.report.agreement.view import View
from cranfield.report.agreement.writing import rows_of, write_json, write_jsonl

__all__ = [
    "View",
    "chart_view",
    "correlation_view",
    "depletion_view",
    "discriminative_view",
    "leave_out_view",
    "pairs_view",
    "ranks_view",
    "reliability_view",
    "rows_of",
    "stability_view",
    "write_json",
    "write_jsonl",
]
