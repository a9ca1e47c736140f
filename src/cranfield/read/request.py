"""What was asked for: everything that the readers of the formats need to know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cranfield._core.contract import Kind, Progress
from cranfield.errors import UsageError
from cranfield.model.recipe import CHOICES

FORMATS = ("trec", "inex", "ranking3", "ranking2", "csv", "tsv", "json", "jsonl", "parquet", "arrow")
RANKINGS = ("ranking3", "ranking2")


@dataclass(frozen=True)
class Request:
    """How to read one input; `name` is None where the input names itself."""

    kind: Kind
    format: str | None = None
    columns: Mapping[str, str] = field(default_factory=dict)
    comments: str | None = None
    duplicates: str = "error"
    name: str | None = None
    progress: Progress | None = None
    elements: bool = False  # judgements of passages await it, so numbers after the sixth column are offsets

    def __post_init__(self) -> None:
        """Refuse what no input could be read by."""
        if self.format is not None and self.format not in FORMATS:
            raise UsageError.unknown_choice("`format`", self.format, FORMATS)
        if self.kind == "qrels" and self.format in RANKINGS:
            raise UsageError(
                f"judgements cannot have the format `{self.format}`: it has no grades",
                slug="wrong-format",
                hint="judgements in plain text have the format `trec`: topic iteration document grade",
            )
        if self.duplicates not in CHOICES["duplicates"]:
            raise UsageError.unknown_choice("the policy `duplicates`", self.duplicates, CHOICES["duplicates"])
        if self.comments is not None and not self.comments.strip():
            raise UsageError(
                "comments must begin with some visible character", slug="bad-comments", hint='such as "#"'
            )

    @property
    def value(self) -> str:
        """The number that a row of this kind carries: `score` or `grade`."""
        return "grade" if self.kind == "qrels" else "score"
