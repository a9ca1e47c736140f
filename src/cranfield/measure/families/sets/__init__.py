"""Which documents are there: counts, precision, recall and judged, for a whole run or its first k."""
