"""Tables about judgements: pools, who brought what into them, how far judges agree, systems judged by each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cranfield.collect.agreement import cohen, fleiss, grade_counts, krippendorff, overlap, same
from cranfield.collect.contribution import Contributions, LeftOut, contributions, left_out
from cranfield.collect.inference import estimated_relevant, mean_estimate, sampled_adm, stratified_ap
from cranfield.compare.correlation import kendall
from cranfield.errors import count
from cranfield.report.table import Cell, Table

if TYPE_CHECKING:
    from cranfield.collect.automatic import AutomaticADM
    from cranfield.collect.judges import Effect, Judges
    from cranfield.collect.rankings import Rankings
    from cranfield.measure.definition import BoundMeasure
    from cranfield.model import Judged, Qrels

Floats = NDArray[np.float64]

_MOST_GRADES = 20  # more different grades are a continuous scale, on which hardly any two are the same


def pool_depths(
    runs: Rankings,
    depths: Sequence[int],
    qrels: Qrels | None,
    judged: Mapping[str, Judged] | None = None,
    measure: BoundMeasure | None = None,
    *,
    teams: Mapping[str, str] | None = None,
    rel: float = 1,
) -> Table:
    """Compare the pools of several depths: their size, what is judged and relevant in them, and what leaving out does."""
    rows: list[tuple[Cell, ...]] = []
    for depth in depths:
        cut = runs.within(depth)
        if qrels is None:
            size = len(np.unique(cut.key))
            rows.append((depth, size, size / max(len(runs.topics), 1)))
            continue
        found = contributions(cut, qrels, teams=teams, rel=rel)
        relevant = int((qrels.grades[found.pooled] >= rel).sum())
        share = relevant / max(int((qrels.grades >= rel).sum()), 1)
        known = int((qrels.grades[found.pooled] >= 0).sum())
        row: tuple[Cell, ...] = (depth, found.size, known, relevant, share)
        if measure is not None and judged is not None:
            row += (int(found.unique_relevant.sum()), *_lost(left_out(judged, found, measure)))
        rows.append(row)
    columns = ("depth", "documents", "a topic") if qrels is None else _DEPTH_COLUMNS
    if measure is not None:
        columns = (*columns, *_LEFT_OUT_COLUMNS)
    return Table(columns, tuple(rows), notes=_depth_notes(runs, qrels, measure, teams, rel))


_DEPTH_COLUMNS: tuple[str, ...] = ("depth", "documents", "judged", "relevant", "share")
_LEFT_OUT_COLUMNS = ("unique", "change", "worst", "tau")


def _lost(lost: LeftOut) -> tuple[Cell, Cell, Cell]:
    """Return the mean change, the worst change, and tau between the two orders of the systems."""
    defined = ~np.isnan(lost.change)
    if not defined.any():
        return None, None, None
    change = lost.change[defined]
    tau = kendall(lost.whole[defined], lost.without[defined]).tau_b
    return float(change.mean()), float(change.min()), _cell(tau)


def _depth_notes(
    runs: Rankings, qrels: Qrels | None, measure: BoundMeasure | None, teams: object, rel: float
) -> tuple[str, ...]:
    told = [f"{count(len(runs.names), 'run')}, {count(len(runs.topics), 'topic')}"]
    if qrels is not None:
        known = count(int((qrels.grades >= rel).sum()), "document")
        told.append(f"share: of the {known} known to be relevant")
    if measure is not None:
        alone = "team" if teams else "run"
        told.append(
            f"unique: relevant documents that one {alone} alone brought; change, worst: of {measure.name}, on average and "
            f"at most, when each run is judged without what its {alone} alone brought; tau: between the orders of the "
            "runs, judged with and without it"
        )
    return tuple(told)


def contribution_table(
    runs: Rankings,
    found: Contributions,
    lost: LeftOut,
    qrels: Qrels,
    measure: BoundMeasure,
    *,
    rel: float = 1,
) -> Table:
    """Return one row for each run: what its team brought into the pool, and what it would lose without."""
    teams = [found.teams[team] for team in found.team_of.tolist()]
    in_teams = list(runs.names) != teams
    rows = [
        (
            name,
            *((teams[place],) if in_teams else ()),
            *(
                int(column[found.team_of[place]])
                for column in (
                    found.documents,
                    found.judged,
                    found.relevant,
                    found.unique,
                    found.unique_relevant,
                )
            ),
            _cell(lost.whole[place]),
            _cell(lost.without[place]),
            _cell(lost.change[place]),
        )
        for place, name in enumerate(runs.names)
    ]
    labels = ("run", "team") if in_teams else ("run",)
    columns = (
        *labels,
        "documents",
        "judged",
        "relevant",
        "alone",
        "rel. alone",
        measure.name,
        "without",
        "change",
    )
    return Table(
        columns, tuple(rows), notes=_contribution_notes(runs, found, lost, qrels, rel), labels=len(labels)
    )


def _contribution_notes(
    runs: Rankings, found: Contributions, lost: LeftOut, qrels: Qrels, rel: float
) -> tuple[str, ...]:
    relevant = int((qrels.grades[found.pooled] >= rel).sum())
    known = int((qrels.grades >= rel).sum())
    judged = int((qrels.grades[found.pooled] >= 0).sum())
    pool = f"{count(found.size, 'document')} of {count(len(runs.topics), 'topic')} in the pool, {judged:,} of them judged"
    mean, worst, tau = _lost(lost)
    told = [f"{pool}, {relevant:,} relevant (of {known:,} known)"]
    told.append("alone: what nobody else brought; without: judged as if that had not been judged")
    if isinstance(worst, float) and isinstance(mean, float):
        name = runs.names[int(np.nanargmin(lost.change))]
        tau_told = f"; tau between the two orders {tau:.4f}" if isinstance(tau, float) else ""
        told.append(f"change: {mean:.4f} on average, {worst:.4f} at most ({name}){tau_told}")
    return tuple(told)


def automatic_table(
    runs: Rankings, found: AutomaticADM, real: Mapping[str, Floats], *, in_teams: bool = False
) -> Table:
    """Return one row for each run: ADM by the average of all, by that of the others, and what judges say."""
    together, without = (np.nanmean(values, axis=1) for values in found)
    columns = {"ADM": together, "without": without, **real}
    rows = tuple(
        (name, *(_cell(column[place]) for column in columns.values()))
        for place, name in enumerate(runs.names)
    )
    others = "all but its own team" if in_teams else "all others"
    told = [f"ADM: by the average score of all runs; without: by that of {others}"]
    for measure, values in real.items():
        kept = ~np.isnan(values)
        taus = [kendall(column[kept], values[kept]).tau_b for column in (together, without)]
        told.append(f"tau with {measure}: {taus[0]:.4f}" + (f"; without: {taus[1]:.4f}" if in_teams else ""))
    if not in_teams:
        told.append(
            "to leave out each run alone moves all of them by one factor, and so changes no order; --teams does"
        )
    return Table(("run", *columns), rows, notes=tuple(told))


def estimate_table(
    judged: Mapping[str, Judged],
    qrels: Qrels,
    *,
    scores: str | None = None,
    top: float = 1,
    rel: float = 1,
) -> Table:
    """Return one row for each run: what the judged sample tells of it, and where `scores` is given, ADM and its error."""
    relevant = estimated_relevant(qrels, rel=rel)
    rows: list[tuple[Cell, ...]] = []
    for name, run in judged.items():
        values = stratified_ap(run, rel=rel)
        known = values[~np.isnan(values)]
        row: tuple[Cell, ...] = (name, float(known.mean()) if len(known) else None)
        if scores is not None:
            estimate = mean_estimate(sampled_adm(run, scores=scores, top=top))
            row = (*row, estimate.adm, _cell(estimate.standard_error))
        rows.append(row)
    sampled, without = int((qrels.grades >= 0).sum()), int((relevant == 0).sum())
    told = [
        f"{sampled:,} of {count(len(qrels), 'document')} of {count(len(relevant), 'topic')} judged",
        f"about {relevant.sum():,.0f} relevant documents, of which {int((qrels.grades >= rel).sum()):,} were judged",
        "xinfAP: AP as the sample lets expect it",
    ]
    if scores is not None:
        told.append("ADM: over all documents of the sample, judged or not; error: its standard error")
    if without:
        told.append(f"{count(without, 'topic')} left out of xinfAP, because nothing relevant was drawn there")
    columns = ("run", "xinfAP", "ADM", "error") if scores is not None else ("run", "xinfAP")
    return Table(columns, tuple(rows), notes=tuple(told))


def agreement_table(
    judges: Judges, effects: Mapping[tuple[int, int], Mapping[str, Effect]] | None = None, *, rel: float = 1
) -> Table:
    """Return one row for each two judges, and one for all of them where there are more."""
    measures = list(next(iter(effects.values()))) if effects else []
    categories = len(np.unique(judges.grades[~np.isnan(judges.grades)])) <= _MOST_GRADES
    rows: list[tuple[Cell, ...]] = []
    for pair in combinations(range(len(judges.names)), 2):
        one, other = judges.grades[pair[0]], judges.grades[pair[1]]
        kappa = (
            (_cell(cohen(one, other)), _cell(cohen(one, other, weights="linear")))
            if categories
            else (None, None)
        )
        told = [effects[pair][measure].tau for measure in measures] if effects else []
        rows.append(
            (
                judges.names[pair[0]],
                judges.names[pair[1]],
                judges.common(*pair),
                _cell(same(one, other)),
                _cell(overlap([one, other], rel=rel)),
                *kappa,
                _cell(krippendorff([one, other])),
                *map(_cell, told),
            )
        )
    if len(judges.names) > 2:
        rows.append((*_all_together(judges, rows, rel, categories=categories), *(None for _ in measures)))
    taus = tuple(f"tau {measure}" for measure in measures)
    columns = ("judge", "other", "both", "same", "overlap", "kappa", "weighted", "alpha", *taus)
    return Table(
        columns, tuple(rows), notes=_agreement_notes(judges, measures, rel, categories=categories), labels=2
    )


def _all_together(
    judges: Judges, pairs: Sequence[tuple[Cell, ...]], rel: float, *, categories: bool
) -> tuple[Cell, ...]:
    number = judges.common(*range(len(judges.names)))
    alike = [row[3] for row in pairs if isinstance(row[3], float)]
    kappa = _cell(fleiss(grade_counts(judges.grades))) if number and categories else None
    return (
        "all",
        "",
        number,
        float(np.mean(alike)) if alike else None,
        _cell(overlap(judges.grades, rel=rel)),
        kappa,
        None,
        _cell(krippendorff(judges.grades)),
    )


def _agreement_notes(
    judges: Judges, measures: Sequence[str], rel: float, *, categories: bool
) -> tuple[str, ...]:
    told = [
        f"{count(len(judges.names), 'judge')}, {count(len(judges.items), 'document')}",
        (
            "both: judged by both; same: of these, the share with the same grade; overlap: of what either calls "
            f"relevant (grade {rel:g} and more), what both do"
        ),
    ]
    several = "; in the last line Fleiss's, and `same` is the mean" if len(judges.names) > 2 else ""
    if categories:
        told.append(f"kappa: Cohen's; weighted: the same, linear{several}; alpha: Krippendorff's, interval")
    else:
        told.append(
            f"more than {_MOST_GRADES} different grades are no categories, so there is no kappa; alpha: Krippendorff's, "
            "interval"
        )
    if measures:
        told.append("tau: Kendall's, between the orders of the runs as each of the two judges sees them")
    return tuple(told)


def _cell(value: float) -> Cell:
    return None if np.isnan(value) else float(value)
