"""What pytest has to know before it collects: an install without Rust is tested as one that means it."""

import importlib.util
import os

collect_ignore: list[str] = []

if importlib.util.find_spec("cranfield._native") is None:
    os.environ.setdefault(
        "CRANFIELD_CORE", "python"
    )  # else a warning, which is an error here, in every process
    collect_ignore.append("src/cranfield/_core/native.py")
