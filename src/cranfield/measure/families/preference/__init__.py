"""Which of two documents stands first: preferences, pairs, agreement with an ideal order."""
