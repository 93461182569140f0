"""Canonical: the exact text of `data.csv`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def write_csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """`data.csv` for rows of canonical cells: comma, `\\n`, a header row, quotes only where needed.

    A row of one missing value is `""`, because a blank line is no row.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return out.getvalue()
