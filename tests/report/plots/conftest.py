"""The gallery's samples, which are scripts beside their page."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

GALLERY = Path(__file__).resolve().parents[3] / "docs" / "gallery"


@pytest.fixture(scope="session")
def gallery() -> Iterator[ModuleType]:
    """Import docs/gallery/make_gallery.py."""
    sys.path.insert(0, str(GALLERY))
    try:
        spec = importlib.util.spec_from_file_location("make_gallery", GALLERY / "make_gallery.py")
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        yield module
    finally:
        sys.path.remove(str(GALLERY))
        sys.modules.pop("samples", None)
