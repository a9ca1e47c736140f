"""How trec_eval gives up: a message on standard error, and an exit code that scripts look at."""

from __future__ import annotations

USAGE = 1  # also a measure that does not exist
BAD_INPUT = 2  # a file that cannot be read, a parameter that makes no sense
CANNOT_CALCULATE = 4
NO_TOPICS = 7


class QuitError(Exception):
    """The end of the program; `words` go to standard error as they are."""

    def __init__(self, code: int, words: str | bytes) -> None:
        super().__init__(code, words)
        self.code = code
        self.words = words if isinstance(words, bytes) else words.encode("utf-8", "surrogateescape")
