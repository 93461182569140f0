"""JSON table: a table in JSON text, with the cells that a CSV would hold."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence

from agent_svc.data.encodings.decode import clean
from agent_svc.data.errors import NoRowsError, NulCharacterError
from agent_svc.data.json_forms.nested import without_nested
from agent_svc.data.json_forms.shape import refuse, shape_of
from agent_svc.data.json_forms.size import check_lines_of_records, check_list
from agent_svc.data.layout.markup import refuse_code
from agent_svc.data.layout.table import Table
from agent_svc.data.limits import Limits

_OPENING = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\]])")
_SCALARS = re.compile(r"\s*\[\s*(?:[\"0-9]|-[0-9]|null|true|false|NaN)")

_PYTHON = re.compile(r"None\b|True\b|False\b|nan\b|'[^'\n]*'|\(")  # where JSON could stand


class _Number(str):
    """A JSON number, with its digits as written."""

    __slots__ = ()


def is_json(text: str) -> bool:
    """Whether `text` starts like a JSON table and not like a header row."""
    return _OPENING.match(text) is not None or (_SCALARS.match(text) is not None and text.rstrip().endswith("]"))


def json_table(text: str, limits: Limits) -> Table:
    """The table in JSON text; one record a line is a table as well.

    Errors: JsonTableError, NoRowsError, NulCharacterError, TableTooBigError.
    """
    check_list(text, limits)
    shape = without_nested(shape_of(_load(text, limits), limits), limits)
    if not shape.columns or not shape.columns[0]:
        raise NoRowsError()
    return Table(
        tuple(_text(header, f"The name of column {place}") for place, header in enumerate(shape.names, 1)),
        tuple(_texts(cells, header) for header, cells in zip(shape.names, shape.columns, strict=True)),
        range(1, len(shape.columns[0]) + 1),
        shape.named,
        exact=frozenset(i for i, cells in enumerate(shape.columns) if _all_numbers(cells)),
        notices=shape.notices,
    )


def _load(text: str, limits: Limits) -> object:
    try:
        return _parse(text)
    except json.JSONDecodeError as error:
        lines = [line for line in text.split("\n") if line.strip()]
        if error.msg == "Extra data" and len(lines) > 1:
            check_lines_of_records(len(lines), limits)
            return [_parse_line(line, number) for number, line in enumerate(lines, 1)]
        if _PYTHON.match(text, error.pos):
            refuse_code()
        refuse(f"Line {error.lineno}, column {error.colno} is not valid JSON", row=error.lineno, column=error.colno)
    except RecursionError:
        refuse("The JSON is nested too deeply to be a table")


def _parse_line(line: str, number: int) -> object:
    try:
        return _parse(line)
    except json.JSONDecodeError as error:
        refuse(f"Line {number}, column {error.colno} is not valid JSON", row=number, column=error.colno)


def _parse(text: str) -> object:
    return _DECODER.decode(text)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    record = dict(pairs)
    if len(record) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        refuse(f"An object holds the name “{twice[:40]}” twice", column=twice)
    return record


_DECODER = json.JSONDecoder(  # one for all lines: to make one takes longer than to read a line
    parse_float=_Number, parse_int=_Number, parse_constant=_Number, object_pairs_hook=_unique
)


def _texts(cells: Sequence[object], header: str) -> tuple[str, ...]:
    return tuple(
        _text(cell, f"Record {number}, “{header[:40]}”,") if plain is None else plain
        for number, (cell, plain) in enumerate(zip(cells, map(_plain, cells), strict=True), 1)
    )


def _plain(cell: object) -> str | None:
    """The text of a value that needs no cleaning and no place to be refused with; None for any other."""
    if type(cell) is _Number:
        return str(cell)
    if type(cell) is str and cell.isascii() and cell.isprintable():
        return cell.strip()
    return "" if cell is None else None


def _text(cell: object, place: str) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if not isinstance(cell, str):
        refuse(f"{place} holds {'a list' if isinstance(cell, list) else 'an object'} instead of one value")
    if "\0" in cell:
        raise NulCharacterError.at(f"{place} holds a NUL character", "Take it out of the data")
    return clean(cell)[0].strip()


def _all_numbers(cells: Sequence[object]) -> bool:
    kinds = set(map(type, cells))
    return _Number in kinds and kinds <= {_Number, type(None)}
