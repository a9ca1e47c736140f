"""What INEX left behind: elements of XML documents, judgements of passages, and runs of either."""
