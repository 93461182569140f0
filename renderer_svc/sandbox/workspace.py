"""The workspace: the files that a run finds in its work folder, written before anything of it runs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Final

#: Where HOME and TMPDIR of a run point to, below its work folder.
FOLDERS: Final = (".home", ".tmp")


def fill(folder: int, files: Mapping[str, bytes], uid: int | None) -> None:
    """Write `files` (path below `folder` -> content), owned by `uid`, or by us when it is None."""
    owner = -1 if uid is None else uid
    parents = {str(parent) for path in files for parent in PurePosixPath(path).parents} - {"."}
    for path in sorted(parents | set(FOLDERS)):  # sorted: a folder comes before what it holds
        os.mkdir(path, 0o700, dir_fd=folder)
        os.chown(path, owner, owner, dir_fd=folder, follow_symlinks=False)
    for path, content in files.items():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644, dir_fd=folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            os.fchown(descriptor, owner, owner)
