"""Errors with cranfield's words that an `except` written for pytrec_eval catches."""

from __future__ import annotations

from typing import NoReturn

from cranfield.errors import CranfieldError, InputError, UsageError


class UnsupportedMeasureError(UsageError, ValueError):
    """There is no such measure: pytrec_eval raises a ValueError."""


class WrongInputError(InputError, TypeError, ValueError):
    """No number may be made of this: pytrec_eval raises a TypeError, or a ValueError where it reads files."""


def refuse(error: CranfieldError) -> NoReturn:
    """Raise what cranfield says of an input, as pytrec_eval would."""
    raise WrongInputError(error.message, slug=error.slug, details=error.details, hint=error.hint) from None
