"""What the page for users of pytrec_eval says of the whole of a program; its examples run with all other documents."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "coming-from" / "pytrec_eval.md"


def test_the_module_stands_in_for_pytrec_eval_wherever_it_is_imported() -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    program = f"{code}\nimport pytrec_eval\nprint(pytrec_eval.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "cranfield.compat.pytrec_eval\n"


def test_the_page_counts_the_measures() -> None:
    from cranfield.compat.pytrec_eval import supported_measures

    assert f"all {len(supported_measures)}, written as before" in PAGE.read_text()


def test_evaluating_loads_nothing_that_is_slow_to_load() -> None:
    program = (
        "import sys, cranfield.compat.beir, cranfield.compat.pytrec_eval as pytrec_eval;"
        "pytrec_eval.RelevanceEvaluator({'t': {'d': 1}}, {'official'}).evaluate({'t': {'d': 1.0}});"
        "print({'scipy', 'rich', 'click', 'pandas', 'pyarrow', 'narwhals'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
