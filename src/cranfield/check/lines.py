"""What is wrong with single lines of plain text, and with how the text is written."""

from __future__ import annotations

import unicodedata

from cranfield._core.lines import FIELD
from cranfield.check.ranking import cut_within_tag
from cranfield.check.scan import Sheet
from cranfield.check.telling import Teller
from cranfield.errors import count, printable
from cranfield.faults import Fault, caret, sentence
from cranfield.read.columns import looks_like_header

_WANTED = {"run-columns": 6, "qrels-columns": 4, "ranking3-columns": 3, "ranking2-columns": 2}
_LONG = 1 << 16
_HIDDEN = {"Cc", "Cf", "Zs", "Zl", "Zp", "Co"}  # Unicode's controls, formats and blanks


class FaultTeller:
    """Tells of the lines that cannot be used, by what they probably are."""

    def __init__(self, tell: Teller, data: bytes) -> None:
        self._tell = tell
        self._unended = 0 if data.endswith(b"\n") else data.count(b"\n") + 1

    def __call__(self, fault: Fault) -> None:
        """Note one fault; beyond those that are shown there may be millions, which are only counted."""
        kind = likely_kind(fault, self._unended)
        report, file = self._tell.report, self._tell.file
        if report.has_room(file, kind):
            excerpt = caret(fault) if fault.text else []
            report.add(file, kind, _said(kind, fault), line=fault.line, excerpt=excerpt)
        else:
            report.more(file, kind, 1)


def likely_kind(fault: Fault, unended: int) -> str:
    """Say what a line that cannot be used probably is; line number `unended` has no end."""
    if fault.text.lstrip().startswith(b"#"):
        return "comment-line"
    if fault.line == 1 and _names_columns(fault.text):
        return "header-line"
    if fault.line == unended and fault.kind in (*_WANTED, "score", "grade"):
        return "truncated-line"
    if fault.kind in _WANTED and b"\t" in fault.text and not fault.cropped:
        cells = fault.text.split(b"\t")
        if len(cells) == _WANTED[fault.kind] and not all(cell.strip() for cell in cells):
            return "missing-id"
    return fault.kind


def _said(kind: str, fault: Fault) -> str:
    if kind == "comment-line":
        return "the line is a comment"
    if kind == "header-line":
        return "the line names columns"
    if kind == "missing-id":
        cells = fault.text.split(b"\t")
        return (
            f"column {next(place for place, cell in enumerate(cells, start=1) if not cell.strip())} is empty"
        )
    said = sentence(fault)
    return f"the file ends within a line: {said}" if kind == "truncated-line" else said


def _names_columns(text: bytes) -> bool:
    return looks_like_header((cell.decode("utf-8", "replace") for cell in text.split()), {})


def check_lines(sheet: Sheet, tell: Teller) -> None:
    """Tell how the text is written."""
    _check_line_ends(sheet, tell)
    seen = sheet.surface
    if sheet.data.startswith(b"\xef\xbb\xbf"):
        tell.once("byte-order-mark", "the file begins with a byte order mark", line=1)
    if seen.blank.count:
        said = f"{count(seen.blank.count, 'line')} without anything on {_it_or_them(seen.blank.count)}"
        tell.once("blank-lines", said, line=seen.blank.first)
    if seen.blanks_around.count:
        said = f"{count(seen.blanks_around.count, 'line')} with blanks at the beginning or the end"
        tell.once("blanks-around", said, line=seen.blanks_around.first)
    if seen.extra.count and not seen.old_mac.count:
        said = f"{count(seen.extra.count, 'line')} with more than 6 columns"
        tell.once("extra-columns", said, line=seen.extra.first)
    for number in seen.odd:
        _check_characters(sheet, number, tell)


def _it_or_them(number: int) -> str:
    return "it" if number == 1 else "them"


def _check_line_ends(sheet: Sheet, tell: Teller) -> None:
    seen, last = sheet.surface, len(sheet.line_ends)
    unended = last and not sheet.data.endswith(b"\n")
    unix = seen.unix.count - bool(unended and not sheet.data.endswith(b"\r"))
    if seen.old_mac.count:
        said = f"{count(seen.old_mac.count, 'line')} with a carriage return in the middle, which is read as a blank"
        tell.once("carriage-returns", said, line=seen.old_mac.first)
    if seen.windows.count and unix:
        said = f"{count(seen.windows.count, 'line')} with carriage return and line feed, {unix:,} with a line feed alone"
        tell.once("mixed-line-ends", said, line=max(seen.windows.first, seen.unix.first))
    elif seen.windows.count:
        tell.once("windows-line-ends", "the lines end with carriage return and line feed", line=1)
    cut = cut_within_tag(sheet.rows, complete=not unended)  # which is told where tags are
    if unended and last not in sheet.faulty[-1:] and not cut:
        tell.once("no-final-line-end", "the last line has no end", line=last)


def _check_characters(sheet: Sheet, number: int, tell: Teller) -> None:
    line = sheet.text_of(number)
    if len(line) > _LONG or b"\0" in line or _is_ordinary(line):
        return
    for field in FIELD.findall(line):
        try:
            text = field.decode()
        except UnicodeDecodeError as error:
            said = f"`{printable(field)}` is not UTF-8 from byte {error.start + 1} on"
            tell.once("not-utf8", said, line=number)
            return
        hidden = next((char for char in text if unicodedata.category(char) in _HIDDEN), None)
        if hidden is not None:
            name = unicodedata.name(hidden, "a control character").lower()
            tell.once(
                "hidden-character", f"`{_unhidden(text)}` holds U+{ord(hidden):04X}, {name}", line=number
            )
            return


def _is_ordinary(line: bytes) -> bool:
    """Tell, fast, whether all of a line is text that can be seen, as in a file of Chinese ids."""
    try:
        return line.rstrip(b"\r").replace(b"\t", b" ").decode().isprintable()
    except UnicodeDecodeError:
        return False


def _unhidden(text: str) -> str:
    return "".join(
        f"\\u{ord(char):04x}" if unicodedata.category(char) in _HIDDEN else char for char in text[:60]
    )
