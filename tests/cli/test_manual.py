"""The manual page: all that the commands say, and roff that groff has nothing to say about."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest

from cranfield import __version__, cli
from cranfield.cli.group import COMMANDS, group
from cranfield.cli.manual import EXIT_CODES, manual, roff
from tests.cli.conftest import Command


@pytest.fixture
def page(cranfield: Command) -> str:
    """The page as the command prints it."""
    result = cranfield("manual")
    assert (result.code, result.err) == (0, "")
    return result.out


def formatted(page: str) -> str:
    if shutil.which("groff") is None:
        pytest.skip("there is no groff here")
    done = subprocess.run(
        ["groff", "-man", "-ww", "-Tutf8", "-P-c", "-rLL=80n"],
        input=page,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return re.sub(".\b", "", done.stdout)  # bold is a letter struck twice


def test_the_page_has_every_command_with_every_option(page: str) -> None:
    assert page.startswith(f'.TH CRANFIELD 1 "" "cranfield {__version__}" "User Commands"\n')
    context = click.Context(group)
    for name in COMMANDS:
        command = group.get_command(context, name)
        assert command is not None
        section = page.partition(f".SS {roff(f'cranfield {name}')}\n")[2].partition("\n.SS ")[0]
        assert section
        for option in command.params:
            if isinstance(option, click.Option) and not option.hidden:
                assert roff(max(option.opts, key=len)) in section


def test_groff_has_nothing_to_complain_of(page: str) -> None:
    text = formatted(page)
    assert "SYNOPSIS" in text
    for line in text.splitlines():
        assert len(line) <= 90, line  # an example that is not to be broken


def test_examples_can_be_copied(page: str) -> None:
    text = formatted(page)
    assert 'cranfield gate qrels.txt old.run new.run -m "nDCG@10 R@1000" --max-drop 0.01' in text
    assert "--per-topic" in text


@pytest.mark.parametrize(
    "text", ["--a-b", "'quoted'", "`x`", ".hidden", "back\\slash \\fBbold", "~ ^", "Kekäläinen é"]
)
def test_any_text_is_shown_as_it_is(text: str) -> None:
    assert text in map(str.strip, formatted(f".TH X 1\n{roff(text)}\n").splitlines())


def test_a_program_of_another_shape_has_a_page_too() -> None:
    @click.command("alone")
    @click.option("--deep", help="How deep.")
    def alone(deep: str) -> None:
        """Do one thing."""

    page = manual(alone, "alone")
    assert r"\-\-deep" in page
    assert "How deep." in page


def test_the_exit_codes_are_those_of_the_program() -> None:
    codes = [cli.FINE, cli.FINDINGS, cli.REFUSED, cli.BROKEN, cli.INTERRUPTED, cli.READER_GONE]
    assert [int(code) for code, _ in EXIT_CODES] == codes
