"""System parts: what a library needs of the machine beside Python packages, and the one line that installs it."""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

_ANSWER_S: Final = 30.0  # it takes a quarter of a second
_VERSION: Final = re.compile(r"\d+\.\d+")
_SHOWN: Final = 120  # characters of what a program says of its fault


@dataclass(frozen=True, slots=True)
class SystemPart:
    """A program (by its possible paths) or a shared library (by the name that the loader knows)."""

    package: str  #: Debian's name for it
    programs: tuple[str, ...] = ()  #: absolute paths, the best first
    library: str = ""

    def find(self) -> str:
        """The path of the program, or the name of the library; empty when this machine has none that works."""
        if self.library:
            return self.library if _loads(self.library) else ""
        return next((path for path in self.programs if Path(path).is_file() and not _fault_of(path)), "")

    @property
    def remedy(self) -> str:
        """The line that installs it; of a program that is there and does not start, the reason as well."""
        present = next((path for path in self.programs if Path(path).is_file()), "")
        if not present:
            return f"sudo apt-get install {self.package}"
        return self.reinstallation(f"does not start: {_fault_of(present)}")

    def reinstallation(self, fault: str) -> str:
        """The line that installs a program again that is there and has a `fault`, which it says."""
        present = next((path for path in self.programs if Path(path).is_file()), self.package)
        return f"sudo apt-get install --reinstall {self.package}  # {present} {fault}"


def _fault_of(program: str) -> str:
    """Why `program` does not start, in a few words; empty when it does. Asked once for each file that is there."""
    found = Path(program).stat()
    return _tried(program, found.st_mtime_ns, found.st_size)


@cache
def _tried(program: str, _mtime_ns: int, _size: int) -> str:
    """Has it say its version: that loads all of its libraries and takes 0.07 s of processor time."""
    try:
        answer = subprocess.run(
            [program, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={"PATH": os.defpath, "HOME": "/nonexistent"},
            cwd="/",
            timeout=_ANSWER_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it has not answered within {_ANSWER_S:g} s"
    except OSError as error:
        return str(error.strerror)
    if answer.returncode == 0 and _VERSION.search(answer.stdout.decode("utf-8", "replace")):
        return ""
    said = answer.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
    return said[:_SHOWN] or f"it ended at once with exit code {answer.returncode}"


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


CHROMIUM: Final = SystemPart(
    "chromium-headless-shell",
    programs=("/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium", "/opt/google/chrome/chrome"),
)
CAIRO: Final = SystemPart("libcairo2", library="libcairo.so.2")
