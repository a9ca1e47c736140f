"""Everything that `check` can find: how bad it is, what was expected, and what to do about it."""

from __future__ import annotations

from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


class Kind(NamedTuple):
    """A kind of finding; `mended` tells whether `--fix` takes it away."""

    severity: Severity
    expected: str
    hint: str
    mended: bool = False


_SIX = "6 columns: topic Q0 document rank score tag"
_FOUR = "4 columns: topic iteration document grade"
_ONCE = "a document once in a topic"
_SAME_IDS = "the same ids in judgements and run"
_CHOOSE = "--fix OUT --duplicates first (or last) keeps one of them"

# An error: `cranfield eval` refuses the file, or its numbers would be wrong. A warning: the numbers are right if the
# file is, and there is reason to doubt it. A note: harmless here, but other tools or readers may stumble.
KINDS: dict[str, Kind] = {
    # the file as a whole
    "empty": Kind("error", "at least one line", "did the program that wrote it finish?"),
    "not-text": Kind("error", "text, or a table that is known", "is this the right file?"),
    "swapped": Kind("error", "judgements first, then runs", "the judgements come first, then the runs"),
    "truncated-compression": Kind(
        "error", "a whole compressed file", "the file was cut off; copy or download it again"
    ),
    "damaged-compression": Kind("error", "a sound compressed file", "copy or download the file again"),
    "trailing-garbage": Kind(
        "error", "nothing after the compressed data", "unpack it, put it right, and compress it again"
    ),
    # lines that cannot be used
    "run-columns": Kind("error", _SIX, "the columns are: topic Q0 document rank score tag"),
    "shifted-columns": Kind(
        "error", _SIX, "does an id hold a blank? only csv and json have a place for one"
    ),
    "qrels-columns": Kind("error", _FOUR, "the columns are: topic iteration document grade"),
    "ranking3-columns": Kind(
        "error", "3 columns: topic document rank", "the columns are: topic document rank"
    ),
    "ranking2-columns": Kind("error", "2 columns: topic document", "the columns are: topic document"),
    "missing-id": Kind(
        "error", "every row names a topic and a document", "find out why the program wrote an empty field"
    ),
    "score": Kind("error", "a decimal number", "a score is a decimal number, such as 12.75 or -3e-2"),
    "nan-score": Kind("error", "a number", "find out why the system could not score this document"),
    "grade": Kind("error", "a decimal number", "a grade is a decimal number, such as 0, 2 or 0.75"),
    "nan-grade": Kind("error", "a number", "leave unjudged documents out, or give them -1"),
    "infinite-grade": Kind(
        "error", "a finite number", "a grade is a finite number, such as 0, 2 or 0.75"
    ),
    "rank": Kind("error", "a whole number", "a rank is 1, 2, 3, ..."),
    "nul": Kind("error", "text", "was the file cut off while it was written, or is it UTF-16?"),
    "long-line": Kind("error", "lines of at most 16 MiB", "lines end with a line feed; is this the right file?"),
    "truncated-line": Kind(
        "error", "a whole line at the end of the file", "the file was cut off; write or copy it again"
    ),
    "header-line": Kind(
        "error", "no line of names in plain columns", "remove the line", mended=True
    ),
    "comment-line": Kind(
        "error", "no comments", "--comments '#' skips such lines", mended=True
    ),
    "carriage-returns": Kind(
        "error", "lines that end with a line feed", "these are line ends of an old Mac: tr '\\r' '\\n' < FILE"
    ),
    # what a file says twice
    "duplicate": Kind("error", _ONCE, _CHOOSE, mended=True),
    "contradicting-grades": Kind("error", "one grade for a document in a topic", _CHOOSE, mended=True),
    # how the text is written
    "byte-order-mark": Kind(
        "warning", "no mark at the start", "other tools take it for a part of the first topic id", mended=True
    ),
    "mixed-line-ends": Kind(
        "warning", "one kind of line end", "were two files joined?", mended=True
    ),
    "windows-line-ends": Kind(
        "note", "line feeds alone", "some tools take the carriage return for a part of the tag", mended=True
    ),
    "blank-lines": Kind("note", "no blank lines", "they are skipped; some tools stop there", mended=True),
    "blanks-around": Kind("note", "no blanks at the ends of a line", "some tools count an empty column", mended=True),
    "no-final-line-end": Kind(
        "note", "a line feed after the last line", "was the file cut off? compare the number of lines", mended=True
    ),
    "extra-columns": Kind(
        "warning", _SIX, "further columns are ignored; does the tag hold a blank?"
    ),
    "hidden-character": Kind(
        "warning", "ids of visible characters", "the id equals no other that looks the same; remove the character"
    ),
    "not-utf8": Kind(
        "warning", "UTF-8", "ids are compared byte by byte; make both files UTF-8: iconv -f LATIN1 -t UTF-8 FILE"
    ),
    # scores and ranks
    "infinite-score": Kind("warning", "a finite number", "all documents with an infinite score tie"),
    "reversed-scores": Kind(
        "error", "the best document has the highest score", "are these distances? write their negatives as scores"
    ),
    "ranks-contradict-scores": Kind(
        "warning", "the better rank has the higher score", "scores decide here, ranks do not", mended=True
    ),
    "unusable-rank": Kind(
        "warning", "a whole number", "only --ties rank looks at ranks", mended=True
    ),
    "rank-gap": Kind("note", "ranks without gaps", "was a document lost, or taken out on purpose?", mended=True),
    "rank-repeated": Kind("warning", "a rank once in a topic", "were two runs joined?", mended=True),
    "rank-start": Kind("note", "ranks from 1 (or 0) on", "was the top of the ranking lost, or taken out on purpose?", mended=True),
    "constant-ranks": Kind(
        "note", "ranks 1, 2, 3, ...", "harmless unless you use --ties rank", mended=True
    ),
    "unsorted": Kind("note", "the best document first", "the order of lines does not matter here", mended=True),
    "scattered-topic": Kind(
        "warning", "the lines of a topic together", "were two files joined?", mended=True
    ),
    "ties": Kind(
        "note", "different scores", "`cranfield eval --ties-report` shows what hangs on their order"
    ),
    "many-ties": Kind(
        "warning", "different scores", "`cranfield eval --ties-report` shows what hangs on their order"
    ),
    "ties-in-32-bits": Kind(
        "note", "scores that differ in their first 7 digits", "`--precision single` shows the numbers of trec_eval 9, which ties them"
    ),
    "constant-scores": Kind(
        "warning", "different scores within a topic", "write the score that the ranking was made by"
    ),
    "coarse-scores": Kind(
        "warning", "scores of full precision", "compute or print scores with more digits; 16 bits tie documents by accident"
    ),
    "tag-changes": Kind("warning", "one tag in a file", "were two runs joined?"),
    "self-hit": Kind(
        "warning", "results other than the query itself", "where queries are documents (BEIR), leave each out of its own results"
    ),
    "deep-topic": Kind("note", "at most 1,000 documents a topic", "--depth 1000 cuts all runs alike"),
    "short-topic": Kind("note", "topics of about the same length", "did the system find no more?"),
    # judgements
    "nothing-relevant": Kind(
        "error", "a grade above 0", "in which column are the grades? trec_eval wants: topic iteration document grade"
    ),
    "no-relevant": Kind(
        "note", "a relevant document for every topic", "--no-relevant skip leaves them out, zero counts them as 0"
    ),
    "negative-grades": Kind("note", "grades from 0 on", "they mean pooled, but not judged"),
    "fractional-grades": Kind("note", "whole grades", "used in full here; trec_eval cuts them to whole numbers"),
    # judgements and runs together
    "no-topic-in-common": Kind("error", _SAME_IDS, "are these two of the same collection?"),
    "topic-ids-differ": Kind("error", _SAME_IDS, "write the ids alike on both sides"),
    "missing-topics": Kind(
        "warning", "documents for every judged topic", "they count as if nothing was found; --topics common leaves them out"
    ),
    "unjudged-topics": Kind("note", "judgements for every topic of the run", "they are left out"),
    "no-document-in-common": Kind("error", _SAME_IDS, "are run and judgements of the same collection?"),
    "document-ids-differ": Kind("error", _SAME_IDS, "write the ids alike on both sides"),
    "many-unjudged": Kind(
        "warning", "most of the top 10 judged", "`cranfield eval --bounds` shows what hangs on that"
    ),
    "sparse-judgements": Kind(
        "note", "most of the top 10 judged", "most topics have fewer than 10 judged documents, so no run could have more"
    ),
    # runs side by side
    "same-content": Kind("warning", "different runs", "was a file copied by mistake?"),
    "same-ranking": Kind("warning", "different runs", "was the same system run twice?"),
    "same-tag": Kind("note", "a tag for each run", "cranfield names runs by their files; other tools by their tags"),
}  # fmt: skip


def kind_of(name: str, hint: str | None = None) -> Kind:
    """Look a kind up; what only the strict readers of tables refuse is an error with the hint that they give."""
    return KINDS.get(name) or Kind("error", "", hint or "")
