"""A guest's memory: what a sandbox of gVisor's holds, which no process's resident pages tell.

The second kernel keeps the guest's pages in a file that only it has, and maps few of them at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from renderer_svc.meter import private_bytes

_FILE: Final = "/memfd:runsc-memory"
_BLOCK: Final = 512  # bytes in which the kernel counts what a file takes, whatever the file system


class GuestMemory:
    """Measures one sandbox, again and again."""

    def __init__(self) -> None:
        self._found: tuple[int, Path] | None = None  # a process that has the file, and its descriptor as a path

    def read(self, processes: Sequence[int]) -> int | None:
        """Bytes of the guest's pages and of what `processes` hold privately; None: we may not ask, or it ended."""
        if self._found is None or self._found[0] not in processes:
            self._found = next(filter(None, map(_find, processes)), None)
        if self._found is None:
            return None
        try:
            guest = self._found[1].stat().st_blocks * _BLOCK
        except OSError:  # it ended
            return None
        return guest + sum(map(private_bytes, processes))


def _find(pid: int) -> tuple[int, Path] | None:
    with suppress(OSError):  # it ended, or is not ours to look into
        for descriptor in Path(f"/proc/{pid}/fd").iterdir():
            if str(descriptor.readlink()).startswith(_FILE):
                return pid, descriptor
    return None
