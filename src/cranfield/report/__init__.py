"""Shows scores: aligned text, notebooks, csv, one JSON document. Every report is a pure function of `Scores`."""
