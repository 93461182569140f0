"""Charts of a wide table whose columns become rows first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from agent_svc.data.suggestions.candidate import Candidate
from agent_svc.data.suggestions.wide import Wide

_OF_GROUPS: Final = "box"  # which takes texts as groups, and numbers only when it is told to
_MOST_LINES: Final = 12
_MOST_CELLS_AS_BARS: Final = 40
_MOST_SERIES_AS_BARS: Final = 8
_MOST_ROWS_OF_CELLS: Final = 40
_MOST_GROUPS: Final = 12  # rows whose names would make groups of boxes


def of_wide(wide: Wide) -> Iterator[Candidate]:
    """What a person would draw of it: lines over periods, or cells where there would be too many lines or bars."""
    if wide.rows.are_in_a_year and wide.are_years:
        first, last = wide.spread[0], wide.spread[-1]
        yield Candidate(96, "line-multi", f"One line for each year from “{first}” to “{last}” along “{wide.label}”.")
    for one in _over_periods(wide) if wide.are_periods else _of_series(wide):
        steps = wide.steps_to_texts if one.chart_id == _OF_GROUPS else wide.steps
        yield one._replace(why=f"{one.why}{_left_out(wide)}", steps=steps)


def _over_periods(wide: Wide) -> Iterator[Candidate]:
    become = f"“{wide.spread[0]}” to “{wide.spread[-1]}” become rows of “{wide.name}”"
    if wide.rows.count == 1:
        only = "; the rows differ in unit, and this is the first of them" if wide.rows.steps else ""
        yield Candidate(95, "line", f"{become}: “{wide.value}” over time{only}.")
        yield Candidate(90, "bar", f"{become}: one bar for each.")
        return
    count = wide.rows.count
    is_crossing = wide.rows.are_times and count > _MOST_LINES // 2
    lines = 95 if count <= _MOST_LINES and not is_crossing else 85
    yield Candidate(lines, "line-multi", f"{become}: one line for each “{wide.label}”.")
    cells = 94 if count <= _MOST_ROWS_OF_CELLS else 83
    yield Candidate(cells, "heatmap", f"{become}: one cell for each “{wide.label}” and “{wide.name}”.")
    if count > _MOST_GROUPS:
        boxes = 86 if count <= _MOST_ROWS_OF_CELLS else 95
        yield Candidate(boxes, "box", f"{become}: how {count} values are spread in each.")
    yield Candidate(84, "small-multiples", f"{become}: one small picture for each “{wide.label}”.")


def _of_series(wide: Wide) -> Iterator[Candidate]:
    become = f"The columns “{wide.spread[0]}” to “{wide.spread[-1]}” become rows"
    count = wide.rows.count
    many = count * len(wide.spread) > _MOST_CELLS_AS_BARS or len(wide.spread) > _MOST_SERIES_AS_BARS
    cells = 95 if wide.is_square or (many and count <= _MOST_ROWS_OF_CELLS) else 84
    yield Candidate(cells, "heatmap", f"{become}: one cell for each “{wide.label}” and “{wide.name}”.")
    if count > _MOST_GROUPS and not wide.is_square:
        boxes = 88 if count <= _MOST_ROWS_OF_CELLS else 95
        yield Candidate(boxes, "box", f"{become} of “{wide.name}”: how {count} values are spread in each.")


def _left_out(wide: Wide) -> str:
    names = wide.left_out
    if not names:
        return ""
    return f" “{names[0]}” is left out." if len(names) == 1 else f" {len(names)} other columns of numbers are left out."
