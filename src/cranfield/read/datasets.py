"""Judgements and runs of the catalogue `ir_datasets`, by their id: `ir_datasets:beir/scifact/test`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cranfield.errors import InputError, MissingPackageError, did_you_mean
from cranfield.read.request import Request

PREFIX = "ir_datasets:"


def dataset_rows(name: str, request: Request) -> Iterable[Any]:
    """Return the rows of a dataset as namedtuples; it is downloaded on first use, by ir_datasets itself."""
    dataset_id = name.removeprefix(PREFIX)
    try:
        import ir_datasets  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        raise MissingPackageError(f"`{name}`", "ir-datasets") from None
    try:
        dataset = ir_datasets.load(dataset_id)
    except KeyError:
        known = map(str, getattr(ir_datasets, "registry", ()))
        raise InputError(
            f"{name}: ir_datasets knows no such dataset",
            slug="no-such-dataset",
            hint=did_you_mean(dataset_id, known),
        ) from None
    what, rows = ("qrels", "qrels_iter") if request.kind == "qrels" else ("scoreddocs", "scoreddocs_iter")
    if not getattr(dataset, f"has_{what}")():
        raise InputError(
            f"{name}: this dataset has no {what}",
            slug="no-such-dataset",
            hint="a part of it may have, such as .../test; the catalogue is at https://ir-datasets.com",
        )
    iterator: Iterable[Any] = getattr(dataset, rows)()
    return iterator
