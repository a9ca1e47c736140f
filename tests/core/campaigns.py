"""Random campaigns and random text, made to be awkward: ties, odd ids, topics that come back, all sorts of blanks."""

from __future__ import annotations

from typing import NamedTuple

from hypothesis import strategies as st

TOPICS = st.sampled_from([b"1", b"2", b"10", b"0301", b"t-\xc3\xa9", b"\xff\xfe", b"q" * 40])
DOCS = st.sampled_from(
    [b"d%d" % i for i in range(12)] + [b"FT911-3", b"\xe2\x82\xac", b"\x80", b"x" * 90, b"#1"]
)
SCORES = st.one_of(
    st.sampled_from([b"1", b"1.0", b"0", b"-0.0", b"1e1", b"10", b"inf", b"-Infinity", b".5", b"5.", b"+2"]),
    st.sampled_from([b"0.123456789", b"0.123456788", b"1e-400", b"1e400", b"12345678901234567890.5"]),
    st.floats(-100, 100).map(lambda value: repr(value).encode()),
)
BAD_NUMBERS = st.sampled_from(
    [b"1e", b"abc", b"nan", b"-NaN", b"1_0", b"0x1", b"--1", b"1,5", b"\xd9\xa1", b"+"]
)
RANKS = st.one_of(st.integers(-2, 30).map(lambda rank: b"%d" % rank), st.sampled_from([b"+3", b"07"]))
BAD_RANKS = st.sampled_from([b"1.0", b"x", b"9" * 25, b"", b"9223372036854775808"])
GRADES = st.sampled_from([b"0", b"1", b"2", b"-1", b"-2", b"0.5", b"1e0", b"3"])
BLANKS = st.sampled_from([b" ", b"\t", b"  ", b" \t", b"\x0b", b"\x0c "])


class Campaign(NamedTuple):
    """Judgements and a run, as bytes of files."""

    qrels: bytes
    run: bytes


@st.composite
def campaigns(draw: st.DrawFn, *, faulty: bool = False) -> Campaign:
    """Draw a campaign; a faulty one has lines that cannot be used."""
    judged = draw(st.dictionaries(st.tuples(TOPICS, DOCS), GRADES, min_size=1, max_size=25))
    qrels = b"".join(b"%s 0 %s %s\n" % (*key, grade) for key, grade in judged.items())
    pairs = draw(st.lists(st.tuples(TOPICS, DOCS), max_size=50, unique=not faulty))
    if draw(st.booleans()):
        pairs.sort(key=lambda pair: pair[0])
    lines = [draw(_run_line(topic, doc, faulty=faulty)) for topic, doc in pairs]
    end = draw(st.sampled_from([b"\n", b"\r\n", b"\n\n", b"\n \t\n"]))
    run = (
        draw(st.sampled_from([b"", b"\xef\xbb\xbf", b"\n"]))
        + end.join(lines)
        + draw(st.sampled_from([b"", b"\n"]))
    )
    return Campaign(qrels, run)


@st.composite
def _run_line(draw: st.DrawFn, topic: bytes, doc: bytes, *, faulty: bool) -> bytes:
    wrong = faulty and draw(st.integers(0, 3)) == 0
    score, rank = (
        draw(BAD_NUMBERS if wrong else SCORES),
        draw(BAD_RANKS if wrong and draw(st.booleans()) else RANKS),
    )
    fields = [topic, b"Q0", doc, rank, score, b"tag", *draw(st.sampled_from([[], [b"more"]]))]
    if faulty and draw(st.integers(0, 5)) == 0:
        fields = fields[: draw(st.integers(0, 5))]
    if faulty and draw(st.integers(0, 9)) == 0:
        fields.append(b"a\0b")
    blank = draw(BLANKS) if draw(st.booleans()) else b" "
    return (
        draw(st.sampled_from([b"", b"", b" ", b"\t"]))
        + blank.join(fields)
        + draw(st.sampled_from([b"", b"", b" "]))
    )


# Bytes that a parser of such files looks at, far more often than chance would have them.
NOISE = st.lists(
    st.one_of(
        st.sampled_from(
            [b" ", b"\t", b"\n", b"\r", b"\0", b"#", b"\xef\xbb\xbf", b"\x1c", b"\xc2\xa0", b"1 Q0 d 1 2 t\n"]
        ),
        st.binary(max_size=6),
        SCORES,
        BAD_NUMBERS,
    ),
    max_size=60,
).map(b"".join)
