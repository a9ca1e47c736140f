"""Check that the documents hold together.

Every link from one of our Markdown files to another, or to a heading, must lead somewhere; and every slug of an
error or warning in the source must have its heading in docs/messages.md, and the other way round.
"""

from __future__ import annotations

import ast
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MESSAGES = ROOT / "docs" / "messages.md"

FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)|(?:href|src)=\"([^\"]+)\"")
HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.MULTILINE)
ANCHOR = re.compile(r"<a (?:id|name)=\"([^\"]+)\"")


def main() -> int:
    """Print what is wrong, one line each, and say how many."""
    folders = [ROOT.glob("*.md"), (ROOT / "docs").rglob("*.md"), (ROOT / "examples").rglob("*.md")]
    documents = sorted(itertools.chain.from_iterable(folders))
    faults = [fault for document in documents for fault in dead_links(document)]
    faults += unexplained(ROOT / "src", MESSAGES)
    for fault in faults:
        print(fault)
    print(f"docs: {len(documents)} documents, {len(faults)} faults")
    return 1 if faults else 0


def dead_links(document: Path) -> Iterator[str]:
    """Name the links of a document to files or headings that do not exist."""
    text = CODE.sub("", FENCE.sub("", document.read_text(encoding="utf-8")))
    for link in (inline or html for inline, html in LINK.findall(text)):
        if re.match(r"[a-z][a-z0-9+.-]*:", link):
            continue  # another place's business: checking it needs a network and fails for others' reasons
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        if not target.exists():
            yield f"{document.relative_to(ROOT)}: no such file: {link}"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{document.relative_to(ROOT)}: no such heading: {link}"


def anchors(document: Path) -> set[str]:
    """Return what a link into the document may name, by the rule of the usual Markdown hosts."""
    text = FENCE.sub("", document.read_text(encoding="utf-8"))
    found = set(ANCHOR.findall(text))
    for heading in HEADING.findall(text):
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        number = 0
        while (numbered := f"{name}-{number}" if number else name) in found:
            number += 1
        found.add(numbered)
    return found


def unexplained(source: Path, messages: Path) -> Iterator[str]:
    """Name the slugs without a heading and the headings without a slug."""
    used = {slug: path for path in sorted(source.rglob("*.py")) for slug in slugs(path)}
    text = FENCE.sub("", messages.read_text(encoding="utf-8")) if messages.exists() else ""
    explained = {match.strip("`") for match in re.findall(r"^#{2,6} +(`[a-z0-9-]+`) *$", text, re.MULTILINE)}
    for slug in sorted(used.keys() - explained):
        yield f"{used[slug].relative_to(ROOT)}: {messages.relative_to(ROOT)} lacks a heading: ## `{slug}`"
    for slug in sorted(explained - used.keys()):
        yield f"{messages.relative_to(ROOT)}: nothing in the source says `{slug}` any more"


def slugs(path: Path) -> Iterator[str]:
    """Find the slugs in a module: `warn("slug", ...)`, `slug="slug"` and the keys of the two tables of wordings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), path)):
        match node:
            case ast.Call(func=ast.Name(id="warn" | "CranfieldWarning"), args=[slug, *_]):
                yield from words(slug)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="errors"), attr="warn"), args=[slug, *_]):
                yield from words(slug)
            case ast.AnnAssign(target=ast.Name(id="_WORDING" | "_COMPLAINTS"), value=ast.Dict(keys=keys)):
                yield from (word for key in keys if key is not None for word in words(key))
            case ast.keyword(arg="slug", value=slug):
                yield from words(slug)


def words(node: ast.expr) -> Iterator[str]:
    """Return the strings that an expression may stand for, as far as they stand there in so many words."""
    match node:
        case ast.Constant(value=str(word)):
            yield word
        case ast.IfExp(body=body, orelse=orelse):
            yield from words(body)
            yield from words(orelse)


if __name__ == "__main__":
    sys.exit(main())
