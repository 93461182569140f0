"""The machine: what the numbers were measured on."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def machine() -> str:
    """Cores, memory, kernel and Python in one line."""
    cores = len(os.sched_getaffinity(0))
    first = Path("/proc/meminfo").read_text().splitlines()[0]
    gib = int(first.split()[1]) / 1024 / 1024
    return f"{cores} cores, {gib:.0f} GiB, Linux {platform.release()}, Python {platform.python_version()}"
