"""Whether to build the native core: the one thing that pyproject.toml cannot decide.

It is built when cargo and rustc are there, and the install goes on without it when that fails: the Python twin
computes the same. CRANFIELD_BUILD=python leaves it out, CRANFIELD_BUILD=native insists on it, from the locked
crates (wheels, CI).
"""

import os
import shutil
import sysconfig
from typing import Any

from setuptools import setup

wish = os.environ.get("CRANFIELD_BUILD", "")
if wish not in {"", "native", "python"}:
    raise SystemExit(f"CRANFIELD_BUILD is `native`, `python` or not set, not `{wish}`")
rust_is_here = shutil.which(os.environ.get("CARGO", "cargo")) and shutil.which("rustc")
# One build for 3.11 and everything later. Free-threaded Pythons have no such ABI before 3.15: each gets its own.
abi3 = not sysconfig.get_config_var("Py_GIL_DISABLED")

native: dict[str, Any] = {}  # empty: a pure wheel, for every platform
if wish == "native" or (rust_is_here and wish != "python"):
    from setuptools_rust import Binding, RustExtension

    native["rust_extensions"] = [
        RustExtension(
            "cranfield._native",
            "native/Cargo.toml",
            features=["python", "pyo3/abi3-py311"] if abi3 else ["python"],
            args=["--locked"] if wish == "native" else [],
            binding=Binding.PyO3,
            py_limited_api=abi3,
            debug=False,  # else an editable install would be built without optimisation
            optional=wish != "native",
        )
    ]
    native["options"] = {"bdist_wheel": {"py_limited_api": "cp311" if abi3 else False}}

setup(**native)
