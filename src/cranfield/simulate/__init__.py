"""Makes campaigns whose truth is known, so that a method can be checked against it."""

from cranfield.simulate.campaign import Campaign, simulate
from cranfield.simulate.degrade import degrade

__all__ = ["Campaign", "degrade", "simulate"]
