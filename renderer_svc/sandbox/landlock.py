"""Landlock: the kernel's second opinion on files, asked whatever mounts and modes say."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Iterable
from typing import Final

from renderer_svc.sandbox import kernel

_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_MAKE_CHAR: Final = 1 << 6
_MAKE_FIFO: Final = 1 << 10
_MAKE_BLOCK: Final = 1 << 11
_TRUNCATE: Final = 1 << 14
_IOCTL_DEV: Final = 1 << 15
_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV  # the rest only makes sense for folders

#: How many rights on files each ABI knows.
_FILE_RIGHTS: Final = {1: 13, 2: 14, 3: 15, 4: 15}
_NEWEST_FILE_RIGHTS: Final = 16
_ALL_TCP: Final = 0b11  # bind and connect, from ABI 4 on
_ALL_SCOPES: Final = 0b11  # abstract sockets of, and signals to, processes outside, from ABI 6 on


def restrict(programs: Iterable[str], readable: Iterable[str], writable: Iterable[str], devices: Iterable[str]) -> int:
    """Allow this process what the four lists say, no other file; the ABI used. Raises OSError when there is none.

    `programs` may be read and executed, `readable` read, `writable` used in every way but to execute or to make
    devices, `devices` read and written. TCP, abstract sockets and signals to the outside are refused where the kernel
    can.
    """
    version = kernel.landlock_version()
    if version == 0:  # a wall that is not there is an open one
        raise OSError(errno.ENOSYS, "landlock is not on; Linux 5.13 or newer has it, with `landlock` in its lsm= list")
    handled = (1 << _FILE_RIGHTS.get(version, _NEWEST_FILE_RIGHTS)) - 1
    ruleset = kernel.landlock_ruleset(_attributes(version, handled))
    write = handled & ~(_EXECUTE | _MAKE_CHAR | _MAKE_FIFO | _MAKE_BLOCK)
    rules = (
        (programs, _EXECUTE | _READ_FILE | _READ_DIR),
        (readable, _READ_FILE | _READ_DIR),
        (writable, write),
        (devices, handled & (_READ_FILE | _WRITE_FILE | _TRUNCATE)),
    )
    for paths, rights in rules:
        for path in paths:
            _allow(ruleset, path, rights)
    _allow(ruleset, "/", _READ_DIR)
    kernel.landlock_restrict(ruleset)
    os.close(ruleset)
    return version


def _attributes(version: int, handled: int) -> bytes:
    fields = [handled]
    if version >= 4:
        fields.append(_ALL_TCP)
    if version >= 6:
        fields.append(_ALL_SCOPES)
    return struct.pack(f"={len(fields)}Q", *fields)


def _allow(ruleset: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_FILES
        kernel.landlock_allow(ruleset, rights, descriptor)
    finally:
        os.close(descriptor)
