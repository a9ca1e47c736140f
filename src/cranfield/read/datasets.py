"""Judgements and runs of the catalogue `ir_datasets`, by their id: `ir_datasets:beir/scifact/test`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cranfield.errors import InputError, MissingPackageError, did_you_mean
from cranfield.read.request import Request

PREFIX = "ir_datasets:"
_WHERE_THERE_ARE = {
    "qrels": "a part of it may have, such as .../test; the catalogue is at https://ir-datasets.com",
    "run": "few datasets come with a run; the catalogue at https://ir-datasets.com says which: scoreddocs",
}


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
        known = (f"{PREFIX}{known}" for known in getattr(ir_datasets, "registry", ()))
        raise InputError(
            f"{name}: ir_datasets knows no such dataset",
            slug="no-such-dataset",
            hint=did_you_mean(name, known) or "the catalogue is at https://ir-datasets.com",
        ) from None
    what, rows = ("qrels", "qrels_iter") if request.kind == "qrels" else ("scoreddocs", "scoreddocs_iter")
    if not getattr(dataset, f"has_{what}")():
        raise InputError(
            f"{name}: this dataset has no {what}",
            slug="no-such-dataset",
            hint=_WHERE_THERE_ARE[request.kind],
        )
    return _fetched(getattr(dataset, rows), name)


def _fetched(rows: Callable[[], Iterable[Any]], name: str) -> Iterator[Any]:
    """Yield the rows; the download may fail at the first of them, in as many ways as there are archives."""
    try:
        yield from rows()
    except MemoryError:
        raise
    except Exception as error:
        reason = str(error).partition("\n")[0] or type(error).__name__
        raise InputError(
            f"{name}: ir_datasets could not give its rows: {reason}",
            slug="no-dataset",
            hint="is there a network, and room on the disk? some datasets need a licence, or files of your own",
        ) from error
