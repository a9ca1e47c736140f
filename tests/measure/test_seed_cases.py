"""The worked examples of the papers and lectures, recomputed exactly in `shared/spec/seed_cases.json`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.measure.seeds import CHECKS
from tests.measure.seeds.check import ours


def test_the_worked_examples(shared: Path) -> None:
    cases = json.loads((shared / "spec" / "seed_cases.json").read_text(encoding="utf-8"))["cases"]
    known = [case for case in cases if case["measure"] in CHECKS]
    assert {case["measure"] for case in known} == set(CHECKS)
    for case in known:
        checks = list(CHECKS[case["measure"]](case["inputs"] | case["params"], case["expected"]))
        assert checks, case["name"]
        for what, value, expected in map(ours, checks):
            assert value == pytest.approx(expected, abs=case["tolerance"], nan_ok=True), (case["name"], what)
