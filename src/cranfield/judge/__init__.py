"""Rank each topic's documents once, and join them with the judgements. What comes out is `Judged`."""

from cranfield.judge.judging import JudgedRun, Judgements

__all__ = ["JudgedRun", "Judgements"]
