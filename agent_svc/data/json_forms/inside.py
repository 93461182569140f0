"""JSON inside: where in an object of JSON the tables are, and whether an object is one itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias, TypeGuard

_RECORDS = 2  # so many records under a name each make a table

Record: TypeAlias = Mapping[str, object]


def are_records(value: object) -> TypeGuard[list[object]]:
    """Whether `value` is a list of objects, one at least."""
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def records_inside(value: Record) -> list[str]:
    """The names under which there are records."""
    return [name for name, inner in value.items() if are_records(inner)]


def buried(value: Record, above: str, depth: int) -> Iterator[tuple[str, Record | list[object]]]:
    """The tables in the objects of `value`, each with its path: records, or columns of equal length."""
    for name, inner in value.items():
        path = f"{above}{name}"
        if isinstance(inner, list):
            if above and are_records(inner):
                yield path, inner
        elif isinstance(inner, dict) and inner:
            if _are_columns(inner) or (len(inner) > _RECORDS and is_keyed(inner)):
                yield path, inner
            elif depth > 1:
                yield from buried(inner, f"{path}.", depth - 1)


def _are_columns(value: Record) -> bool:
    """Whether these are two lists or more of plain values, all of one length."""
    lists = [cells for cells in value.values() if isinstance(cells, list)]
    if len(lists) < _RECORDS or len(lists) < len(value) or len({len(cells) for cells in lists}) > 1 or not lists[0]:
        return False
    return not any(isinstance(cell, (dict, list)) for cells in lists for cell in cells)


def is_numbered(value: Record) -> bool:
    """Whether these are columns of values under row numbers, as `DataFrame.to_json` writes them."""
    first = next(iter(value.values()), None)
    if not isinstance(first, dict) or not first or not all(name.isdigit() for name in first):
        return False
    return all(isinstance(cells, dict) and cells.keys() == first.keys() for cells in value.values())


def is_keyed(value: Record) -> bool:
    """Whether these are records of the same names under a name each: `{"2020": {"x": 1}, "2021": {"x": 2}}`."""
    first = next(iter(value.values()), None)
    if len(value) < _RECORDS or not isinstance(first, dict) or not first:
        return False
    return all(
        isinstance(record, dict)
        and record.keys() == first.keys()
        and not any(isinstance(cell, (dict, list)) for cell in record.values())
        for record in value.values()
    )
