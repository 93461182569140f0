"""Spreadsheet download: `data.csv` in a form that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

from agent_svc.data.canonical import write_csv
from agent_svc.data.column import Column, ColumnType
from agent_svc.data.dataset import Dataset

#: A spreadsheet reads a cell that starts with one of these as a formula, or takes it off and then does; East Asian
#: editions do so with the wide ones.
FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
_NEUTRAL: Final = "'"  # shows as nothing in a spreadsheet and makes the cell text


def spreadsheet_csv(dataset: Dataset) -> str:
    """The rows of `dataset` with an apostrophe in front of every text that could be a formula, names included.

    Numbers and dates are as in `data.csv`: a negative number is no formula. For people's spreadsheets only; scripts
    read the exact `data.csv`.
    """
    return neutral_csv(dataset.csv, dataset.columns)


def neutral_csv(table: str, columns: Sequence[Column]) -> str:
    """The same for the canonical text of a table with these columns."""
    records = csv.reader(io.StringIO(table, newline=""), strict=True)
    names = next(records)
    return write_csv([neutral(name) for name in names], _neutral_rows(records, columns))


def neutral(cell: str) -> str:
    """`cell` as text, whatever it starts with."""
    return f"{_NEUTRAL}{cell}" if cell.startswith(FORMULA_STARTS) else cell


def _neutral_rows(records: Iterator[list[str]], columns: Sequence[Column]) -> Iterator[list[str]]:
    texts = [place for place, column in enumerate(columns) if column.type is ColumnType.TEXT]
    for record in records:
        for place in texts:
            record[place] = neutral(record[place])
        yield record
