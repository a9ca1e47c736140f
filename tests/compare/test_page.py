"""The pages on comparisons and judgements show every function, and what they show is so."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
import warnings
from pathlib import Path
from types import ModuleType

import pytest

from cranfield import collect, compare
from cranfield.measure import structured

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "comparisons.md"
PAGES = [
    PAGE,
    *(DOCS / f"{name}.md" for name in ("adm-in-practice", "agree", "compare", "judgements", "power")),
]
_BESIDE = ["pres_at_all_cutoffs", "expected_pres_random", "relstrings"]


def test_the_examples_of_the_page_run() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failed, tried = doctest.testfile(
            str(PAGE), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE
        )
    assert tried > 0
    assert failed == 0


def functions(module: ModuleType, names: list[str]) -> list[str]:
    return [name for name in names if not isinstance(getattr(module, name), type)]


@pytest.mark.parametrize(
    "function",
    [
        *functions(compare, compare.__all__),
        *functions(collect, collect.__all__),
        *(
            name
            for name, value in vars(structured).items()
            if getattr(value, "__module__", "") == structured.__name__ and name[0].islower()
        ),
        *_BESIDE,
    ],
)
def test_every_function_has_an_example_on_a_page(function: str) -> None:
    lines = (line for page in PAGES for line in page.read_text().splitlines())
    code = "\n".join(line for line in lines if line.startswith(("    >>> ", "    ... ")))
    assert re.search(rf"\b{function}\(", code)


@pytest.mark.parametrize("room", ["compare", "collect"])
def test_importing_them_is_cheap(room: str) -> None:
    code = f"import sys, cranfield.{room}; print(*sorted({{'scipy', 'narwhals', 'rich'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
