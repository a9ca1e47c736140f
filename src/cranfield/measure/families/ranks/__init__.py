"""Where the relevant documents stand: average precision, reciprocal rank, bpref."""
