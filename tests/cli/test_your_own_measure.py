"""The measure of the page `docs/your-own-measure.md` appears everywhere by itself."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from cranfield.measure import find, parse, register, registered
from cranfield.measure.traits import NEEDS, RELEVANCE, RETRIEVAL, TRAITS
from tests.cli.conftest import Command
from tests.measure.drawn import Drawn
from tests.measure.promises import TRAIT_HOLDS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "your-own-measure.md"
QRELS = "1 0 d1 1\n1 0 d2 0\n2 0 d4 1\n"
RUN = "1 Q0 d2 1 3 t\n1 Q0 d1 2 2 t\n2 Q0 d4 1 2 t\n"


def source() -> str:
    found = re.search(
        r"^```python\n(from cranfield.measure import.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    assert found
    return found[1]


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(source())
    (tmp_path / "qrels.txt").write_text(QRELS)
    (tmp_path / "bm25.run").write_text(RUN)
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine.py"


@pytest.fixture
def loaded(mine: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import it here, and forget it afterwards."""
    registered()
    for table in ("_measures", "_spoken", "_cut"):
        monkeypatch.setattr(register, table, dict(getattr(register, table)))
    spec = importlib.util.spec_from_file_location("mine", mine)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "mine", module)
    spec.loader.exec_module(module)
    return module


def test_the_example_is_a_dozen_lines() -> None:
    """Blank ones count, and no line is longer than formatters leave it."""
    code = source().rstrip().splitlines()
    assert len(code) <= 12
    assert max(map(len, code)) <= 88


@pytest.mark.parametrize("known", [RELEVANCE, RETRIEVAL, NEEDS], ids=["relevance", "retrieval", "needs"])
def test_the_page_names_every_word_that_a_measure_may_declare(known: dict[str, str]) -> None:
    page = PAGE.read_text()
    assert all(f"`{word}`" in page for word in known)


def test_the_page_lists_the_traits() -> None:
    listed = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    assert listed == list(TRAITS.items())


def test_a_broken_promise_of_values_from_0_to_1_is_refused(shell: Command, mine: Path) -> None:
    mine.write_text(source().replace("half * (", "10 * (").replace("half: float = 0.5", "half: float = 9"))
    result = shell("cranfield eval qrels.txt bm25.run --import mine.py -m FirstTwo")
    assert result.code == 2
    assert "error: the measure FirstTwo returned 10, and its trait `bounded` promises values" in result.err
    mine.write_text(mine.read_text().replace('"bounded", ', ""))
    assert shell("cranfield eval qrels.txt bm25.run --import mine.py -m FirstTwo").code == 0


def test_where_it_is_undefined_it_breaks_no_promise(shell: Command, mine: Path) -> None:
    """It divides by nothing where a topic has nothing relevant, and the rule of the house says undefined."""
    (mine.parent / "qrels.txt").write_text(QRELS + "3 0 d5 0\n")
    mine.write_text(
        source().replace(
            "    return found.first(", "    return 1 / judged.num_relevant(rel) + 0 * found.first("
        )
    )
    result = shell("cranfield eval qrels.txt bm25.run --import mine.py -m FirstTwo")
    assert result.code == 0, result.err


def test_a_name_that_resembles_none_may_be_ones_own(shell: Command, mine: Path) -> None:
    result = shell("cranfield eval qrels.txt bm25.run -m Xyzzyplugh")
    assert result.code == 2
    assert "a measure of your own? --import its file" in result.err


def commands() -> list[str]:
    return [
        line.strip().partition("#")[0].strip()
        for line in PAGE.read_text().splitlines()
        if line.startswith("    cranfield ")
    ]


@pytest.mark.parametrize("command", commands())
def test_the_commands_of_the_page_work(shell: Command, mine: Path, command: str) -> None:
    result = shell(command)
    assert result.code == 0, result.err
    assert "FirstTwo" in result.out


def test_it_evaluates(shell: Command, mine: Path) -> None:
    line = "cranfield eval qrels.txt bm25.run --import mine.py -m 'FirstTwo FirstTwo(half=0.25)' --format csv"
    assert shell(line).out.splitlines()[1:] == [
        "bm25,all,FirstTwo,0.75",
        "bm25,all,FirstTwo(half=0.25),0.625",
    ]


def test_parser_list_and_description_know_it(loaded: ModuleType) -> None:
    from cranfield.cli.measures import explanation

    (bound,) = parse("firsttwo(half=0.25)")
    assert str(bound) == "FirstTwo(half=0.25)"
    assert find("FirstTwo") in registered()
    assert "half: what the second is worth (float, default 0.5)" in explanation(find("FirstTwo"))


def test_the_tests_of_the_house_apply_to_it(loaded: ModuleType) -> None:
    """What it promises can be tested with the predicates that all measures are tested with."""
    topic = Drawn((0, 1, None, 2), (1,))
    bound = find("FirstTwo")()
    for trait in bound.measure.traits:
        assert TRAIT_HOLDS[trait](bound, topic), trait


@pytest.mark.parametrize(
    "returned, said",
    [
        ("1 / 0", "failed: ZeroDivisionError: division by zero (line {line} of mine.py)"),
        ("[1, 2, 3]", "returned 3 values for 2 topics"),
        ("'good'", "returned something else than numbers"),
    ],
)
def test_what_is_wrong_with_it_is_no_bug_of_cranfields(
    shell: Command, mine: Path, returned: str, said: str
) -> None:
    *lines, last = source().rstrip().splitlines()
    assert last.startswith("    return ")
    mine.write_text("\n".join([*lines, f"    return {returned}\n"]))
    result = shell("cranfield eval qrels.txt bm25.run --import mine.py -m FirstTwo")
    assert result.code == 2
    assert f"error: the measure FirstTwo {said.format(line=len(lines) + 1)}" in result.err
    assert "hint: a measure is a function" in result.err


def test_a_name_that_cannot_be_typed_is_refused(shell: Command, mine: Path) -> None:
    mine.write_text(source().replace('"FirstTwo"', '"first two"'))
    result = shell("cranfield measures --import mine.py")
    assert result.code == 2
    assert "error: `first two` cannot be the name of a measure" in result.err


def test_a_module_that_is_not_there_is_refused(shell: Command, mine: Path) -> None:
    result = shell("cranfield measures --import nowhere.py")
    assert result.code == 2
    assert "error: `nowhere.py` could not be imported: FileNotFoundError" in result.err
