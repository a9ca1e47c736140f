"""Runs of elements against judgements of passages: what a run has its user read, character by character."""

from cranfield.judge.passages.judging import OVERLAPS, ElementFacts, Overlap, PassageJudgements

__all__ = ["OVERLAPS", "ElementFacts", "Overlap", "PassageJudgements"]
