"""System parts: what a library needs of the machine beside Python packages, and the one line that installs it."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class SystemPart:
    """A program (by its possible paths) or a shared library (by the name that the loader knows)."""

    package: str  #: Debian's name for it
    programs: tuple[str, ...] = ()  #: absolute paths, the best first
    library: str = ""

    def find(self) -> str:
        """The path of the program, or the name of the library; empty when this machine has it not."""
        if self.library:
            return self.library if _loads(self.library) else ""
        return next((path for path in self.programs if Path(path).is_file()), "")

    @property
    def remedy(self) -> str:
        """The line that installs it."""
        return f"sudo apt-get install {self.package}"


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
