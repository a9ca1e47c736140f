"""`--import`: code of one's own, brought in before measures are looked for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from cranfield.errors import CranfieldError, UsageError


def imported(names: Iterable[str]) -> None:
    """Import modules by name, or files by path, so that what they register is there."""
    for name in names:
        try:
            _import(name)
        except KeyboardInterrupt:
            raise
        except CranfieldError as failure:  # says itself what is wrong, but not where it was asked for
            failure.details += tuple(_places(failure))
            raise
        except BaseException as failure:  # a script that ends with sys.exit() among them
            raise _refused(name, failure) from failure


def _import(name: str) -> None:
    import importlib.util
    import sys

    if not name.endswith(".py"):
        importlib.import_module(name)
        return
    module = Path(name).stem
    spec = importlib.util.spec_from_file_location(module, name)
    if spec is None or spec.loader is None:
        raise ImportError(name)
    sys.modules[module] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(sys.modules[module])
    except BaseException:
        del sys.modules[module]
        raise


def _refused(name: str, failure: BaseException) -> UsageError:
    places = _places(failure)
    hint = "name a module on Python's path, or a file that ends in .py"
    if isinstance(failure, SystemExit):
        hint = 'what only a script should do belongs below: if __name__ == "__main__":'
    elif places:
        hint = "mend this line, and try again"
    said = " ".join(f"{type(failure).__name__}: {failure}".rstrip(": ").split())
    return UsageError(
        f"`{name}` could not be imported: {said}", slug="cannot-import", details=places, hint=hint
    )


def _places(failure: BaseException) -> list[str]:
    """Return, indented, the last line of the user's own code that led there, if it got so far."""
    import sysconfig
    import traceback

    if isinstance(failure, SyntaxError) and failure.filename:
        return [f"  {failure.filename}:{failure.lineno}"]
    paths = sysconfig.get_paths()
    others = "<frozen", str(Path(__file__).parents[1]), paths["stdlib"], paths["purelib"], paths["platlib"]
    frames = traceback.extract_tb(failure.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(others)]
    return [f"  {frame.filename}:{frame.lineno}: {frame.line}" for frame in own[-1:]]
