"""The workspace: the files that a run finds in its work folder, and what becomes of the folder when it is over."""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

#: Where HOME and TMPDIR of a run point to, below its work folder.
FOLDERS: Final = (".home", ".tmp")


def fill(folder: int, files: Mapping[str, bytes], uid: int | None) -> None:
    """Write `files` (path below `folder` -> content), owned by `uid`, or by us when it is None."""
    owner = -1 if uid is None else uid
    parents = {str(parent) for path in files for parent in PurePosixPath(path).parents} - {"."}
    for path in sorted(parents | set(FOLDERS)):  # sorted: a folder comes before what it holds
        with suppress(FileExistsError):  # a sandbox that was warmed in advance has them
            os.mkdir(path, 0o700, dir_fd=folder)
        os.chown(path, owner, owner, dir_fd=folder, follow_symlinks=False)
    for path, content in files.items():
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o644, dir_fd=folder)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            os.fchown(descriptor, owner, owner)


def remove(place: Path) -> None:
    """Remove the folder `place` and all that a script left in it, once nothing of it runs. What resists stays.

    Threat: folders nested deeper than a path may be long, or than a walk through them may recurse. Nothing is walked:
    what is in a folder is moved up to the first one before that folder goes.
    """
    with suppress(OSError):
        top = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            _empty(top)
        finally:
            os.close(top)
        place.rmdir()


def _empty(top: int) -> None:
    names = (f".up-{number}" for number in itertools.count())
    while found := os.listdir(top):
        for name in found:
            try:
                os.unlink(name, dir_fd=top)
            except IsADirectoryError:
                _dissolve(name, top, names)


def _dissolve(name: str, top: int, names: Iterator[str]) -> None:
    os.chmod(name, 0o700, dir_fd=top)
    folder = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=top)
    try:
        for entry in os.listdir(folder):  # noqa: PTH208  (a descriptor)
            if stat.S_ISDIR(os.stat(entry, dir_fd=folder, follow_symlinks=False).st_mode):
                os.chmod(entry, 0o700, dir_fd=folder)  # one that its owner may not write to cannot be moved
            os.rename(entry, _free(top, names), src_dir_fd=folder, dst_dir_fd=top)
    finally:
        os.close(folder)
    os.rmdir(name, dir_fd=top)


def _free(top: int, names: Iterator[str]) -> str:
    """A name that nothing in `top` has: a script may have thought of ours."""
    for name in names:
        try:
            os.stat(name, dir_fd=top, follow_symlinks=False)
        except FileNotFoundError:
            return name
    raise AssertionError("numbers do not end")
