"""How a number was made: measures, policies, inputs, versions. A score is never bare."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal, get_args

from cranfield.errors import UsageError

Ties = Literal["docid", "docid-ascending", "input", "rank", "expected", "best", "worst"]
Topics = Literal["judged", "common"]
NoRelevant = Literal["skip", "zero"]
Unjudged = Literal["nonrelevant", "condense", "relevant"]
Duplicates = Literal["error", "first", "last"]
Precision = Literal["double", "single"]

CHOICES: dict[str, tuple[str, ...]] = {
    "ties": get_args(Ties),
    "topics": get_args(Topics),
    "no_relevant": get_args(NoRelevant),
    "unjudged": get_args(Unjudged),
    "duplicates": get_args(Duplicates),
    "precision": get_args(Precision),
}


@dataclass(frozen=True)
class Policies:
    """Every arguable choice, by name. The first value is the default; docs/policies.md argues for it.

    >>> Policies(ties="docid-ascending").changed()
    {'ties': 'docid-ascending'}
    """

    ties: Ties = "docid"
    topics: Topics | tuple[str, ...] = "judged"
    no_relevant: NoRelevant = "skip"
    unjudged: Unjudged = "nonrelevant"
    duplicates: Duplicates = "error"
    depth: int | None = None
    precision: Precision = "double"

    def __post_init__(self) -> None:
        """Refuse a value that no policy has."""
        for name, allowed in CHOICES.items():
            value = getattr(self, name)
            if name == "topics" and isinstance(value, tuple):
                continue
            if value not in allowed:
                raise UsageError.unknown_choice(f"the policy `{name}`", str(value), allowed)
        if self.depth is not None and self.depth < 1:
            raise UsageError(f"depth must be 1 or more: {self.depth}", slug="bad-depth")
        if self.over_orders and self.depth is not None and self.unjudged != "nonrelevant":
            raise UsageError(
                f"ties={self.ties} cannot be combined with both depth and unjudged={self.unjudged}",
                slug="policies-clash",
                hint="where the cut goes through a tie, it is open which unjudged documents are above it; leave one out",
            )

    @property
    def over_orders(self) -> bool:
        """Whether more than one order of tied documents is looked at."""
        return self.ties in ("expected", "best", "worst")

    def changed(self) -> dict[str, Any]:
        """Return the policies that differ from the defaults."""
        default = Policies()
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if getattr(self, f.name) != getattr(default, f.name)
        }


@dataclass(frozen=True)
class Source:
    """Where an input came from; `size` and `changed` (nanoseconds) let a later hash be trusted."""

    name: str
    path: str | None = None
    size: int | None = None
    changed: int | None = None

    def sha256(self) -> str | None:
        """Hash the file as it lies there; None for standard input, memory, or a file that has changed since."""
        if self.path is None:
            return None
        import hashlib
        from pathlib import Path

        file = Path(self.path)
        try:
            now = file.stat()
            if (now.st_size, now.st_mtime_ns) != (self.size, self.changed):
                return None
            with file.open("rb") as stream:
                return hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError:
            return None


def versions() -> dict[str, str]:
    """Name the versions that a number depends on."""
    import sys

    import numpy as np

    from cranfield import __version__

    python = ".".join(map(str, sys.version_info[:3]))
    return {"cranfield": __version__, "numpy": np.__version__, "python": python}


@dataclass(frozen=True)
class Recipe:
    """All that is needed to make the same numbers again."""

    measures: tuple[str, ...]
    policies: Policies
    qrels: Source
    runs: tuple[Source, ...]
    core: str
    versions: dict[str, str] = field(default_factory=versions)
    seed: int | None = None
    reading: dict[str, str] = field(default_factory=dict)  # how parts of documents were read, where they were

    def to_dict(self) -> dict[str, Any]:
        """Return plain values, ready for JSON; hashes the input files, which reads them once more."""

        def described(source: Source) -> dict[str, Any]:
            return {"name": source.name, "size": source.size, "sha256": source.sha256()}

        return {
            "measures": list(self.measures),
            "policies": asdict(self.policies),
            "qrels": described(self.qrels),
            "runs": [described(run) for run in self.runs],
            "core": self.core,
            "versions": self.versions,
            "seed": self.seed,
            **({"reading": self.reading} if self.reading else {}),
        }

    def line(self) -> str:
        """Return the choices that can change a number, in one line."""
        chosen = {**{name: values[0] for name, values in CHOICES.items()}, **self.policies.changed()}
        if isinstance(self.policies.topics, tuple):
            chosen["topics"] = f"a list of {len(self.policies.topics)}"
        if self.seed is not None:  # set where chance has a part
            chosen["seed"] = self.seed
        parts = [f"{name}:{value}" for name, value in (chosen | self.reading).items()]
        return "|".join([*parts, f"cranfield:{self.versions['cranfield']}"])
