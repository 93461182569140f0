"""JSON table: a list of flat records, or an object with a list of values for each column."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NoReturn, TypeAlias

from agent_svc.data.decode import clean
from agent_svc.data.errors import JsonTableError, NoRowsError, NulCharacterError
from agent_svc.data.limits import Limits
from agent_svc.data.report import Notice, NoticeKind, rows_text
from agent_svc.data.table import Table, check_size

_OPENING = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\]])")
_REMEDY = "Use a list of flat records, or one object with a list of values for each column"

_Records: TypeAlias = Sequence[Mapping[str, object]]


class _Number(str):
    """A JSON number, with its digits as written."""

    __slots__ = ()


def is_json(text: str) -> bool:
    """Whether `text` starts like a JSON table and not like a header row."""
    return _OPENING.match(text) is not None


def json_table(text: str, limits: Limits) -> Table:
    """The table in JSON text: records, columns, one record, or one record a line.

    Cells become the text that a CSV would hold.
    Errors: JsonTableError, NoRowsError, NulCharacterError, TableTooBigError.
    """
    value = _load(text)
    if isinstance(value, dict) and value and all(isinstance(cells, list) for cells in value.values()):
        headers, columns = list(value), _of_columns(value, limits)
        notices: tuple[Notice, ...] = ()
    else:
        headers, columns, notices = _of_records([value] if isinstance(value, dict) else value, limits)
    if not columns or not columns[0]:
        raise NoRowsError()
    return Table(
        tuple(_text(header, f"The name of column {place}") for place, header in enumerate(headers, 1)),
        tuple(_texts(cells, header) for header, cells in zip(headers, columns, strict=True)),
        range(1, len(columns[0]) + 1),
        exact=frozenset(i for i, cells in enumerate(columns) if _all_numbers(cells)),
        notices=notices,
    )


def _load(text: str) -> object:
    try:
        return _parse(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.split("\n") if line.strip()]
        if error.msg == "Extra data" and len(lines) > 1:
            return [_parse_line(line, number) for number, line in enumerate(lines, 1)]
        _refuse(f"Line {error.lineno}, column {error.colno} is not valid JSON", row=error.lineno, column=error.colno)
    except RecursionError:
        _refuse("The JSON is nested too deeply to be a table")


def _parse_line(line: str, number: int) -> object:
    try:
        return _parse(line)
    except json.JSONDecodeError as error:
        _refuse(f"Line {number}, column {error.colno} is not valid JSON", row=number, column=error.colno)


def _parse(text: str) -> object:
    return json.loads(text, parse_float=_Number, parse_int=_Number, parse_constant=_Number, object_pairs_hook=_unique)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        _refuse(f"An object holds the name “{twice[:40]}” twice", column=twice)
    return record


def _of_columns(value: Mapping[str, list[object]], limits: Limits) -> list[list[object]]:
    lengths = {name: len(cells) for name, cells in value.items()}
    first, length = next(iter(lengths.items()))
    for name, other in lengths.items():
        if other != length:
            _refuse(
                f"Column “{name[:40]}” has {other} values, “{first[:40]}” has {length}", column=name, measured=other
            )
    check_size(len(value), length, limits)
    return list(value.values())


def _of_records(value: object, limits: Limits) -> tuple[list[str], list[list[object]], tuple[Notice, ...]]:
    if not isinstance(value, list):
        _refuse("The JSON is a single value")
    for number, record in enumerate(value, 1):
        if not isinstance(record, dict):
            _refuse(f"Record {number} is not an object", row=number)
    names = list(dict.fromkeys(name for record in value for name in record))
    check_size(len(names), len(value), limits)  # before a wide and sparse table is filled up
    columns = [[record.get(name) for record in value] for name in names]
    return names, columns, _short_records(value, len(names))


def _short_records(records: _Records, width: int) -> tuple[Notice, ...]:
    short = tuple(number for number, record in enumerate(records, 1) if len(record) < width)
    if not short:
        return ()
    text = f"{rows_text(short).capitalize()} had fewer than {width} names; the missing values are empty."
    return (Notice(NoticeKind.PADDED, text, rows=short),)


def _texts(cells: Sequence[object], header: str) -> tuple[str, ...]:
    return tuple(_text(cell, f"Record {number}, “{header[:40]}”,") for number, cell in enumerate(cells, 1))


def _text(cell: object, place: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        _refuse(f"{place} holds {'a list' if isinstance(cell, list) else 'an object'} instead of one value")
    if "\0" in cell:
        raise NulCharacterError.at(f"{place} holds a NUL character", "Take it out of the data")
    return str(cell) if isinstance(cell, _Number) else clean(cell)[0].strip()


def _all_numbers(cells: Sequence[object]) -> bool:
    present = [cell for cell in cells if cell is not None]
    return bool(present) and all(isinstance(cell, _Number) for cell in present)


def _refuse(text: str, **place: object) -> NoReturn:
    raise JsonTableError.at(text, _REMEDY, **place)
