"""A process that runs the code of steps as an exported script would, and hands back its frame."""

from __future__ import annotations

import base64
import io
import json
import pickle
import subprocess
import sys
from typing import Any

import pandas as pd

PROGRAM = """
import base64, io, json, pickle, sys
import numpy as np
import pandas as pd

read_csv = pd.read_csv
for line in sys.stdin:
    data, code = json.loads(line)
    pd.read_csv = lambda _name, **arguments: read_csv(io.StringIO(data), **arguments)
    names = {"pd": pd, "np": np}
    try:
        exec(code, names)
    except Exception as error:
        names["df"] = f"{type(error).__name__}: {error}"
    print(base64.b64encode(pickle.dumps(names["df"])).decode(), flush=True)
"""


class ScriptRunner:
    """One process for many scripts; it knows pandas and nothing of Plotlane."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def frame(self, data_csv: str, code: str) -> pd.DataFrame:
        """The `df` that `code` makes of data.csv."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([data_csv, code]) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        frame: Any = pickle.load(io.BytesIO(base64.b64decode(answer)))
        assert isinstance(frame, pd.DataFrame), f"{frame}\n{code}"
        return frame

    def close(self) -> None:
        """Let the process end."""
        self._process.communicate(timeout=30)
