"""The entry of a service of the house: `python -m plotlane_kit.house.enter MODULE` loads it while its neighbours start.

The variables that are known only when those serve come as one JSON object by standard input.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import runpy
import sys
from contextlib import suppress
from pathlib import Path


def main(module: str) -> None:
    """Load `module`, wait for its variables, and run it as `python -m module` would."""
    gc.disable()  # all that is loaded stays: looking through it for garbage takes a sixth of the agent's start
    with suppress(ImportError):  # the run below says what is wrong
        importlib.import_module(f"{module}.server")
    gc.enable()
    words = sys.stdin.buffer.read()
    if not words:
        return  # the supervisor has stopped, or was
    os.environ.update(json.loads(words))
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), sys.stdin.fileno())
    sys.argv = [module]
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1])
