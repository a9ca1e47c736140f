"""`check_files`: everything that is wrong with judgements and runs, before anybody trusts a number."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cranfield.check.campaign import Campaign, Fingerprint, check_against_each_other, fingerprint
from cranfield.check.finding import Report
from cranfield.check.judgements import check_judgements
from cranfield.check.opening import Opened, Settings, open_leniently
from cranfield.check.ranking import check_order, check_run
from cranfield.check.ranks import check_ranks
from cranfield.check.rows import Rows
from cranfield.check.telling import Teller

if TYPE_CHECKING:
    from cranfield.measure.evaluation import RunsProgress


def check_files(
    qrels: Any = None,
    runs: Any = (),
    *,
    format: str | None = None,
    comments: str | None = None,
    shown: int | None = 5,
    progress: RunsProgress | None = None,
) -> Report:
    """Find everything that is wrong with judgements and runs: files, or whatever `evaluate` takes.

    Of each kind of finding in a file the first `shown` are told (None: all; at least one), and all are counted.

    >>> report = check_files({"q1": {"d1": 1}}, {"q2": {"d1": 3.5, "d2": 1.5}})
    >>> [(finding.severity, finding.kind) for finding in report.findings]
    [('error', 'no-topic-in-common')]
    """
    settings = Settings(format, comments)
    report = Report(None if shown is None else max(1, shown))
    campaign = None if qrels is None else _look_at_judgements(qrels, settings, report)
    prints = []
    for name, run in _named(runs):
        if progress is not None:
            progress.start(name, None)
        prints.append(_look_at_run(run, name, campaign, settings, report))
        if progress is not None:
            progress.finish(name)
    check_against_each_other([mark for mark in prints if mark], lambda name: Teller(report, name))
    return report


def _named(runs: Any) -> list[tuple[str, Any]]:
    """Name what was given; a file twice is one file."""
    several = [runs] if _is_one(runs) else list(runs)
    return list({_name(run, f"run {place}"): run for place, run in enumerate(several, start=1)}.items())


def _is_one(runs: Any) -> bool:
    several = isinstance(runs, Sequence | Iterator) and not callable(getattr(runs, "read", None))
    return isinstance(runs, str | os.PathLike) or not several


def _name(given: Any, otherwise: str) -> str:
    if isinstance(given, str | os.PathLike):
        name = os.fsdecode(given)
        return "standard input" if name == "-" else name
    return otherwise


def _look_at_judgements(qrels: Any, settings: Settings, report: Report) -> Campaign | None:
    name = _name(qrels, "qrels")
    opened = open_leniently(qrels, "qrels", name, settings, report)
    if opened.rows is None:
        return None
    tell = Teller(report, name)
    check_order(opened.rows, tell, "grade")
    check_judgements(opened.rows, tell)
    return Campaign(opened, opened.rows, settings.comments)


def _look_at_run(
    run: Any, name: str, campaign: Campaign | None, settings: Settings, report: Report
) -> Fingerprint | None:
    opened = open_leniently(run, "run", name, settings, report)
    if opened.rows is None:
        return None
    tell = Teller(report, name)
    _check_rows(opened, opened.rows, tell)
    if campaign is not None:
        campaign.check(opened, opened.rows, tell)
    return fingerprint(opened, opened.rows)


def _check_rows(opened: Opened, rows: Rows, tell: Teller) -> None:
    check_order(rows, tell, "score")
    check_ranks(rows, tell, whole=opened.sheet is None or not len(opened.sheet.faulty))
    check_run(rows, tell, complete=opened.sheet is None or opened.sheet.data.endswith(b"\n"))
