"""Variants of a sorted run: the same ranking in another order, another spelling or another container."""

from __future__ import annotations

import contextlib
import gzip
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np

CHUNK = 1 << 22


@dataclass(frozen=True)
class Source:
    """A sorted run with `depth` rows a topic, and the dice for changing it."""

    path: Path
    depth: int
    rng: np.random.Generator

    def topics(self) -> Iterator[list[bytes]]:
        """The rows of one topic after another."""
        with self.path.open("rb") as file:
            while rows := list(islice(file, self.depth)):
                yield rows


@dataclass(frozen=True)
class Variant:
    """A file beside the run, and how to write it."""

    file: str
    write: Callable[[Source, Path], None]


@contextlib.contextmanager
def written(path: Path) -> Iterator[IO[bytes]]:
    """A file that appears under its name only when it is complete."""
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("wb", buffering=CHUNK) as file:
        yield file
    unfinished.replace(path)


def unsorted(source: Source, target: Path) -> None:
    """Rows shuffled within each topic: what a system writes that does not sort."""
    with written(target) as file:
        for rows in source.topics():
            file.writelines(rows[at] for at in source.rng.permutation(len(rows)).tolist())


def interleaved(source: Source, target: Path) -> None:
    """Rows shuffled over the whole file: the worst case, which needs the whole run in memory here, too."""
    rows = source.path.read_bytes().splitlines(keepends=True)
    with written(target) as file:
        file.writelines(rows[at] for at in source.rng.permutation(len(rows)))


def ties(source: Source, target: Path) -> None:
    """Scores with one decimal, so that most documents share theirs with others. The rows stay in order."""
    with written(target) as file:
        for rows in source.topics():
            fields = (row.split() for row in rows)
            file.writelines(
                b" ".join([*head, b"%.1f" % float(score), tag]) + b"\n" for *head, score, tag in fields
            )


def tabs(source: Source, target: Path) -> None:
    """Fields separated by tabs."""
    with source.path.open("rb") as rows, written(target) as file:
        while chunk := rows.read(CHUNK):
            file.write(chunk.replace(b" ", b"\t"))


def gz(source: Source, target: Path) -> None:
    """Compressed as `gzip -6` does; no time stamp, so the same seed gives the same bytes."""
    with (
        source.path.open("rb") as rows,
        written(target) as file,
        gzip.GzipFile("", "wb", compresslevel=6, fileobj=file, mtime=0) as packed,
    ):
        shutil.copyfileobj(rows, packed, CHUNK)


def parquet(source: Source, target: Path) -> None:
    """Three columns with the names of ir_measures, ids as text; needs pyarrow."""
    import pyarrow as pa
    import pyarrow.parquet as pq
    from pyarrow import csv

    names = ["query_id", "q0", "doc_id", "rank", "score", "tag"]
    kept = {"query_id": pa.string(), "doc_id": pa.string(), "score": pa.float64()}
    rows = csv.open_csv(
        source.path,
        read_options=csv.ReadOptions(column_names=names, block_size=CHUNK),
        parse_options=csv.ParseOptions(delimiter=" "),
        convert_options=csv.ConvertOptions(include_columns=list(kept), column_types=kept),
    )
    with written(target) as file, pq.ParquetWriter(file, pa.schema(kept)) as writer:
        for batch in rows:
            writer.write_batch(batch)


VARIANTS = {
    "unsorted": Variant("run.unsorted.txt", unsorted),
    "interleaved": Variant("run.interleaved.txt", interleaved),
    "ties": Variant("run.ties.txt", ties),
    "tabs": Variant("run.tabs.txt", tabs),
    "gz": Variant("run.txt.gz", gz),
    "parquet": Variant("run.parquet", parquet),
}
