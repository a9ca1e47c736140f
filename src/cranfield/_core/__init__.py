"""The one switch between the Rust core and its Python twin. `core` is whichever is in use.

`CRANFIELD_CORE=python` or `native` chooses; without it the Rust core is taken where it was built, and its absence
is said once.
"""

from __future__ import annotations

import os

from cranfield._core.contract import Core
from cranfield.errors import UsageError, warn

__all__ = ["core"]


def _is_built() -> bool:
    try:
        import cranfield._native  # noqa: F401
    except ImportError:
        return False
    return True


def _choose() -> Core:
    wanted = os.environ.get("CRANFIELD_CORE", "")
    if wanted not in ("", "python", "native"):
        raise UsageError.unknown_choice("CRANFIELD_CORE", wanted, ("python", "native"))
    built = _is_built()
    if wanted == "native" and not built:
        raise UsageError(
            "CRANFIELD_CORE=native, but the Rust core was not built",
            slug="native-core-missing",
            hint="install Rust, then reinstall: pip install --force-reinstall --no-cache-dir cranfield",
        )
    if built and wanted != "python":
        from cranfield._core.native import Native

        return Native()
    if not wanted:
        warn(
            "no-native-core",
            "reading and judging run in Python here, about 30 times slower; the numbers are the same",
            "the Rust core was not built when cranfield was installed; with Rust on PATH, reinstall to have it",
            "CRANFIELD_CORE=python says that this is meant, and silences the warning",
        )
    from cranfield._core.twin import Twin

    return Twin()


core = _choose()
