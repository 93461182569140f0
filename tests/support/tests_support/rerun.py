"""Exported scripts run again, each in a process of its own that has already imported what takes long."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

_PROGRAM: Final = """
import gc, os, runpy, sys, traceback
import matplotlib
matplotlib.use("Agg")
import matplotlib.pyplot, pandas
gc.freeze()
for folder in map(str.strip, sys.stdin):
    child = os.fork()
    if not child:
        try:
            os.chdir(folder)
            runpy.run_path("plot.py", run_name="__main__")
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


class Rerun:
    """Runs `plot.py` of one folder after another; close it when done."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, folder: Path) -> int:
        """The exit code of `python plot.py` in `folder`; what it complained of is on standard error."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(folder, file=self._process.stdin, flush=True)
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
