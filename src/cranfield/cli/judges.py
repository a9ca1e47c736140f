"""Judges as they are named on the command line: a file each, or several in one; and their scales."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cranfield.errors import InputError, UsageError, count, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Judgement = dict[str, dict[str, float]]


def judges_of(sources: Sequence[str], *, assessors: bool, **reading: Any) -> dict[str, Judgement]:
    """Read what each judge said; with `assessors`, the second column has the names of the judges."""
    from cranfield.collect import by_assessor
    from cranfield.read import read_qrels

    judges: dict[str, Judgement] = {}
    for source in sources:
        qrels = read_qrels(source, aspects=assessors, **reading)
        if not assessors:
            judges[source] = qrels.to_dict()
            continue
        for name, topics in by_assessor(qrels).items():
            for topic, grades in topics.items():
                judges.setdefault(name, {}).setdefault(topic, {}).update(grades)
    return judges


def told_of(judges: Mapping[str, Judgement]) -> str:
    """Say how many judged, and how reliable their mean is."""
    import numpy as np

    from cranfield.collect import krippendorff, reliability, side_by_side

    judged = sum(len(grades) for judge in judges.values() for grades in judge.values())
    told = f"{count(len(judges), 'judge')}, {count(judged, 'judgement')}"
    if len(judges) == 1:
        return told
    try:
        table = side_by_side(judges)
    except InputError:
        return f"{told}; no two judged the same document, so nothing is known of how reliable they are"
    complete = table.grades[:, ~np.isnan(table.grades).any(axis=0)]
    told += f"; Krippendorff's alpha (interval) {krippendorff(table.grades):.4f}"
    if complete.shape[1] < 2:
        return told
    mean = reliability(complete).of_mean().two_way
    return f"{told}; reliability of the mean (ICC) {mean:.4f}, over {count(complete.shape[1], 'document')} that all judged"


def scales_of(written: Sequence[str], judges: Sequence[str]) -> dict[str, str | int]:
    """Read [JUDGE=]SCALE."""
    scales: dict[str, str | int] = {}
    for each in sorted(written, key=lambda each: "=" in each):  # what is for one judge wins
        judge, _, scale = each.rpartition("=")
        if judge and judge not in judges:
            raise UsageError(
                f"--scale names `{judge}`, who is no judge here",
                slug="unknown-choice",
                details=[f"  judges: {', '.join(judges)}"],
                hint=did_you_mean(judge, judges),
            )
        if scale not in ("unit", "magnitudes") and not scale.isdecimal():
            raise UsageError(
                f"this is no scale: `{scale}`",
                slug="unknown-choice",
                hint="unit, magnitudes, or the number of categories: --scale 4",
            )
        scales |= dict.fromkeys([judge] if judge else judges, int(scale) if scale.isdecimal() else scale)
    return scales
