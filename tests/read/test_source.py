"""Opening: names, pipes, compression, and everything that can be wrong with a file before its lines are read."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import threading
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cranfield.read import open_source, open_stream
from cranfield.read.decompress import BLOCK, ahead, decompressed
from cranfield.read.source import bare_name

TEXT = b"".join(b"q%d Q0 d%d 1 %d t\n" % (i // 100, i, i) for i in range(20_000))


def _zstd() -> Any:
    return pytest.importorskip("backports.zstd")


COMPRESSORS: dict[str, Any] = {
    "gzip": lambda: gzip.compress,
    "xz": lambda: lzma.compress,
    "bzip2": lambda: bz2.compress,
    "zstd": lambda: _zstd().compress,
}


@pytest.fixture(params=COMPRESSORS)
def packed(request: pytest.FixtureRequest) -> tuple[str, Any]:
    return request.param, COMPRESSORS[request.param]()


@pytest.mark.parametrize(
    "path, name",
    [
        ("runs/bm25.run.gz", "bm25"),
        ("bm25.v1.res.XZ", "bm25.v1"),
        ("a.csv", "a"),
        ("a.arrows", "a"),
        ("a.jsonl.zst", "a"),
        ("input.ANU", "input.ANU"),
        (".run", ".run"),
        ("run.txt.run", "run"),
    ],
)
def test_a_run_is_named_after_its_file(path: str, name: str) -> None:
    assert bare_name(path) == name


def test_a_plain_file_is_handed_on_by_its_path(write: Any) -> None:
    source = open_source(write("a.run", TEXT))

    assert (source.text(), source.name, source.run_name) == ("a.run", "a.run", "a")
    assert (source.head, source.rereadable, source.size) == (TEXT[: 1 << 16], True, len(TEXT))
    assert b"".join(source.blocks()) == TEXT


def test_a_compressed_file_can_be_read_again(write: Any, packed: Any) -> None:
    name, compress = packed
    source = open_source(write("a.run", compress(TEXT)))

    assert (source.compression, source.rereadable, source.head) == (name, True, TEXT[: 1 << 16])
    for _ in range(2):
        text = source.text()
        assert not isinstance(text, str)
        assert b"".join(text) == TEXT
    assert threading.active_count() == 1


def test_a_pipe_can_be_read_once(words: Any) -> None:
    source = open_stream(io.BytesIO(TEXT), "a pipe")

    assert not source.rereadable
    assert source.read() == TEXT
    assert words(source.read) == (
        "a pipe can be read only once, and it has been read\nhint: save it to a file, and name the file"
    )


def test_members_follow_each_other(write: Any, packed: Any) -> None:
    _, compress = packed
    many = b"".join(compress(TEXT[i : i + 5000]) for i in range(0, len(TEXT), 5000))

    assert open_source(write("a.run", many)).read() == TEXT


def test_zeros_may_follow(write: Any, packed: Any) -> None:
    _, compress = packed

    assert open_source(write("a.run", compress(TEXT) + bytes(512))).read() == TEXT


def test_zstd_may_begin_with_a_skippable_frame(write: Any) -> None:
    skipped = b"\x50\x2a\x4d\x18\x02\0\0\0xx"

    assert open_source(write("a.run", skipped + _zstd().compress(TEXT))).read() == TEXT


def test_anything_else_may_not_follow(write: Any, packed: Any, words: Any) -> None:
    name, compress = packed
    path = write("a.run", compress(TEXT) + b"q9 Q0 d1 1 1 t\n")

    assert words(lambda: open_source(path).read()) == (
        f"a.run: after the end of the {name} data comes something else\n"
        "hint: was text appended to the compressed file? unpack it, put it right, and compress it again"
    )


@pytest.mark.parametrize("lost", [1, 4, 7, 8, 9, 1000])
def test_a_cut_is_noticed_wherever_it_is(write: Any, packed: Any, words: Any, lost: int) -> None:
    name, compress = packed
    path = write("a.run", compress(TEXT)[:-lost])
    message = words(lambda: open_source(path).read())

    assert message.startswith(f"a.run: the {name} data ends too early, after ")
    assert message.endswith("hint: the file was cut off; copy or download it again")


def test_a_cut_within_the_second_member_is_noticed(write: Any, words: Any) -> None:
    path = write("a.run", gzip.compress(TEXT) + gzip.compress(TEXT)[:5])

    assert words(lambda: open_source(path).read()).startswith("a.run: the gzip data ends too early")


def test_damage_is_noticed(write: Any, packed: Any, words: Any) -> None:
    name, compress = packed
    whole = bytearray(compress(TEXT))
    for place in range(len(whole) // 2, len(whole) // 2 + 40):
        whole[place] ^= 0x5A
    path = write("a.run", bytes(whole))

    assert words(lambda: open_source(path).read()).startswith(f"a.run: the {name} data is damaged: ")


def test_a_wrong_checksum_is_damage(write: Any, words: Any) -> None:
    whole = bytearray(gzip.compress(TEXT))
    whole[-6] ^= 1
    path = write("a.run", bytes(whole))

    assert words(lambda: open_source(path).read()) == (
        "a.run: the gzip data is damaged: Error -3 while decompressing data: incorrect data check\n"
        "hint: copy or download the file again"
    )


def test_a_small_file_may_unpack_to_a_large_one_without_filling_memory() -> None:
    bomb = gzip.compress(bytes(50 * BLOCK))
    blocks = [len(block) for block in decompressed([bomb], "gzip", "bomb")]

    assert sum(blocks) == 50 * BLOCK
    assert max(blocks) <= BLOCK


@given(st.binary(max_size=3000), st.lists(st.integers(1, 40), min_size=1), st.integers(1, 3))
def test_chunks_of_any_size_give_the_same_bytes(data: bytes, sizes: list[int], members: int) -> None:
    whole = gzip.compress(data) * members

    def chunks() -> Iterator[bytes]:
        done, turn = 0, 0
        while done < len(whole):
            size = sizes[turn % len(sizes)]
            yield whole[done : done + size]
            done, turn = done + size, turn + 1

    assert b"".join(decompressed(chunks(), "gzip", "a")) == data * members


def test_the_thread_ends_when_its_blocks_are_given_up() -> None:
    blocks = ahead(random.Random(1).randbytes(BLOCK) for _ in range(1000))
    next(blocks)
    blocks.close()  # type: ignore[attr-defined]

    assert threading.active_count() == 1


def test_an_error_on_the_thread_is_raised_where_blocks_are_read() -> None:
    def broken() -> Iterator[bytes]:
        yield bytes(BLOCK)
        raise zlib.error("broken")

    blocks = ahead(broken())
    assert len(next(blocks)) == BLOCK
    with pytest.raises(zlib.error, match="broken"):
        next(blocks)
    assert threading.active_count() == 1


def test_progress_of_a_compressed_file_is_measured_on_disk(write: Any) -> None:
    packed = gzip.compress(TEXT)
    source = open_source(write("a.run", packed))
    source.read()

    assert (source.consumed, source.size) == (len(packed), len(packed))


def test_a_missing_file_suggests_its_siblings(write: Any, words: Any) -> None:
    write("bm25.run", TEXT)
    write("other.txt", TEXT)

    assert words(open_source, "bm52.run") == (
        "bm52.run: there is no such file\nhint: did you mean `bm25.run`?"
    )


def test_a_missing_file_without_siblings_says_where_it_was_looked_for(
    write: Any, words: Any, tmp_path: Path
) -> None:
    write("qrels", b"")

    assert words(open_source, "bm25.run") == (
        f"bm25.run: there is no such file\nhint: relative names start in {tmp_path}"
    )
    assert words(open_source, "runs/bm25.run").endswith("hint: there is no directory `runs` either")


def test_an_address_is_no_file(words: Any) -> None:
    assert words(open_source, "https://example.org/run.gz") == (
        "https://example.org/run.gz: there is no such file\n"
        "hint: download it first: curl -LO https://example.org/run.gz"
    )


@pytest.mark.parametrize("text", ["q1 Q0 d1 1 2.5 t\nq1 Q0 d2 2 1.5 t\n", "x" * 5000, "a\0b"])
def test_text_is_no_file(words: Any, text: str) -> None:
    message = words(open_source, text)

    assert message.startswith("this is neither the name of a file nor anything else to read")
    assert message.endswith("hint: text in memory is read as a stream: io.StringIO(text)")


def test_a_directory_is_no_file(write: Any, words: Any) -> None:
    write("a", b"")
    os.mkdir("runs")  # noqa: PTH102

    assert words(open_source, "runs/") == "runs/: this is a directory\nhint: name the files in it: runs/*"


def test_a_forbidden_file_is_said_to_be_so(write: Any, words: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any, **__: Any) -> None:
        raise PermissionError(13, "Permission denied")

    path = write("a.run", TEXT)
    monkeypatch.setattr("builtins.open", forbidden)

    assert (
        words(open_source, path) == "a.run: no permission to read this file\nhint: see its rights with: ls -l"
    )


def test_a_stream_that_has_nothing_yet_is_not_at_its_end(words: Any) -> None:
    class Impatient(io.RawIOBase):
        def read(self, size: int = -1) -> bytes | None:
            return None

    assert words(open_stream, Impatient()) == (
        "stream: cannot be read: the stream does not block, so its end cannot be told"
    )
