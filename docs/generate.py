"""Write the pages that the register of measures knows by itself: one a measure, the index, where tools differ.

python docs/generate.py            write them
python docs/generate.py --check    say which are not what they would be, and change nothing
"""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path
from typing import Any

from cranfield.measure import registered
from cranfield.measure.definition import Measure
from cranfield.measure.describe import described

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "measures"
README = ROOT / "README.md"
BEGIN, END = "<!-- measures: made by docs/generate.py -->", "<!-- measures end -->"
MADE = "<!-- made by docs/generate.py from the source; change it there -->\n\n"


def main(arguments: list[str]) -> int:
    """Write or check, and return the exit code."""
    measures = [each for each in registered() if each.origin.startswith("cranfield.")]
    pages = pages_of(measures)
    pages[README] = with_table(README.read_text(encoding="utf-8"), measures)
    stale = [
        path for path, text in pages.items() if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    stale += [path for path in sorted(PAGES.glob("*.md")) if path not in pages]
    if "--check" in arguments:
        for path in stale:
            print(f"{path.relative_to(ROOT)}: not what the source says; run `python docs/generate.py`")
        return 1 if stale else 0
    PAGES.mkdir(exist_ok=True)
    for path in stale:
        if path in pages:
            path.write_text(pages[path], encoding="utf-8")
        else:
            path.unlink()
    print(f"docs: {len(pages)} pages, {len(stale)} changed")
    return 0


def pages_of(measures: list[Measure]) -> dict[Path, str]:
    """Return the text of every page under docs/measures."""
    told = [described(each) for each in measures]
    pages = {PAGES / f"{each['name']}.md": page(each) for each in told}
    pages[PAGES / "README.md"] = index(measures)
    pages[PAGES / "differences.md"] = differences(told)
    return pages


def page(told: dict[str, Any]) -> str:
    """Return the page of one measure."""
    parts = [f"# {told['usage']}", fenced(told["help"])]
    if told["imports"]:
        parts.append("To run the examples, first:\n\n" + "\n".join(["```python", *told["imports"], "```"]))
    if told["parameters"]:
        rows = [
            (f"`{each['written']}`", each["meaning"], f"`{each['type']}`", default(each))
            for each in told["parameters"]
        ]
        parts.append("## Parameters\n\n" + table(("name", "meaning", "type", "default"), rows))
    facts = [*told["facts"], told["ties"]]
    parts.append("## What it looks at, and what it promises\n\n" + "\n".join(f"- {fact}" for fact in facts))
    names = [("cranfield", ", ".join(f"`{name}`" for name in [told["usage"], *told["aliases"]]))]
    if told["trec_eval"]:
        names.append(("trec_eval", ", ".join(f"`{name}`" for name in told["trec_eval"])))
    names += [(tool, f"`{name}`") for tool, name in told["elsewhere"].items()]
    parts.append("## Names\n\n" + table(("tool", "name"), names))
    if told["differs"]:
        differs = "\n".join(f"- **{tool}**: {how}" for tool, how in told["differs"].items())
        parts.append("## Where other tools differ\n\n" + differs)
    parts.append(f"Source: {told['source']}. Defined in `{told['defined_in']}`.")
    parts.append("[All measures](README.md)")
    return MADE + "\n\n".join(parts) + "\n"


def default(parameter: dict[str, Any]) -> str:
    """Return what stands in the column of defaults."""
    if parameter["required"]:
        return "required"
    return "none" if parameter["default"] is None else f"`{parameter['default']!r}`"


def fenced(help: str) -> str:
    """Put worked examples between fences; formulas are indented, which is code already."""
    lines: list[str] = []
    inside = False
    for line in help.splitlines():
        if not inside and line.startswith(">>>"):
            lines.append("```python")
            inside = True
        if inside and not line.strip():
            lines.append("```")
            inside = False
        lines.append(line)
    return "\n".join([*lines, *(["```"] if inside else [])])


def index(measures: list[Measure]) -> str:
    """Return the list of all measures, family by family."""
    parts = [
        f"# The {len(measures)} measures",
        "Where other tools give another number: [differences](differences.md).",
    ]
    for family, members in groupby(measures, key=lambda each: each.family):
        listed = list(members)
        rows = [
            (
                f"[`{told['usage']}`]({told['name']}.md)",
                told["summary"],
                ", ".join(f"`{n}`" for n in told["trec_eval"]),
            )
            for told in map(described, listed)
        ]
        parts.append(
            f"## {family}\n\n{listed[0].family_summary}\n\n" + table(("measure", "what", "trec_eval"), rows)
        )
    return MADE + "\n\n".join(parts) + "\n"


def differences(told: list[dict[str, Any]]) -> str:
    """Return every known difference from another tool, with its reason and who is right."""
    rows = [
        (f"[`{each['name']}`]({each['name']}.md)", tool, how)
        for each in told
        for tool, how in each["differs"].items()
    ]
    intro = (
        "A measure that other tools have, too, gives their number, topic by topic, to 1e-9: tests compare it with "
        "trec_eval (through pytrec_eval), ir_measures, pyndeval and cwl-eval. These are the exceptions."
    )
    return (
        MADE
        + f"# Where tools differ\n\n{intro}\n\n"
        + table(("measure", "tool", "how, why, and who is right"), rows)
        + "\n"
    )


def with_table(readme: str, measures: list[Measure]) -> str:
    """Return the README with its table of families made anew."""
    rows = []
    for family, members in groupby(measures, key=lambda each: each.family):
        names = " ".join(f"[{each.name}](docs/measures/{each.name}.md)" for each in members)
        rows.append((f"**{family}**", names))
    before, _, rest = readme.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not rest:
        return readme
    return f"{before}{BEGIN}\n\n{table(('family', 'measures'), rows)}\n\n{END}{after}"


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """Return a Markdown table."""
    escaped = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [heads, ("---",) * len(heads), *escaped])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
