"""The command line. Data goes to standard output, everything else to standard error.

Exit codes: 0 fine, 1 findings, 2 usage or bad input, 70 a bug in cranfield or too little memory,
130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import gc
import os
import sys
import warnings
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

FINE = 0
FINDINGS = 1
REFUSED = 2
BROKEN = 70
INTERRUPTED = 130
READER_GONE = 141

TREC_EVAL = "trec-eval"


def main() -> NoReturn:
    """Run the command in `sys.argv` and leave with its exit code."""
    _leave(run(sys.argv[1:]))


def trec_eval() -> NoReturn:
    """Be the program `cranfield-trec-eval`."""
    _leave(run([TREC_EVAL, *sys.argv[1:]]))


def _leave(code: int) -> NoReturn:
    with suppress(OSError, ValueError):
        sys.stderr.flush()
    # Everything is written and closed. Taking all of numpy down in order would cost a tenth of a small evaluation.
    os._exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command; return the exit code. Whatever goes wrong becomes a message, never a traceback."""
    # numpy starts a thread a core for linear algebra, which spin for a while; no command here does any.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()  # a process this short makes no garbage worth walking through all of numpy for
    from cranfield.cli import messages

    places: dict[str, str] = {}
    with warnings.catch_warnings():
        messages.show_warnings()
        try:
            return _invoke(list(arguments) or ["--help"], places)
        except KeyboardInterrupt:
            messages.tell("interrupted")
            return INTERRUPTED
        except BrokenPipeError:
            return READER_GONE
        except Exception as failure:  # noqa: BLE001  (the last resort: a user never sees a traceback unasked)
            return messages.explain(failure, places)
        finally:
            _settle_output()


def _invoke(arguments: list[str], places: dict[str, str]) -> int:
    """Run the command; `places` is told where the arguments stand that a file named."""
    if arguments[0] == TREC_EVAL:  # has options of its own, and no time to wait for click
        from cranfield.compat.trec_eval import run as run_trec_eval

        return run_trec_eval(arguments[1:])
    import click

    from cranfield.cli.arguments import expanded
    from cranfield.cli.group import group

    if asked := os.environ.get("_CRANFIELD_COMPLETE"):  # set by the script of `cranfield completion`
        from cranfield.cli.completion import complete

        return complete(group, asked)
    arguments, named_in_files = expanded(arguments)
    places.update(named_in_files)
    try:
        with group.make_context("cranfield", arguments) as context:
            code: int | None = group.invoke(context)
    except click.exceptions.Exit as leave:  # --help, --version
        code = leave.exit_code
    sys.stdout.flush()  # a full disk or a closed pipe must show now, not while Python shuts down
    return code or FINE


def _settle_output() -> None:
    """Keep Python from trying a closed pipe or a full disk again, and complaining, when it shuts down."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
