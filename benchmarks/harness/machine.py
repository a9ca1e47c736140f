"""Describe the machine and the tools well enough to compare records; no names of hosts, no paths."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

from harness.tools import Setting, version_of

PACKAGES = ["cranfield", "pytrec-eval-terrier", "ir_measures", "numpy", "scipy", "pyarrow"]


def machine() -> dict[str, str | int | bool | None]:
    """The hardware and the operating system."""
    cpu = fields("/proc/cpuinfo")
    memory = fields("/proc/meminfo").get("MemTotal", "0").split()[0]
    return {
        "cpu": cpu.get("model name") or platform.processor() or platform.machine(),
        "cores": cores(),
        "virtual": "hypervisor" in cpu.get("flags", ""),
        "memory_gb": round(int(memory) * 1024 / 1e9) or None,
        "os": system(),
        "kernel": f"{platform.system()} {'.'.join(re.findall(r'[0-9]+', platform.release())[:2])}",
    }


def cores() -> int | None:
    """Those that this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def system() -> str:
    """The name of the operating system's release."""
    found = re.search(r'^PRETTY_NAME="?([^"\n]*)', read("/etc/os-release"), re.MULTILINE)
    return found[1] if found else f"{platform.system()} {platform.release()}"


def fields(path: str) -> dict[str, str]:
    """The first value of every `name: value` line, so for several processors those of the first."""
    found: dict[str, str] = {}
    for line in read(path).splitlines():
        name, _, value = line.partition(":")
        found.setdefault(name.strip(), value.strip())
    return found


def read(path: str) -> str:
    """A file's text, or nothing where there is no such file."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def versions(at: Setting) -> dict[str, str]:
    """What is installed; a tool that is not is left out."""
    found = {package: version_of(at.python, package) for package in PACKAGES}
    found["ranx"] = version_of(at.ranx_python, "ranx")
    found["python"] = said([at.python, "-c", "import platform; print(platform.python_version())"])
    found["trec_eval"] = said([os.environ["TREC_EVAL"], "--version"]) if "TREC_EVAL" in os.environ else None
    found["rustc"] = said(["rustc", "--version"]) if shutil.which("rustc") else None
    return {name: version.removeprefix(f"{name} ") for name, version in found.items() if version}


def said(command: list[str]) -> str | None:
    """The first line of what a program says about its version, wherever it says it."""
    try:
        told = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except OSError:
        return None
    lines = (told.stdout or told.stderr).splitlines()
    return lines[0].rpartition("/")[2].strip()[:80] if lines else None
