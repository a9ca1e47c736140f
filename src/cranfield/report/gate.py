"""What a gate decided: as tables to read, in one sentence a check, and as plain values for json."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TextIO

from cranfield.errors import count
from cranfield.report.notes import named, notes
from cranfield.report.plain import shown
from cranfield.report.table import Table

if TYPE_CHECKING:
    from cranfield.compare.gate import Check, Gate
    from cranfield.model import Scores

FORMAT = "cranfield-gate 1"
_FALLEN_TOPICS = 5
_FALLEN_ROWS = 30  # of the table; with many checks, fewer topics of each


def check_table(gate: Gate, scores: Scores) -> Table:
    """Return one row for each run and measure, with what a reader must know to believe the verdicts."""
    p = ("p",) if gate.alpha is not None else ()
    rows = tuple(
        (
            check.run,
            check.measure,
            check.verdict,
            check.baseline,
            check.value,
            signed(check.change),
            check.allowed,
            *((chance(check.test.p),) if check.test else ()),
        )
        for check in gate.checks
    )
    return Table(
        columns=("run", "measure", "verdict", "baseline", "value", "change", "allowed", *p),
        rows=rows,
        notes=(summary(gate), *_explained(gate), *_left_out(gate), *notes(scores)),
        labels=3,  # the verdict is to be seen in every block, where a long name makes several
    )


def fall_table(gate: Gate) -> Table | None:
    """Return the topics that fell most, of the checks that do not pass; None when all do."""
    large = [check for check in gate.checks if check.too_large]
    each = max(1, min(_FALLEN_TOPICS, _FALLEN_ROWS // max(1, len(large))))
    fallen = [(check, fall) for check in large for fall in check.fallen[:each]]
    if not fallen:
        return None
    gaps = any(not fall.answered for _, fall in fallen)
    rows = []
    for check, fall in fallen:
        label = (check.run, check.measure, fall.topic)
        remark = ("" if fall.answered else "no documents",) if gaps else ()
        rows.append((*label, fall.baseline, fall.value, signed(fall.value - fall.baseline), *remark))
    columns = ("run", "measure", "topic", "baseline", "value", "change", *(("",) if gaps else ()))
    return Table(
        columns=columns,
        rows=tuple(rows),
        title="Topics that fell most",
        notes=tuple(map(tally, large)),
        labels=3,
    )


def summary(gate: Gate) -> str:
    """Say in one line how it went."""
    failed, total = len(gate.failed), count(len(gate.checks), "check")
    went = f"{failed:,} of {total} failed" if failed else f"{total} passed"
    return f"{went}; baseline: {shown(gate.baseline)}"


def sentence(check: Check) -> str:
    """Say what became of one mean.

    >>> from cranfield.compare.gate import Check
    >>> sentence(Check("new", "AP", 0.5, 0.25, 0.25, 0.01, 50, (), 3, (), "fails"))
    'AP of new fell from 0.5000 to 0.2500 (-0.2500, 0.0100 allowed)'
    """
    moved = "fell" if check.change < 0 else "rose" if check.change > 0 else "stayed"
    found = f", p {chance(check.test.p)}" if check.test else ""
    values = f"from {shown(check.baseline)} to {shown(check.value)}"
    change = f"({signed(check.change)}, {shown(check.allowed)} allowed{found})"
    more = {"unproven": ": more than is allowed, and perhaps chance"}.get(check.verdict, "")
    return f"{shown(check.measure)} of {shown(check.run)} {moved} {values} {change}{more}"


def tally(check: Check) -> str:
    """Say for how many topics the run is worse, and for how many better.

    >>> from cranfield.compare.gate import Check
    >>> tally(Check("new", "AP", 0.5, 0.25, 0.25, 0.01, 50, (), 3, (), "fails"))
    'AP of new: worse for 0 of 50 topics, better for 3, the same for 47'
    """
    worse = len(check.fallen)
    rest = f"better for {check.better:,}, the same for {check.topics - worse - check.better:,}"
    return f"{shown(check.measure)} of {shown(check.run)}: worse for {worse:,} of {count(check.topics, 'topic')}, {rest}"


def fallen_lines(check: Check) -> list[str]:
    """Return a line for each of the topics that fell most."""
    return [
        f"topic {shown(fall.topic)}: {shown(fall.baseline)} -> {shown(fall.value)}"
        + ("" if fall.answered else " (the run has no documents for it)")
        for fall in check.fallen[:_FALLEN_TOPICS]
    ]


def signed(change: float) -> str:
    """Show a difference with its sign, and one that four decimals would hide with its size.

    >>> signed(0.02), signed(-0.00001), signed(0)
    ('+0.0200', '-1.0e-05', '0.0000')
    """
    if change and abs(change) < 0.00005:
        return f"{change:+.1e}"
    return f"{change:+.4f}" if change else "0.0000"


def chance(p: float) -> str:
    """Show a p; never as zero, which none is.

    >>> chance(0.03125), chance(0.00001)
    ('0.0312', '1.0e-05')
    """
    return f"{p:.4f}" if p >= 0.00005 else f"{p:.1e}"


def write_gate_json(gate: Gate, scores: Scores, stream: TextIO) -> None:
    """Write all that is known, the recipe of the numbers included."""
    told = {
        "format": FORMAT,
        "passes": gate.passes,
        "baseline": gate.baseline,
        "alpha": gate.alpha,
        "seed": gate.seed,
        "checks": [_plain(check) for check in gate.checks],
        "notes": list(notes(scores)),
        "recipe": scores.recipe.to_dict(),
    }
    json.dump(told, stream, indent=2, allow_nan=False)
    stream.write("\n")


def _plain(check: Check) -> dict[str, Any]:
    test = check.test
    return {
        "run": check.run,
        "measure": check.measure,
        "verdict": check.verdict,
        "baseline": check.baseline,
        "value": check.value,
        "change": check.change,
        "allowed": check.allowed,
        "p": test.p if test else None,
        "exact": test.exact if test else None,
        "permutations": test.permutations if test else None,
        "topics": check.topics,
        "left_out": list(check.left_out),
        "better": check.better,
        "worse": len(check.fallen),
        "fell_most": [
            {
                "topic": fall.topic,
                "baseline": fall.baseline,
                "value": fall.value,
                "documents": fall.answered,
            }
            for fall in check.fallen[:_FALLEN_TOPICS]
        ],
    }


def _explained(gate: Gate) -> list[str]:
    lines = []
    lower = dict.fromkeys(check.measure for check in gate.checks if check.drop * check.change > 0)
    if lower:
        lines.append(f"less is better: {named(list(lower))}")
    if gate.alpha is None:
        return lines
    drawn = max(
        (check.test.permutations for check in gate.checks if check.test and not check.test.exact), default=0
    )
    how = f"{drawn:,} permutations, seed {gate.seed}" if drawn else "exact"
    lines.append(f"p: paired randomisation test, one-sided ({how}); significant up to {gate.alpha:g}")
    if any(check.verdict == "unproven" for check in gate.checks):
        lines.append(
            f"unproven: fell by more than is allowed, but p is above {gate.alpha:g}, so it may be chance; passes"
        )
    return lines


def _left_out(gate: Gate) -> list[str]:
    """Say which numbers are not over all topics that eval's would be over."""
    return [
        f"{check.measure} of {check.run} and of the baseline: over the {count(check.topics, 'topic')} for which "
        f"both have a value, so without {named(check.left_out)}"
        for check in gate.checks
        if check.left_out
    ]
