"""The records of an xls file, for what the reader of workbooks does not tell: error cells, formats, and a password.

The container is Microsoft's compound file, the stream in it is BIFF8; both as [MS-CFB] and [MS-XLS] describe them.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

_NO_SECTOR: Final = 0xFFFF_FFFA  # this and above are marks, not sectors
_HEADER_FAT: Final = 109  # places for sectors of the table in the header itself
_ENTRY: Final = 128
FORMULA, _BOOL_ERR, _BOUND_SHEET, _END, _BEGIN, _FILE_PASS = 0x0006, 0x0205, 0x0085, 0x000A, 0x0809, 0x002F
_NAMES: Final = tuple(name.encode("utf-16-le") for name in ("Workbook\0", "Book\0"))


def count_errors(data: bytes, sheet: int) -> int:
    """How many cells of the sheet with number `sheet`, from 0, show an error; 0 when its records cannot be found."""
    try:
        stream = workbook_stream(data)
        return sum(_is_error(kind, body) for kind, body in records(stream, sheet_starts(stream)[sheet]))
    except (struct.error, IndexError):
        return 0


def is_encrypted(data: bytes) -> bool:
    """Whether the workbook's records are encrypted."""
    try:
        return any(kind == _FILE_PASS for kind, _ in records(workbook_stream(data), 0))
    except (struct.error, IndexError):
        return False


def _is_error(kind: int, body: bytes) -> bool:
    if kind == _BOOL_ERR:
        return len(body) >= 8 and body[7] == 1
    return kind == FORMULA and len(body) >= 14 and body[12:14] == b"\xff\xff" and body[6] == 2


def sheet_starts(stream: bytes) -> list[int]:
    """Where in `stream` each sheet begins. Errors: struct.error."""
    return [struct.unpack_from("<I", body)[0] for kind, body in records(stream, 0) if kind == _BOUND_SHEET]


def records(stream: bytes, start: int) -> Iterator[tuple[int, bytes]]:
    """The kind and body of the records of one substream, embedded ones (charts) included."""
    depth, at = 0, start
    while at + 4 <= len(stream):
        kind, size = struct.unpack_from("<HH", stream, at)
        yield kind, stream[at + 4 : at + 4 + size]
        at += 4 + size
        depth += (kind == _BEGIN) - (kind == _END)
        if depth <= 0:
            return


def workbook_stream(data: bytes) -> bytes:
    """The workbook's stream; empty when it lies in the small sectors, where no real workbook fits."""
    shift, mini_below = struct.unpack_from("<H", data, 30)[0], struct.unpack_from("<I", data, 56)[0]
    size = 1 << min(shift, 12)
    table = _table(data, size)
    folder = _chain(data, table, struct.unpack_from("<I", data, 48)[0], size)
    for at in range(0, len(folder) - _ENTRY + 1, _ENTRY):
        entry = folder[at : at + _ENTRY]
        first, length = struct.unpack_from("<II", entry, 116)
        if entry.startswith(_NAMES) and length >= mini_below:
            return _chain(data, table, first, size)[:length]
    return b""


def _table(data: bytes, size: int) -> list[int]:
    numbers = list(struct.unpack_from(f"<{_HEADER_FAT}I", data, 76))
    more, left = struct.unpack_from("<II", data, 68)
    for _ in range(min(left, len(data) // size)):
        block = struct.unpack_from(f"<{size // 4}I", data, (more + 1) * size)
        numbers += block[:-1]
        more = block[-1]
    table: list[int] = []
    for number in numbers:
        if number < _NO_SECTOR:
            table += struct.unpack_from(f"<{size // 4}I", data, (number + 1) * size)
    return table


def _chain(data: bytes, table: list[int], first: int, size: int) -> bytes:
    out = bytearray()
    number = first
    while number < len(table) and len(out) <= len(data):  # a chain that loops ends as well
        out += data[(number + 1) * size : (number + 2) * size]
        number = table[number]
    return bytes(out)
