"""One dirty file for each thing that can be wrong: what is found, and on which line."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from typing import NamedTuple

from tests.check.conftest import QRELS, RUN, text


class Dirty(NamedTuple):
    """A file with one fault; `also` are findings that the fault brings with it."""

    kind: str
    line: int | None
    content: bytes
    also: tuple[str, ...] = ()


def _changed(lines: list[str], number: int, change: Callable[[str], str] | str) -> bytes:
    before = lines[number - 1]
    after = change if isinstance(change, str) else change(before)
    return text([*lines[: number - 1], after, *lines[number:]])


def _each(change: Callable[[list[str], int], str]) -> bytes:
    """Change every line of the run, given its fields and its place in the topic."""
    return text([change(line.split(), place % 4) for place, line in enumerate(RUN)])


def _run(number: int, old: str, new: str) -> bytes:
    return _changed(RUN, number, lambda line: line.replace(old, new))


def _qrels(number: int, old: str, new: str) -> bytes:
    return _changed(QRELS, number, lambda line: line.replace(old, new))


def _with_scores(*scores: str) -> bytes:
    return _each(lambda fields, place: " ".join([*fields[:4], scores[place], fields[5]]))


def _long(documents: int, score: Callable[[int], str]) -> bytes:
    """Make a topic of many documents, of which the first four are the judged ones."""
    lines = list(RUN)
    lines[:4] = [
        f"301 Q0 {f'd301{rank}' if rank < 4 else f'x{rank}'} {rank + 1} {score(rank)} bm25"
        for rank in range(documents)
    ]
    return text(lines)


# Faults of the run; the judgements are sound.
RUNS = [
    Dirty("empty", None, b" \n\n"),
    Dirty("not-text", None, b"PK\x03\x04 zipped"),
    Dirty("swapped", None, text(QRELS)),
    Dirty("truncated-compression", None, gzip.compress(random.Random(1).randbytes(5000))[:-9]),
    Dirty("damaged-compression", None, gzip.compress(text(RUN))[:-8] + b"\0" * 8),
    Dirty("trailing-garbage", None, gzip.compress(text(RUN)) + b"301 Q0 d9 5 1 bm25\n"),
    Dirty("run-columns", 2, _run(2, " 9.8765 bm25", "")),
    Dirty("shifted-columns", 2, _run(2, "d3011", "d30 11")),
    Dirty("shifted-columns", 2, _run(2, "d3011", "d30 1 x")),
    Dirty("missing-id", 2, _changed(RUN, 2, "301\tQ0\t\t2\t9.8765\tbm25")),
    Dirty("score", 2, _run(2, "9.8765", "9,8765")),
    Dirty("nan-score", 2, _run(2, "9.8765", "NaN")),
    Dirty("nul", 2, _run(2, "d3011", "d\x003011")),
    Dirty("long-line", 2, _run(2, "bm25", "b" * (1 << 24))),
    Dirty("truncated-line", 12, text(RUN)[:-16]),
    Dirty("truncated-line", 12, text(RUN)[:-2]),
    Dirty("header-line", 1, text(["query_id Q0 doc_id rank score run_name", *RUN])),
    Dirty("comment-line", 3, text([*RUN[:2], "# the third document", *RUN[2:]])),
    Dirty("carriage-returns", 1, text(RUN[:4])[:-1].replace(b"\n", b"\r") + b"\n" + text(RUN[4:]), also=("short-topic",)),
    Dirty("duplicate", 3, _run(3, "d3012", "d3010")),
    Dirty("byte-order-mark", 1, b"\xef\xbb\xbf" + text(RUN)),
    Dirty("mixed-line-ends", 5, text(RUN[:4]).replace(b"\n", b"\r\n") + text(RUN[4:])),
    Dirty("windows-line-ends", 1, text(RUN).replace(b"\n", b"\r\n")),
    Dirty("blank-lines", 5, text([*RUN[:4], " ", *RUN[4:]])),
    Dirty("blanks-around", 3, _changed(RUN, 3, lambda line: line + " ")),
    Dirty("no-final-line-end", 12, text(RUN)[:-1]),
    Dirty("extra-columns", 2, _run(2, "bm25", "bm25 v2")),
    Dirty("hidden-character", 2, _run(2, "d3011", "d3011\u200b")),
    Dirty("hidden-character", 2, _run(2, "d3011", "d3011\u00a0")),
    Dirty("hidden-character", 2, _run(2, "d3011", "d3011\x07")),
    Dirty("not-utf8", 2, _run(2, "d3011", "dé").replace("é".encode(), b"\xe9")),
    Dirty("infinite-score", 1, _run(1, "12.3456", "inf")),
    Dirty("reversed-scores", 1, _with_scores("1.5", "2.25", "3.125", "4.75")),
    Dirty("ranks-contradict-scores", 6, _run(6, "9.8765", "14.5"), also=("unsorted",)),
    Dirty("unusable-rank", 2, _run(2, " 2 ", " two ")),
    Dirty("rank-gap", 4, _run(4, " 4 ", " 5 ")),
    Dirty("rank-repeated", 4, _run(4, " 4 ", " 3 ")),
    Dirty("rank-start", 1, _each(lambda fields, place: " ".join([*fields[:3], str(place + 2), *fields[4:]]))),
    Dirty("constant-ranks", 1, _each(lambda fields, place: " ".join([*fields[:3], "0", *fields[4:]]))),
    Dirty("unsorted", 4, text([*RUN[:2], RUN[3], RUN[2], *RUN[4:]])),
    Dirty("scattered-topic", 9, text([*RUN[:3], *RUN[4:9], RUN[3], *RUN[9:]]), also=("scattered-topic",)),
    Dirty("ties", None, _run(4, "-1.2345", "7.4321")),
    Dirty("many-ties", None, _with_scores("2.5", "2.5", "1.5", "1.5")),
    Dirty("ties-in-32-bits", None, _run(4, "-1.2345", "7.43209999999")),
    Dirty("constant-scores", 1, _with_scores("1", "1", "1", "1")),
    Dirty("constant-scores", 5, text([*RUN[:4], *(" ".join([*line.split()[:4], "1", "bm25"]) for line in RUN[4:8]), *RUN[8:]]), also=("ties",)),
    Dirty("coarse-scores", None, _with_scores("1.5009765625", "1.2509765625", "1.2509765625", "1.0009765625"), also=("ties",)),
    Dirty("coarse-scores", None, _with_scores("0.913", "0.871", "0.871", "0.114"), also=("ties",)),
    Dirty("tag-changes", 5, text([*RUN[:4], *(line.replace("bm25", "dense") for line in RUN[4:])])),
    Dirty("deep-topic", 1, _long(1001, lambda rank: f"{5000 - rank}"), also=("short-topic", "sparse-judgements")),
    Dirty("short-topic", 9, text(RUN[:9])),
    Dirty("missing-topics", None, text(RUN[:8])),
    Dirty("unjudged-topics", 13, text([*RUN, *(line.replace("303", "309") for line in RUN[8:])])),
    Dirty("topic-ids-differ", 9, text([*RUN[:8], *(f"0{line}" for line in RUN[8:])]), also=("missing-topics", "unjudged-topics")),
    Dirty("topic-ids-differ", 1, text([f"{line[:3]}.0{line[3:]}" for line in RUN])),
    Dirty("no-topic-in-common", 1, text([f"q{place // 4 + 7}{line[3:]}" for place, line in enumerate(RUN)])),
    Dirty("no-document-in-common", None, text([line.replace("d30", "other") for line in RUN])),
    Dirty("document-ids-differ", 1, text([line.replace("d30", "D30") for line in RUN])),
    Dirty("document-ids-differ", 1, text([line.replace(" d30", " corpus/d30") for line in RUN])),
    Dirty("sparse-judgements", None, _run(1, "d3010", "x1").replace(b"d3020", b"x2").replace(b"d3030", b"x3")),
]  # fmt: skip

_OTHER = [line.replace("bm25", "dense").replace("9.8765", "8.25") for line in RUN]
_PAIRS = text([f"{fields[0]} {fields[2]}" for fields in map(str.split, RUN)])
_UPWARDS = text([f"{fields[0]} {fields[2]} {fields[3]}" for fields in map(str.split, RUN)])

# What shows only in company: the run, in another form, or with other judgements.
SPECIAL = [
    Dirty("ranking3-columns", 2, _UPWARDS.replace(b"d3011 2", b"d3011 2 x")),
    Dirty("ranking2-columns", 2, _PAIRS.replace(b"d3011", b"d3011 0 0")),
    Dirty("rank", 6, _UPWARDS.replace(b"d3021 2", b"d3021 two")),
    Dirty("self-hit", 1, text([line.replace(f"d{line[:3]}0", line[:3]) for line in RUN]), also=("sparse-judgements",)),
]  # fmt: skip

# Two runs side by side.
SECOND = [
    Dirty("same-content", None, text(RUN)),
    Dirty("same-ranking", None, text(_OTHER)),
    Dirty("same-tag", None, text([line.replace("d3010", "x") for line in RUN])),
]  # fmt: skip

# Faults of the judgements; the run is sound.
JUDGEMENTS = [
    Dirty("empty", None, b""),
    Dirty("swapped", None, text(RUN)),
    Dirty("qrels-columns", 3, _qrels(3, "d3012", "d 3012")),
    Dirty("grade", 3, _qrels(3, " 2", " two")),
    Dirty("nan-grade", 3, _qrels(3, " 2", " nan")),
    Dirty("infinite-grade", 3, _qrels(3, " 2", " inf")),
    Dirty("duplicate", 4, _qrels(4, "d3013 0", "d3012 2")),
    Dirty("contradicting-grades", 4, _qrels(4, "d3013", "d3012")),
    Dirty("scattered-topic", 12, text([*QRELS[:3], *QRELS[4:], QRELS[3]])),
    Dirty("nothing-relevant", 1, text([f"{line[:-1]}0" for line in QRELS])),
    Dirty("no-relevant", 9, text([*QRELS[:8], *(f"{line[:-1]}0" for line in QRELS[8:])])),
    Dirty("negative-grades", 4, _qrels(4, " 0", " 0").replace(b"d3013 0", b"d3013 -1")),
    Dirty("fractional-grades", 3, _qrels(3, "d3012 2", "d3012 0.5")),
    Dirty("truncated-line", 12, text(QRELS)[:-3]),
]
