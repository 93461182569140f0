"""An artifact: a file that a script left behind, taken out of its folder without trusting it."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from renderer_svc.svg import svg_complaint

PNG_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_IHDR_END: Final = 33  # signature 8, length 4, type 4, fields 13, checksum 4
_READ_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Rejected:
    """The file is there but is not taken; `measured_bytes` is set when its size is the reason."""

    name: str
    why: str
    measured_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Missing:
    """The script left no file of this name."""

    name: str


Check = Callable[[bytes], str | None]


def collect(folder: int, name: str, max_bytes: int, check: Check | None = None) -> bytes | Rejected | Missing:
    """Read `name` from the directory descriptor `folder`, once nothing runs there any more.

    O_NOFOLLOW stops links, O_NONBLOCK keeps a pipe from blocking us; everything else is asked of the open
    descriptor, so that nothing can be swapped between the question and the read.
    """
    try:
        descriptor = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        return Missing(name)
    except OSError as error:
        return Rejected(name, "a symbolic link" if error.errno == errno.ELOOP else "it cannot be opened")
    try:
        return _read(descriptor, name, max_bytes, check)
    finally:
        os.close(descriptor)


def _read(descriptor: int, name: str, max_bytes: int, check: Check | None) -> bytes | Rejected:
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return Rejected(name, "not a regular file")
    if found.st_nlink != 1:
        return Rejected(name, "it has a second name (hard link)")
    if found.st_size > max_bytes:
        return Rejected(name, f"too large: {found.st_size:,} bytes of at most {max_bytes:,}", found.st_size)
    pieces = []
    while piece := os.read(descriptor, _READ_BYTES):
        pieces.append(piece)
    data = b"".join(pieces)
    complaint = check(data) if check else None
    return Rejected(name, complaint) if complaint else data


def png_check(max_pixels: int) -> Check:
    """A check that reads a PNG's header without decoding it: signature, IHDR first, at most `max_pixels` pixels."""

    def check(data: bytes) -> str | None:
        if len(data) < _IHDR_END or not data.startswith(PNG_SIGNATURE) or data[12:16] != b"IHDR":
            return "not a PNG"
        width, height = struct.unpack(">II", data[16:24])
        if width == 0 or height == 0 or width * height > max_pixels:
            return f"it claims {width} x {height} pixels"
        return None

    return check


def svg_check() -> Check:
    """A check that a file is an SVG that neither runs nor loads anything: see `svg`."""
    return svg_complaint
