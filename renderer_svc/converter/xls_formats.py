"""Formats of an xls sheet: columns whose numbers it shows as percent, money or codes, from its records."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final

from renderer_svc.converter.number_formats import shared_units, unit_of
from renderer_svc.converter.xls_records import FORMULA, records, sheet_starts, workbook_stream

_FORMAT, _XF, _NUMBER, _RK, _MULTIPLE_RK = 0x041E, 0x00E0, 0x0203, 0x027E, 0x00BD
_BEGIN: Final = 0x0809
_BIFF8: Final = 0x0600
_LOOKED_AT: Final = 200_000  # records of a sheet
_RK_BYTES: Final = 6  # of each number in a record of several


def column_units(data: bytes, sheet: int, first_row: int) -> Mapping[int, str]:
    """`%`, the sign of a currency or `00000` for each column, from 0, that shows all numbers below `first_row` so.

    `sheet` is the number of the sheet, from 0; rows count from 1. Nothing for workbooks before 1997.
    """
    try:
        stream = workbook_stream(data)
        units = _units_of_styles(stream)
        if not any(units):
            return {}
        start = sheet_starts(stream)[sheet]
        cells = (cell for kind, body in islice(records(stream, start), _LOOKED_AT) for cell in _numbers(kind, body))
        return shared_units(
            (column, units[style] if style < len(units) else "") for row, column, style in cells if row + 1 > first_row
        )
    except (struct.error, IndexError, UnicodeDecodeError):
        return {}


def _units_of_styles(stream: bytes) -> list[str]:
    codes: dict[int, str] = {}
    formats: list[int] = []
    for kind, body in records(stream, 0):
        if kind == _BEGIN and not formats and struct.unpack_from("<H", body)[0] != _BIFF8:
            return []
        if kind == _FORMAT:
            number, length, flags = struct.unpack_from("<HHB", body)
            wide = flags & 1
            codes[number] = body[5 : 5 + length * (1 + wide)].decode("utf-16-le" if wide else "latin-1")
        elif kind == _XF:
            formats.append(struct.unpack_from("<HH", body)[1])
    return [unit_of(number, codes.get(number, "")) for number in formats]


def _numbers(kind: int, body: bytes) -> Iterator[tuple[int, int, int]]:
    """Row and column, both from 0, and style of each number in a record."""
    if kind in (_NUMBER, _RK) or (kind == FORMULA and body[12:14] != b"\xff\xff"):
        row, column, style = struct.unpack_from("<HHH", body)
        yield row, column, style
    elif kind == _MULTIPLE_RK:
        row, column = struct.unpack_from("<HH", body)
        for place, at in enumerate(range(4, len(body) - _RK_BYTES + 1, _RK_BYTES)):
            yield row, column + place, struct.unpack_from("<H", body, at)[0]
