"""What was found, and the report of it all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from cranfield.check.kinds import SEVERITIES, Severity, kind_of

FORMAT = "cranfield-check 1"
Role = Literal["qrels", "run"]


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, or odd, with a file.

    `line` is None where the finding is about no single line; `other_line` is the second line of those that concern two.
    In a table in columns, which has no lines, they are rows. `excerpt` shows the line and points at the culprit.
    """

    file: str
    kind: str
    severity: Severity
    text: str
    line: int | None = None
    other_line: int | None = None
    expected: str = ""
    hint: str = ""
    excerpt: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Return `file:line`, as editors and terminals understand it."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass
class CheckedFile:
    """A file that was looked at, and how much there is in it that can be used."""

    name: str
    role: Role
    format: str = ""
    lines: int = 0
    records: int = 0
    topics: int = 0


@dataclass
class Mended:
    """What became of one file under `--fix`: `done` says what was mended, `refused` why nothing was written."""

    file: str
    written: str | None = None
    done: dict[str, int] = field(default_factory=dict)
    refused: str | None = None


@dataclass
class Report:
    """All findings: the first of each kind and file in full, and how many there are of each."""

    shown: int | None = 5
    files: list[CheckedFile] = field(default_factory=list)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)
    mended: list[Mended] = field(default_factory=list)
    _kept: dict[tuple[str, str], list[Finding]] = field(default_factory=dict, repr=False)

    def add(
        self,
        file: str,
        kind: str,
        text: str,
        *,
        line: int = 0,
        other: int = 0,
        excerpt: Sequence[str] = (),
        hint: str | None = None,
    ) -> None:
        """Note one finding; beyond the first few of a kind in a file, only that it is there."""
        key = (file, kind)
        self.counts[key] = self.counts.get(key, 0) + 1
        kept = self._kept.setdefault(key, [])
        if self.shown is None or len(kept) < self.shown:
            known = kind_of(kind, hint)
            kept.append(
                Finding(
                    file, kind, known.severity, text, line or None, other or None, known.expected,
                    hint or known.hint, tuple(excerpt),
                )
            )  # fmt: skip

    def has_room(self, file: str, kind: str) -> bool:
        """Tell whether one more finding would be kept."""
        return self.shown is None or self.counts.get((file, kind), 0) < self.shown

    def more(self, file: str, kind: str, number: int) -> None:
        """Count findings that are not told one by one."""
        if number:
            self.counts[file, kind] = self.counts.get((file, kind), 0) + number

    @property
    def findings(self) -> list[Finding]:
        """Those that are kept: file by file, the worst kinds first, by line."""
        return [finding for file in self.files for _, found in self.of(file.name) for finding in found]

    def of(self, file: str) -> Iterator[tuple[int, list[Finding]]]:
        """Yield the groups of a file, one for each kind: how many, and those that are kept."""
        for severity in SEVERITIES:
            for (name, kind), number in self.counts.items():
                if name == file and kind_of(kind).severity == severity:
                    yield number, sorted(self._kept[name, kind], key=lambda found: found.line or 0)

    @property
    def without(self) -> list[str]:
        """Name the files in which nothing was found."""
        told = {name for name, _ in self.counts}
        return [file.name for file in self.files if file.name not in told]

    def total(self, severity: Severity) -> int:
        """Count the findings of one severity."""
        return sum(number for (_, kind), number in self.counts.items() if kind_of(kind).severity == severity)

    def clean(self, *, strict: bool = False) -> bool:
        """Tell whether there is neither an error nor a warning, nor, when `strict`, a note."""
        return not any(self.total(severity) for severity in SEVERITIES[: 3 if strict else 2])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values, in the order in which it is told."""
        findings = self.findings
        return {
            "format": FORMAT,
            "errors": self.total("error"),
            "warnings": self.total("warning"),
            "notes": self.total("note"),
            "files": [
                {"file": file.name, "role": file.role, "format": file.format or None, "lines": file.lines,
                 "records": file.records, "topics": file.topics}
                for file in self.files
            ],
            "counts": [
                {"file": found[0].file, "kind": found[0].kind, "severity": found[0].severity, "count": number,
                 "shown": len(found)}
                for file in self.files
                for number, found in self.of(file.name)
                if found
            ],
            "findings": [
                {"file": found.file, "line": found.line, "other_line": found.other_line, "kind": found.kind,
                 "severity": found.severity, "text": found.text, "expected": found.expected or None,
                 "hint": found.hint or None}
                for found in findings
            ],
            "mended": [
                {"file": file.file, "written": file.written, "done": file.done, "refused": file.refused}
                for file in self.mended
            ],
        }  # fmt: skip

    def __str__(self) -> str:
        from cranfield.check.showing import as_text

        return as_text(self)
