"""Views of what judgements do to measures: fewer of them, and without those that a run brought itself."""

from __future__ import annotations

from collections.abc import Sequence

from cranfield.collect.depletion import Depletion, LeaveOut
from cranfield.errors import count
from cranfield.report.agreement.view import View, defined
from cranfield.report.table import Cell, Table


def depletion_view(found: Sequence[Depletion], samples: int, seed: int) -> View:
    """Show what is left of a ranking with a share of the judgements."""
    columns = ("measure", "kept", "judgements", "tau", "lowest", "change", "farthest")
    rows = tuple(
        (
            each.name,
            each.kept,
            round(each.judgements),
            defined(each.tau),
            defined(each.tau_lowest),
            each.change,
            each.farthest,
        )
        for each in found
    )
    shown = tuple((row[0], f"{row[1]:.0%}", *row[2:]) for row in rows)
    notes = (
        f"judgements taken away at random, relevant or not alike, {count(samples, 'time')} (seed {seed})",
        "tau: tau_b with the ranking by all judgements, mean; lowest: of the samples",
        "change: of a system's mean, on average; farthest: the largest of any",
    )
    return View(
        "depletion",
        (Table(columns, shown, "With fewer judgements", notes, labels=2),),
        (Table(columns, rows, labels=2),),
    )


def leave_out_view(found: Sequence[LeaveOut], depth: int, teams: str | None = None) -> View:
    """Show what runs lose when what they alone brought to the pool is not judged; the data have every run."""
    rows: list[tuple[Cell, ...]] = []
    for each in found:
        change = each.without - each.whole
        fallen = each.rank_without - each.rank
        worst = int(change.argmin()) if change.min() < 0 else int(abs(change).argmax())
        rows.append(
            (
                each.name,
                defined(each.tau),
                float(change.mean()),
                float(change[worst]),
                each.systems[worst],
                int(fallen.max()),
                each.systems[int(fallen.argmax())] if fallen.max() > 0 else None,
            )
        )
    first = found[0]
    whose = "" if teams is None else "s team"
    notes = (
        f"pool: the judged documents among the first {depth:,} of any of {count(len(first.systems), 'run')}",
        f"{count(int((first.unique > 0).sum()), 'run')} brought documents that no other {'team' if teams else 'run'} did",
        f"each run is judged without what it{whose} alone brought; change: of its mean",
        "tau: tau_b of the ranking by all, and of that in which every run is without its own",
        "places: how many the run falls among the others, judged as before",
    )
    columns = ("measure", "tau", "change", "largest", "of", "places", "by")
    table = Table(columns, tuple(rows), "Leaving a run out of the pool", notes)
    return View("leave-out", (table,), (_by_run(found),))


def _by_run(found: Sequence[LeaveOut]) -> Table:
    rows = tuple(
        (each.name, *row)
        for each in found
        for row in zip(
            each.systems,
            each.unique.tolist(),
            each.unique_relevant.tolist(),
            each.whole.tolist(),
            each.without.tolist(),
            each.rank.tolist(),
            each.rank_without.tolist(),
            strict=True,
        )
    )
    columns = ("measure", "run", "unique", "unique_relevant", "mean", "without", "rank", "rank_without")
    return Table(columns, rows, labels=2)
