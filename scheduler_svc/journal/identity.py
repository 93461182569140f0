"""The identity of a journal's files: whether what was opened is still what its path names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from scheduler_svc.journal.base import JournalError


class FileIdentity:
    """Remembers files by device and inode. Who removes a file that is open takes nothing from whoever writes to it, but
    everything from the next start: a commit must not count then. Looking costs a few microseconds a file.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        """Remember those of `paths` that exist; their owner keeps them open, so no other file gets their inodes."""
        # Looked at, never opened: closing a second descriptor of a database would undo SQLite's own locks.
        self._known = [(str(path), known) for path in paths if (known := _identity(str(path))) is not None]

    def check(self) -> None:
        """Raise `JournalError` when one of them is gone, or another file is in its place."""
        for path, known in self._known:
            if _identity(path) != known:
                raise JournalError(
                    f"{path} was removed or replaced while the journal was in use; "
                    "start again with the file in its place, or with a new journal"
                )


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 (a third of what a Path takes, and asked at every commit)
    except OSError:
        return None
    return found.st_dev, found.st_ino
