"""What the fuzzer found worth keeping goes through both cores, whenever one of them changes."""

from __future__ import annotations

import tarfile
from pathlib import Path

import numpy as np
import pytest

from cranfield._core.contract import Layout
from tests.both_cores import CORES

CORPUS = Path(__file__).resolve().parents[2] / "native" / "fuzz" / "corpus.tar.xz"
LAYOUTS: tuple[Layout, ...] = ("run", "qrels", "ranking3", "ranking2")


@pytest.mark.skipif(len(CORES) < 2, reason="the Rust core is not built here")
def test_both_cores_read_the_corpus_alike() -> None:
    with tarfile.open(CORPUS) as archive:
        texts = [opened.read() for member in archive if (opened := archive.extractfile(member))]
    assert len(texts) > 1000
    for number, text in enumerate(texts):
        layout = LAYOUTS[number % len(LAYOUTS)]
        native, twin = (
            core.read_columns(layout, iter([text]), "first", None, None) for core in CORES.values()
        )
        assert native.faults == twin.faults
        assert (native.topics, native.docs) == (twin.topics, twin.docs)
        assert np.array_equal(native.values, twin.values)
