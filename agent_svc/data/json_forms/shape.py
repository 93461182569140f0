"""JSON shape: which of the usual forms of a table a JSON value has, turned into named columns of values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from agent_svc.data.errors import JsonTableError
from agent_svc.data.json_forms.geojson import WHAT_IS_READ, features_of
from agent_svc.data.json_forms.inside import Record, are_records, buried, is_keyed, is_numbered, records_inside
from agent_svc.data.json_forms.numbers import numbers_by_name, told
from agent_svc.data.layout.table_size import check_size
from agent_svc.data.limits import Limits
from agent_svc.data.report import Notice, NoticeKind, rows_text

DEPTH = 2  # objects inside a record are so deep at most
_REMEDY = "Use a list of flat records, or one object with a list of values for each column"
_AROUND = 3  # at most, a list of records and what stands beside it
_BURIED = 3  # a table is so many objects deep at most
_SPLIT = frozenset({"columns", "data"})


@dataclass(frozen=True, slots=True)
class Shape:
    """Named columns of JSON values, all of one length."""

    names: Sequence[str]
    columns: Sequence[Sequence[object]]
    named: bool = True
    notices: tuple[Notice, ...] = field(default=())


def shape_of(value: object, limits: Limits) -> Shape:
    """The table in a JSON value: records, columns, rows, pandas' forms, or records under one name beside metadata.

    Errors: JsonTableError, TableTooBigError.
    """
    if isinstance(value, list):
        return _of_list(value, limits)
    if not isinstance(value, dict):
        refuse("The JSON is a single value")
    features = features_of(value)
    if features is not None:
        shape = _of_records(features, limits)
        return replace(shape, notices=(*shape.notices, Notice(NoticeKind.DROPPED, WHAT_IS_READ)))
    if value.keys() >= _SPLIT and isinstance(value["columns"], list) and isinstance(value["data"], list):
        return _of_rows([value["columns"], *value["data"]], limits, named=True)
    if value and all(isinstance(cells, list) for cells in value.values()) and not records_inside(value):
        return _of_columns(value, limits)
    if is_numbered(value):
        return _of_columns({name: list(cells.values()) for name, cells in value.items()}, limits)
    if is_keyed(value):
        return _keyed(value, limits)
    inside = records_inside(value)
    if len(inside) == 1:
        return _unwrapped(value, inside[0], limits)
    found = list(buried(value, "", _BURIED))
    if len(found) == 1:
        return _dug_out(*found[0], limits)
    numbers = numbers_by_name(value)
    if numbers is not None:
        shape = _of_columns(numbers, limits)
        return replace(shape, notices=(told(value),))
    return _of_records([value], limits)


def refuse(text: str, **place: object) -> NoReturn:
    """Errors: JsonTableError for `text`, with what a table in JSON looks like."""
    raise JsonTableError.at(text, _REMEDY, **place)


def _dug_out(path: str, table: Record | list[object], limits: Limits) -> Shape:
    shape = _of_list(table, limits) if isinstance(table, list) else shape_of(table, limits)
    text = f"What is under “{path[:80]}” is read; what stands beside it is left out."
    return Shape(shape.names, shape.columns, shape.named, (*shape.notices, Notice(NoticeKind.DROPPED, text)))


def _keyed(value: Record, limits: Limits) -> Shape:
    name = next(name for name in ("key", "row", "record", "name of the record") if name not in next(_records(value)))
    shape = _of_records([{name: key, **record} for key, record in zip(value, _records(value), strict=True)], limits)
    text = f"The names of the records, such as “{next(iter(value))[:40]}”, are the column “{name}”."
    return Shape(shape.names, shape.columns, notices=(*shape.notices, Notice(NoticeKind.CONVERTED, text, name)))


def _records(value: Record) -> Iterator[dict[str, object]]:
    return (record for record in value.values() if isinstance(record, dict))


def _unwrapped(value: Record, name: str, limits: Limits) -> Shape:
    inner = value[name]
    shape = _of_records(inner, limits) if isinstance(inner, list) else _of_records([], limits)
    others = [f"“{other[:40]}”" for other in value if other != name]
    if not others:
        return shape
    text = f"The records under “{name[:40]}” are read; what stands beside them is left out: {', '.join(others[:5])}."
    return Shape(shape.names, shape.columns, notices=(*shape.notices, Notice(NoticeKind.DROPPED, text)))


def _of_list(value: list[object], limits: Limits) -> Shape:
    if value and all(isinstance(row, list) for row in value):
        first = value[0]
        named = isinstance(first, list) and len(value) > 1 and _are_names(first)
        return _of_rows(value, limits, named=named)
    if value and not any(isinstance(cell, (dict, list)) for cell in value):
        check_size(1, len(value), limits)
        return Shape(["value"], [value])
    beside = _beside_metadata(value)
    if beside is None:
        return _of_records(value, limits)
    number, records = beside
    shape = _of_records(records, limits)
    text = f"The records in item {number} of the list are read; what stands beside them is left out."
    return replace(shape, notices=(*shape.notices, Notice(NoticeKind.DROPPED, text)))


def _beside_metadata(value: list[object]) -> tuple[int, list[object]] | None:
    """The only list in `value` with its number, where it holds records beside an object or two that describe it.

    So the World Bank answers.
    """
    lists = [(number, one) for number, one in enumerate(value, 1) if isinstance(one, list)]
    if len(lists) != 1 or not 1 < len(value) <= _AROUND:
        return None
    number, inner = lists[0]
    return (number, inner) if are_records(inner) else None


def _are_names(cells: list[object]) -> bool:
    return all(type(cell) is str and cell for cell in cells) and len(set(map(str, cells))) == len(cells)


def _of_rows(rows: Sequence[object], limits: Limits, *, named: bool) -> Shape:
    lists = [row for row in rows if isinstance(row, list)]
    width = max((len(row) for row in lists), default=0)
    for number, row in enumerate(rows, 1):
        if not isinstance(row, list):
            refuse(f"Row {number} is not a list", row=number)
        if len(row) != width:
            refuse(f"Row {number} has {len(row)} values, others have {width}", row=number, measured=len(row))
    check_size(width, len(lists) - named, limits)
    names = [str(cell) for cell in lists[0]] if named else [""] * width
    return Shape(names, [list(cells) for cells in zip(*lists[named:], strict=True)], named=named)


def _of_columns(value: Mapping[str, Sequence[object]], limits: Limits) -> Shape:
    lengths = {name: len(cells) for name, cells in value.items()}
    first, length = next(iter(lengths.items()))
    for name, other in lengths.items():
        if other != length:
            refuse(f"Column “{name[:40]}” has {other} values, “{first[:40]}” has {length}", column=name, measured=other)
    check_size(len(value), length, limits)
    return Shape(list(value), list(value.values()))


def _of_records(value: Sequence[object], limits: Limits) -> Shape:
    records: list[Record] = []
    for number, record in enumerate(value, 1):
        if not isinstance(record, dict):
            refuse(f"Record {number} is not an object", row=number)
        nested = any(isinstance(cell, dict) for cell in record.values())
        flat = _flat(record, number, "", DEPTH, alone=len(value) == 1) if nested else ()
        records.append(dict(flat) if nested else record)
    names = list(dict.fromkeys(name for record in records for name in record))
    check_size(len(names), len(records), limits)  # before a wide and sparse table is filled up
    columns = [[record.get(name) for record in records] for name in names]
    return Shape(names, columns, notices=_short_records(records, len(names)))


def _flat(record: Record, number: int, above: str, depth: int, *, alone: bool) -> Iterator[tuple[str, object]]:
    """The values of a record with dotted names: `place.town`; objects too deep are refused if it is `alone`."""
    for name, cell in record.items():
        path = f"{above}{name}"
        if not isinstance(cell, dict) or (depth == 0 and not alone):
            yield path, cell
        elif depth == 0:
            refuse(f"Record {number}, “{path[:80]}”, holds an object, more than {DEPTH} deep", row=number, column=path)
        else:
            yield from _flat(cell, number, f"{path}.", depth - 1, alone=alone)


def _short_records(records: Sequence[Record], width: int) -> tuple[Notice, ...]:
    short = tuple(number for number, record in enumerate(records, 1) if len(record) < width)
    if not short:
        return ()
    text = f"{rows_text(short).capitalize()} had fewer than {width} names; the missing values are empty."
    return (Notice(NoticeKind.PADDED, text, rows=short),)
