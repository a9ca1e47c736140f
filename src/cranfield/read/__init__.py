"""Turns what people have into judgements and runs: files of any kind, dicts, frames, Arrow, streams.

`source` opens, `decompress` unpacks, `recognise` names the format; one module reads each family of formats;
`rows` hands what they found to the core, which groups it by topic. TREC text goes to the core directly.
"""

from cranfield.read.reading import OpenText, core_faults, open_run, read_qrels, read_run
from cranfield.read.request import FORMATS
from cranfield.read.source import TextSource, open_source, open_stream

__all__ = [
    "FORMATS",
    "OpenText",
    "TextSource",
    "core_faults",
    "open_run",
    "open_source",
    "open_stream",
    "read_qrels",
    "read_run",
]
