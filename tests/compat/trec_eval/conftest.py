"""trec_eval's command line within this process, and its own files and recorded output."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cranfield.compat.trec_eval import judgements, results, run


class Outcome(NamedTuple):
    """What a command did; bytes that are no UTF-8 come as lone surrogates."""

    code: int
    out: str
    err: str


TrecEval = Callable[..., Outcome]


@pytest.fixture
def trec_eval(capfdbinary: pytest.CaptureFixture[bytes]) -> TrecEval:
    """Run `cranfield-trec-eval` with these arguments."""

    def command(*arguments: str) -> Outcome:
        code = run(arguments)
        told = capfdbinary.readouterr()
        out, err = (text.decode("utf-8", "surrogateescape") for text in told)
        return Outcome(code, out, err)

    return command


@pytest.fixture(params=["quick", "slow"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Read files in one pass where they allow it, and once more line by line, as C does: no number may change."""
    if request.param == "slow":
        monkeypatch.setattr(judgements, "_in_one_pass", lambda *_: None)
        monkeypatch.setattr(results, "_in_one_pass", lambda *_: None)
    return str(request.param)


@pytest.fixture
def recorded(shared: Path) -> Path:
    """The folder of what trec_eval itself printed."""
    return shared / "data" / "trec_eval"
