"""Graded gains, discounted by rank: cumulated gain, nDCG, ERR."""
