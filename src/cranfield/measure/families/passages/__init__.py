"""Passages and elements: how much relevant text a run has its user read, and how much else."""
