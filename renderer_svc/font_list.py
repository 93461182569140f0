"""matplotlib's files: its list of fonts, made once for a set of fonts, and our defaults."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from typing import Final

from renderer_svc.executor import Executor
from renderer_svc.fonts import font_files, matplotlibrc_text
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.image import build_image
from renderer_svc.stop import Stop
from renderer_svc.task import Task

_FOLDER: Final = ".home/matplotlib"
_OUTPUT: Final = "list.json"

_SCRIPT: Final = f"""\
import os
from matplotlib import get_cachedir
from matplotlib.font_manager import FontManager
name = f"fontlist-v{{FontManager.__version__}}.json"
with open(os.path.join(get_cachedir(), name), encoding="utf-8") as file:
    found = file.read()
with open({_OUTPUT!r}, "w", encoding="utf-8") as file:
    file.write(name + "\\n" + found)
"""


class MatplotlibFiles:
    """Made in a sandbox when first asked for, and kept in this user's cache folder for later starts.

    Without the list each run would look through the fonts again, for about 200 ms.
    """

    def __init__(self, executor: Executor, limits: Limits, cache: Path | None = None) -> None:
        self._executor = executor
        self._limits = limits.for_trial()
        self._cache = cache_folder() if cache is None else cache
        self._lock = threading.Lock()
        self._found: Mapping[str, bytes] | None = None

    def content(self) -> Mapping[str, bytes]:
        """Path below the work folder -> content. Without the list when no sandbox could make it."""
        with self._lock:
            if self._found is None:
                self._found = self._read() or self._make()
            return self._found

    def _read(self) -> Mapping[str, bytes] | None:
        with suppress(OSError):
            return _split(self._path().read_bytes())
        return None

    def _make(self) -> Mapping[str, bytes]:
        image = build_image(("matplotlib",), fonts=True)
        stop = Stop()
        try:
            task = Task(image, "list.py", {"list.py": _SCRIPT.encode()}, self._limits, outputs={_OUTPUT: None})
            result = self._executor.run(task, slot=0, stop=stop)
        finally:
            stop.close()
        if result.outcome is not Outcome.OK:
            return _split(b"")
        made = result.outputs[_OUTPUT]  # our own script wrote it: no user code ran in that sandbox
        self._store(made)
        return _split(made)

    def _store(self, made: bytes) -> None:
        path = self._path()
        with suppress(OSError):  # a machine without such a folder makes the list at each start, in half a second
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            partial = path.with_suffix(f".{os.getpid()}")
            partial.write_bytes(made)
            partial.replace(path)

    def _path(self) -> Path:
        digest = hashlib.sha256(metadata.version("matplotlib").encode())
        for file in font_files():
            digest.update(f"{file.name}:{file.stat().st_size}\n".encode())
        return self._cache / f"fonts-{digest.hexdigest()[:16]}"


def cache_folder() -> Path:
    """Where this user's programs keep what they can make again."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".cache") / "plotlane"


def _split(made: bytes) -> Mapping[str, bytes]:
    name, _, found = made.partition(b"\n")
    files = {f"{_FOLDER}/matplotlibrc": matplotlibrc_text().encode()}
    return {**files, f"{_FOLDER}/{name.decode()}": found} if found else files
