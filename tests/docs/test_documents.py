"""What the documents show is what the program prints."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


def _shown(command: str) -> str:
    """Return what README shows below a command."""
    found = re.search(
        rf"^```\n\$ {re.escape(command)}\n(.*?)^```$",
        (ROOT / "README.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
    assert found, f"README.md does not show `{command}`"
    return found[1]


def _printed(*arguments: str, where: Path) -> str:
    command = [sys.executable, "-m", "cranfield", *arguments]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False)
    return done.stderr + done.stdout if done.returncode else done.stdout


def test_the_demo_in_the_readme_is_the_demo(tmp_path: Path) -> None:
    started = "import sys; sys.argv = ['.venv/bin/cranfield', 'demo']; from cranfield.cli import main; main()"
    nothing_on_the_path = {**_plain(), "PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", started],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        env=nothing_on_the_path,
    )
    shown = _shown("make demo")
    for line in (done.stdout + done.stderr).splitlines():
        assert line in shown.splitlines()  # nothing is left out
    for block in shown.split("\n\n"):
        assert block.strip() in done.stdout + done.stderr


def test_the_commands_in_the_readme_run(tmp_path: Path) -> None:
    section = re.search(
        r"^## On the command line\n(.*?)^## ", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert section
    lines = re.findall(r"^    ((?:cranfield|cd) .*)$", section[1], re.MULTILINE)
    assert len(lines) > 10
    where = tmp_path
    for line in lines:
        words = shlex.split(line, comments=True)
        if words[0] == "cd":
            where /= words[1]
            continue
        command = [sys.executable, "-m", "cranfield", *words[1:]]
        done = subprocess.run(command, cwd=where, capture_output=True, text=True, check=False, env=_plain())
        failed = words[1] == "gate"  # a run that is worse fails, as it should
        assert done.returncode == failed, line + done.stderr


def test_the_error_in_the_readme_is_the_error(tmp_path: Path) -> None:
    (tmp_path / "qrels.txt").write_text("302 0 FT911-3 1\n")
    (tmp_path / "bad.run").write_text("302 Q0 FT911-3 6 2.5 BM25\n302 Q0 FT911-3 7 1e BM25\n")
    command = "cranfield eval qrels.txt bad.run"
    assert _printed(*shlex.split(command)[1:], where=tmp_path) == _shown(command)


@pytest.mark.parametrize(
    "document",
    ["inputs.md", *(f"coming-from/{tool}.md" for tool in ("beir", "ir_measures", "pytrec_eval", "ranx"))],
)
def test_examples_in_the_documents_run(
    document: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failed, tried = doctest.testfile(
            str(ROOT / "docs" / document),
            module_relative=False,
            encoding="utf-8",
            optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS,
        )
    assert tried > 0
    assert failed == 0


def _plain() -> dict[str, str]:
    import os

    return {**os.environ, "CRANFIELD_CORE": "python", "NO_COLOR": "1"}


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_the_python_in_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    monkeypatch.chdir(tmp_path)
    Path("qrels.txt").write_text("1 0 a 1\n1 0 b 0\n")
    Path("bm25.run").write_text("1 Q0 a 1 2 x\n1 Q0 b 2 1 x\n")
    Path("dense.run.gz").write_bytes(gzip.compress(b"1 Q0 b 1 2 x\n1 Q0 a 2 1 x\n"))
    (code,) = re.findall(
        r"^```python\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL
    )
    known: dict[str, Any] = {}
    exec(code, known)  # noqa: S102  (what a reader would paste)
    assert known["evaluator"](known["batch"]).mean("run", "nDCG@10") == 0.5
    common = known["cf"].Evaluator(known["qrels"], "nDCG@10", topics="common")
    assert common(known["batch"]).mean("run", "nDCG@10") == 1
    assert known["cf"].Scores.load("scores.zip").runs == ("bm25", "dense")


@pytest.mark.parametrize("document", sorted((ROOT / "docs").glob("*.md")), ids=lambda path: path.name)
def test_tables_are_whole_and_examples_indented(document: Path) -> None:
    text = document.read_text()
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        assert re.match(r"\|[ :|-]+\|$", block.splitlines()[1]), block
    assert not re.search(
        r"^>>>", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )


@pytest.mark.filterwarnings("ignore::cranfield.CranfieldWarning")
def test_the_policies_name_what_is_not_0_where_nothing_was_found() -> None:
    import cranfield as cf

    in_memory = ["ADM", "ADMmin", "ADMrandom", "ADMpermuted", "ADMcat", "ADMrms", "ADMsd", "BandP", "BandR"]
    swets = ["SwetsE", "SwetsSlope", "BrookesS", "SwetsAbinormal"]
    thresholds = [f"Threshold{what}" for what in ("P", "R", "Fallout", "Generality", "E")]
    sized = ["Fallout", "SetAccuracy", "Generality", "ESLRandom", "ESLReduction", "SearchLength", "ESL", "Rnorm",
             "Pnorm", "RankRecall", "LogPrecision"]  # fmt: skip
    names = ["all", *in_memory, *swets, *thresholds, *(f"{name}(collection=1000)" for name in sized)]
    qrels = {topic: {"a": 1, "b": 0.5, "n": 0} for topic in "12"}
    scores = cf.evaluate(qrels, {"1": {"a": 0.9, "n": 0.5, "b": 0.3, "x": 0.1}}, " ".join(names))
    odd = {measure for measure in scores.measures if scores["run", measure][1] != 0}
    told = re.search(
        r"^## `topics`$(.*?)^## ", (ROOT / "docs/policies.md").read_text(), re.MULTILINE | re.DOTALL
    )
    assert told
    assert len(odd) > 30
    for measure in odd:
        assert re.search(rf"`{re.split('[@(]', measure)[0]}\b", told[1]), measure


def test_the_readme_gets_the_numbers_of_trec_eval_by_the_options_of_the_policies() -> None:
    (options,) = re.findall(
        r"^\| 9\.0\.8 \| `(.*)` \|$", (ROOT / "docs/policies.md").read_text(), re.MULTILINE
    )
    assert f" {options}    # as trec_eval 9\n" in (ROOT / "README.md").read_text()
