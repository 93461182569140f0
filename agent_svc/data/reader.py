"""Reader: from pasted text or a file's bytes to a dataset."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import compress

from agent_svc.data.canonical import write_csv
from agent_svc.data.dataset import PREVIEW_ROWS, Dataset
from agent_svc.data.decode import decode
from agent_svc.data.errors import CellTooLongError, NoRowsError, UnknownChoiceError
from agent_svc.data.evidence import examine
from agent_svc.data.headers import canonical_names
from agent_svc.data.hints import gather
from agent_svc.data.json_table import is_json, json_table
from agent_svc.data.limits import PASTE, Limits
from agent_svc.data.profile import profile
from agent_svc.data.reading import Delimiter, Reading
from agent_svc.data.report import Notice, NoticeKind, Report, Subject, rows_text
from agent_svc.data.table import Table, split_table
from agent_svc.data.types import TypedColumn, settle

_AS_DECIDED = Reading()


def read(source: bytes | str, reading: Reading = _AS_DECIDED, limits: Limits = PASTE) -> Dataset:
    """The dataset in `source`, CSV or JSON; `reading` overrules decisions that an earlier report told of.

    Errors: TableError and its kinds (what was wrong, where, and the remedy), UnknownChoiceError.
    """
    decoded = decode(source, limits, reading.encoding)
    table = json_table(decoded.text, limits) if is_json(decoded.text) else split_table(decoded.text, reading, limits)
    names, renamed = canonical_names(table.headers, named=table.named)
    _check_cells(table, names, limits)
    _check_columns(reading, names)
    typed = _type_columns(table, names, reading)
    kept, dropped = _kept_rows(typed, table.rows)
    columns = tuple(one.column for one in typed)
    cells = [one.cells if kept is None else tuple(compress(one.cells, kept)) for one in typed]
    rows = list(zip(*cells, strict=True))
    first = (decoded.decision,) if decoded.decision else ()
    return Dataset(
        columns=columns,
        rows=len(rows),
        csv=write_csv(names, rows),
        profile=profile(columns, cells, len(rows)),
        report=Report((*first, *table.decisions, *(d for one in typed for d in one.decisions))),
        warnings=(*decoded.notices, *table.notices, *renamed, *dropped, *(n for one in typed for n in one.notices)),
        preview=tuple(rows[:PREVIEW_ROWS]),
    )


def _type_columns(table: Table, names: Sequence[str], reading: Reading) -> list[TypedColumn]:
    evidence = [
        examine(name, header, cells, table.rows, reading.of(name), exact=index in table.exact)
        for index, (name, header, cells) in enumerate(zip(names, table.headers, table.columns, strict=True))
    ]
    delimiter = next((d.chosen for d in table.decisions if d.subject is Subject.DELIMITER), None)
    hints = gather(evidence, Delimiter(delimiter) if delimiter else None)
    return [settle(one, hints) for one in evidence]


def _check_cells(table: Table, names: Sequence[str], limits: Limits) -> None:
    limit = limits.cell_characters
    remedy = "Shorten the text, or leave the column out"
    for name, header, cells in zip(names, table.headers, table.columns, strict=True):
        if len(header) > limit:
            raise CellTooLongError.at(
                f"The header “{header[:40]}…” has {len(header):,} characters; the limit is {limit:,}",
                remedy,
                row=1,
                column=name[:limit],
                measured=len(header),
                limit=limit,
            )
        if max(map(len, cells)) > limit:
            row, cell = next((r, c) for r, c in zip(table.rows, cells, strict=True) if len(c) > limit)
            raise CellTooLongError.at(
                f"The cell in row {row}, column “{name}” has {len(cell):,} characters; the limit is {limit:,}",
                remedy,
                row=row,
                column=name,
                measured=len(cell),
                limit=limit,
            )


def _check_columns(reading: Reading, names: Sequence[str]) -> None:
    for column in reading.columns:
        if column not in names:
            near = get_close_matches(column, names, 1, 0)
            raise UnknownChoiceError(f"The table has no column “{column}”; the nearest is “{near[0]}”.")


def _kept_rows(typed: Sequence[TypedColumn], rows: Sequence[int]) -> tuple[list[bool] | None, tuple[Notice, ...]]:
    """Which rows have a value in any column, or None for all; a single column keeps its gaps."""
    if any("" not in one.cells for one in typed):
        return None, ()
    kept = [any(row) for row in zip(*(one.cells for one in typed), strict=True)]
    if not any(kept):
        raise NoRowsError("Every cell below the header is empty or stands for a missing value. Paste rows with values.")
    if len(typed) == 1 or all(kept):
        return None, ()
    gone = tuple(row for row, keep in zip(rows, kept, strict=True) if not keep)
    text = f"{rows_text(gone).capitalize()} left out: no column has a value there."
    return kept, (Notice(NoticeKind.DROPPED, text, rows=gone),)
