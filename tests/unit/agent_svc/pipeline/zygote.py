"""A warm Python that runs one script after another, each in its own forked process and folder.

Reads one JSON job a line, {"folder", "timeout_s"}; answers with one JSON line, {"status": the wait status}.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import traceback

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt  # noqa: F401
import pandas as pd  # noqa: F401

from renderer_svc.harness.probe import watch_savefig


def run(folder: str, timeout_s: float) -> None:
    os.chdir(folder)
    signal.setitimer(signal.ITIMER_REAL, timeout_s)
    with open("plot.py", encoding="utf-8") as file:
        source = file.read()
    try:
        watch_savefig("probe.json")
        exec(compile(source, "plot.py", "exec"), {"__name__": "__main__"})
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == "plot.py"]
        told = {"kind": type(error).__name__, "line": lines[-1] if lines else 0, "message": str(error)}
        with open("error.json", "w", encoding="utf-8") as file:
            json.dump(told, file)
        os._exit(1)
    os._exit(0)


gc.freeze()
for line in sys.stdin:
    job = json.loads(line)
    child = os.fork()
    if child == 0:
        run(job["folder"], job["timeout_s"])
    print(json.dumps({"status": os.waitpid(child, 0)[1]}), flush=True)
