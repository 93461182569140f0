"""Table size: tables that are too big are refused by what can be counted at once, before their cells are looked at."""

from __future__ import annotations

from typing import Final

from agent_svc.data.choices import Delimiter
from agent_svc.data.errors import TableTooBigError
from agent_svc.data.layout.even_lines import widths_of
from agent_svc.data.layout.grid import Grid
from agent_svc.data.limits import Limits

_LINES_A_ROW: Final = 3  # on average, where cells hold lines of their own
_LINES_AROUND: Final = 100  # of a table: titles, notes


def check_lines(text: str, limits: Limits) -> None:
    """Errors: TableTooBigError for far more lines than there may be rows: reading them all would take half a minute."""
    lines, most = text.count("\n") + 1, _LINES_A_ROW * limits.rows + _LINES_AROUND
    if lines > most:
        raise TableTooBigError.over("lines", lines, most, "Leave out rows, or aggregate them before pasting")


def check_line(text: str, limits: Limits) -> None:
    """Errors: TableTooBigError where one line has more cells than there may be columns, or rows if it is all there is.

    Of a line among others only what no quotes can explain is refused here, before each of its cells is looked at.
    Markup is let through: its lines hold whole tables.
    """
    longest = max(text.split("\n"), key=len)
    alone = "\n" not in text.strip()
    bound = limits.rows if alone else min(limits.rows, limits.columns * limits.cell_characters)
    if len(longest) <= bound or text.lstrip()[:1] in ("<", "\\"):
        return
    marks = (one.character for one in Delimiter if one not in (Delimiter.NONE, Delimiter.SPACE))
    cells = max(len(longest.split()), *(longest.count(mark) for mark in marks))
    if cells > bound:
        remedy = "Write its rows on lines of their own, or leave out the columns that the chart does not need"
        raise TableTooBigError.over("cells in one line", cells, limits.rows if alone else limits.columns, remedy)


def check_width(grid: Grid, limits: Limits) -> None:
    """Errors: TableTooBigError where every row has more columns than there may be, before each of them is looked at."""
    if min(widths_of(grid.records)) > limits.columns:
        check_size(len(grid.records[0]), len(grid.records), limits)


def check_size(columns: int, rows: int, limits: Limits) -> None:
    """Errors: TableTooBigError when there are more columns or rows than the limits allow."""
    if columns > limits.columns:
        remedy = "Leave out the columns that the chart does not need"
        raise TableTooBigError.over("columns", columns, limits.columns, remedy, column=limits.columns + 1)
    if rows > limits.rows:
        remedy = "Leave out rows, or aggregate them before pasting"
        raise TableTooBigError.over("rows", rows, limits.rows, remedy, row=limits.rows + 1)
