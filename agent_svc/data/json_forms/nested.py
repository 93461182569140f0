"""JSON nested: columns of a JSON table that hold lists or deep objects: left out beside plain ones, or unfolded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from agent_svc.data.json_forms.shape import Shape
from agent_svc.data.layout.table_size import check_size
from agent_svc.data.limits import Limits
from agent_svc.data.report import Notice, NoticeKind

_LEAST: Final = 2  # records: a single one with lists is no table
_PAIR: Final = 2
_TIME: Final = "time"
_MOMENT: Final = re.compile(r"[12][0-9]{9}(?:[0-9]{3}|\.[0-9]{1,6})?")
_NAMED: Final = 5  # columns that a notice names


def without_nested(shape: Shape, limits: Limits) -> Shape:
    """`shape` without columns that hold lists or objects, told, where plain columns stand beside them.

    Where these hold no numbers and a single one holds lists of records or of rows, as the series of a database of
    times do, each of them is a row of its own beside the plain cells. Errors: TableTooBigError.
    """
    nested = [place for place, cells in enumerate(shape.columns) if any(isinstance(c, (list, dict)) for c in cells)]
    if not nested or len(nested) == len(shape.columns) or len(shape.columns[0]) < _LEAST:
        return shape
    plain = [place for place in range(len(shape.columns)) if place not in nested]
    if len(nested) == 1 and not any(_has_numbers(shape.columns[place]) for place in plain):
        unfolded = _unfolded(shape, nested[0], plain, limits)
        if unfolded is not None:
            return unfolded
    names = ", ".join(f"“{shape.names[place][:40]}”" for place in nested[:_NAMED])
    more = f" and {len(nested) - _NAMED} more" if len(nested) > _NAMED else ""
    text = f"Left out are {names}{more}, of which cells hold lists or objects instead of one value."
    return replace(
        shape,
        names=[shape.names[place] for place in plain],
        columns=[shape.columns[place] for place in plain],
        notices=(*shape.notices, Notice(NoticeKind.DROPPED, text)),
    )


def _has_numbers(cells: Sequence[object]) -> bool:
    """Whether some cell is a number, which would be counted again with each row of a list."""
    return any(isinstance(cell, str) and cell[-1:].isdigit() and cell[:1] in "-0123456789" for cell in cells)


def _unfolded(shape: Shape, place: int, plain: Sequence[int], limits: Limits) -> Shape | None:
    """The items of the lists at `place` as rows; None where they are no records and no rows of one width."""
    lists = shape.columns[place]
    items = [item for cell in lists if isinstance(cell, list) for item in cell]
    named = _columns_of_items(items, shape.names[place], {shape.names[one] for one in plain})
    if named is None or not all(isinstance(cell, list) or cell is None for cell in lists):
        return None
    check_size(len(plain) + len(named), len(items), limits)
    counts = [len(cell) if isinstance(cell, list) else 0 for cell in lists]
    again = [[c for c, count in zip(shape.columns[one], counts, strict=True) for _ in range(count)] for one in plain]
    text = f"Each item of “{shape.names[place][:40]}” is a row of its own, beside what stands with it."
    return Shape(
        [*(shape.names[one] for one in plain), *named],
        [*again, *named.values()],
        shape.named,
        (*shape.notices, Notice(NoticeKind.CONVERTED, text)),
    )


def _columns_of_items(items: Sequence[object], above: str, taken: set[str]) -> Mapping[str, list[object]] | None:
    """The plain values of `items` under names of their own, or numbered from 1."""
    records = [dict(_named(item)) for item in items]
    keys = dict.fromkeys(key for record in records for key in record)
    if not items or not all(records) or (isinstance(items[0], list) and len(set(map(len, records))) > 1):
        return None
    columns = {key: [record.get(key) for record in records] for key in keys}
    if isinstance(items[0], list) and len(columns) == _PAIR and _are_moments(columns["1"]) and _TIME not in taken:
        return {_TIME: columns["1"], above: columns["2"]}
    if any(isinstance(cell, (list, dict)) for cells in columns.values() for cell in cells):
        return None
    own = isinstance(items[0], dict) and taken.isdisjoint(columns)
    return columns if own else {f"{above}.{key}": cells for key, cells in columns.items()}


def _are_moments(cells: Sequence[object]) -> bool:
    """Whether all `cells` are numbers of seconds or milliseconds since 1970, as the points of series begin with."""
    return all(isinstance(cell, str) and _MOMENT.fullmatch(cell) for cell in cells)


def _named(item: object) -> Iterator[tuple[str, object]]:
    if isinstance(item, dict):
        yield from item.items()
    elif isinstance(item, list):
        yield from ((str(number), cell) for number, cell in enumerate(item, 1))
