"""For collections that can be walked through: what a user reaches from a rank, rather than what stands there."""
