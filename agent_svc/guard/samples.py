"""The samples: a bounded number of cells of each column, from all over a table, for whoever judges it."""

from __future__ import annotations

import csv
import io
from itertools import islice
from typing import Final

MAX_COLUMNS: Final = 50
_CELL: Final = 200


def samples_of(data_csv: str, rows: int, most: int) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The column names of `data_csv`, which has `rows` rows, and at most `most` cells of each column.

    The cells are evenly spread, at most 200 characters each; of more than `MAX_COLUMNS` columns the first are taken.
    """
    lines = csv.reader(io.StringIO(data_csv))
    names = tuple(name[:_CELL] for name in next(lines, [])[:MAX_COLUMNS])
    step = max(1, -(-rows // most))
    picked = list(islice(lines, 0, None, step))[:most]
    cells = (tuple(row[place][:_CELL] for row in picked if place < len(row)) for place in range(len(names)))
    return names, tuple(cells)
