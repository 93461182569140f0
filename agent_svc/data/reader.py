"""Reader: from pasted text or a file's bytes to a dataset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches
from functools import partial
from itertools import compress

from agent_svc.data.canonical import write_columns
from agent_svc.data.choices import Delimiter
from agent_svc.data.column import ColumnType
from agent_svc.data.columns.counted import counted
from agent_svc.data.columns.evidence import Evidence, examine
from agent_svc.data.columns.sentinels import Known, confirmed_in
from agent_svc.data.columns.types import TypedColumn, settle
from agent_svc.data.dataset import PREVIEW_ROWS, Dataset
from agent_svc.data.dates.moments import join_moments
from agent_svc.data.dates.yearless import days_as_text
from agent_svc.data.encodings.decode import decode
from agent_svc.data.errors import NoRowsError, UnknownChoiceError
from agent_svc.data.json_forms.table import is_json, json_table
from agent_svc.data.layout.flips import Structure, with_sound_flips
from agent_svc.data.layout.headers import canonical_names
from agent_svc.data.layout.merged import Filled, fill_merged
from agent_svc.data.layout.nameless import numbers_rows
from agent_svc.data.layout.table import Table, check_cells, split_table
from agent_svc.data.layout.unparted import unparted
from agent_svc.data.layout.wrapping import unwrapped
from agent_svc.data.limits import FILE, PASTE, Limits
from agent_svc.data.numbers.forms import times_as_text
from agent_svc.data.numbers.hints import gather
from agent_svc.data.profile import profile
from agent_svc.data.reading import Reading
from agent_svc.data.report import Notice, NoticeKind, Report, Subject, rows_text

_AS_DECIDED = Reading()
_JSON_ENDINGS = (".json", ".jsonl", ".ndjson")


def read(source: bytes | str, reading: Reading = _AS_DECIDED, limits: Limits = PASTE) -> Dataset:
    """The dataset in `source`, CSV or JSON; `reading` overrules decisions that an earlier report told of.

    Deterministic: the same source and reading give the same dataset.
    Errors: TableError and its kinds (what was wrong, where, and the remedy), UnknownChoiceError.
    """
    return _read(source, reading, partial(_structure, limits=limits))


def read_file(data: bytes, name: str, reading: Reading = _AS_DECIDED, limits: Limits = FILE) -> Dataset:
    """The dataset in a text file (csv, tsv, txt, json, jsonl) of at most 10 MB and 200,000 rows.

    The end of `name` says whether it is JSON; everything else is told by the content. Errors: as `read`.
    """
    as_json = name.lower().endswith(_JSON_ENDINGS)
    return _read(data, reading, partial(_structure, limits=limits, as_json=as_json))


def _read(source: bytes | str, reading: Reading, structure: Structure) -> Dataset:
    table = structure(source, reading)
    numbered = table.named and numbers_rows(table.headers, table.columns)
    names, renamed = canonical_names(table.headers, named=table.named, numbered=numbered)
    _check_columns(reading, names)
    typed = _type_columns(table, names, reading)
    kept, dropped = _kept_rows(typed, table)
    columns = tuple(one.column for one in typed)
    cells = [one.cells if kept is None else tuple(compress(one.cells, kept)) for one in typed]
    counts = [one.counts if kept is None else Counter(of_column) for one, of_column in zip(typed, cells, strict=True)]
    rows = len(cells[0])
    decisions = with_sound_flips(table.decisions, source, reading, structure)
    return Dataset(
        columns=columns,
        rows=rows,
        csv=write_columns(names, cells, [one.type is ColumnType.TEXT for one in columns]),
        profile=profile(columns, cells, rows, counts),
        report=Report((*decisions, *(d for one in typed for d in one.decisions))),
        warnings=(
            *table.notices,
            *unparted(columns, cells),
            *renamed,
            *dropped,
            *(n for o in typed for n in o.notices),
        ),
        preview=tuple(zip(*(column[:PREVIEW_ROWS] for column in cells), strict=True)),
        marks={one.column.name: one.marks for one in typed if one.marks is not None},
    )


def _structure(source: bytes | str, reading: Reading, limits: Limits, *, as_json: bool = False) -> Table:
    """The table in `source` before its columns have types, with every decision and notice so far."""
    decoded = decode(source, limits, reading.encoding, reading.mojibake)
    text, wrapped = unwrapped(decoded.text)
    table = json_table(text, limits) if as_json or is_json(text) else split_table(text, reading, limits)
    table = replace(table, counted=tuple(map(counted, table.columns)))
    check_cells(table, limits)
    return replace(
        table,
        decisions=(*decoded.decisions, *table.decisions),
        notices=(*decoded.notices, *wrapped, *table.notices),
    )


def _type_columns(table: Table, names: Sequence[str], reading: Reading) -> list[TypedColumn]:
    gaps = [
        fill_merged(name, table.columns, place, reading.of(name)) if "" in of_cells.counts else Filled(cells)
        for place, (name, cells, of_cells) in enumerate(zip(names, table.columns, table.counted, strict=True))
    ]
    evidence = _examined(table, names, [one.cells for one in gaps], reading)
    delimiter = next((d.chosen for d in table.decisions if d.subject is Subject.DELIMITER), None)
    # What a user says of one column says nothing of the others: they stay as they were.
    unsaid = [
        examine(of.name, of.header, of.cells, counted(of.cells), of.rows, reading.of_all().of(of.name), exact=of.exact)
        if of.name in reading.columns
        else of
        for of in evidence
    ]
    hints = gather(unsaid, Delimiter(delimiter) if delimiter else None)
    typed = join_moments([settle(one, hints) for one in evidence], evidence)
    told = [notice for one in typed for notice in one.notices]
    untold = [
        _untold(of, told) if one.column.type is ColumnType.TEXT else () for one, of in zip(typed, evidence, strict=True)
    ]
    return [
        replace(one, decisions=(*one.decisions, *filled.decisions), notices=(*one.notices, *more, *filled.notices))
        for one, more, filled in zip(typed, untold, gaps, strict=True)
    ]


def _untold(evidence: Evidence, told: Sequence[Notice]) -> tuple[Notice, ...]:
    """That a column of times or of days without a year stays text, unless a notice in `told` speaks of it."""
    notices = times_as_text(evidence) or days_as_text(evidence)
    is_told = notices and any(f"“{evidence.name}”" in notice.message for notice in told)
    return () if is_told else notices


def _examined(
    table: Table, names: Sequence[str], columns: Sequence[tuple[str, ...]], reading: Reading
) -> list[Evidence]:
    """The evidence of each of `columns`; what is a sentinel in one of them is looked for in the others once more."""
    beside = zip(columns, table.columns, table.counted, strict=True)
    counts = [of_cells if cells is unfilled else counted(cells) for cells, unfilled, of_cells in beside]

    def of(place: int, known: Known) -> Evidence:
        name, exact = names[place], place in table.exact
        cells, choice = columns[place], reading.of(name)
        return examine(name, table.headers[place], cells, counts[place], table.rows, choice, exact=exact, known=known)

    known = Known(table.no_values)
    evidence = [of(place, known) for place in range(len(names))]
    confirmed = confirmed_in([one.sentinels for one in evidence], [one.counts for one in evidence])
    known = Known(table.no_values, frozenset(confirmed.values()))
    return [
        one if one.sentinels.sure or confirmed.keys().isdisjoint(one.counts) else of(place, known)
        for place, one in enumerate(evidence)
    ]


def _check_columns(reading: Reading, names: Sequence[str]) -> None:
    for column in reading.columns:
        if column not in names:
            near = get_close_matches(column, names, 1, 0)
            raise UnknownChoiceError(f"The table has no column “{column}”; the nearest is “{near[0]}”.")


def _kept_rows(typed: Sequence[TypedColumn], table: Table) -> tuple[list[bool] | None, tuple[Notice, ...]]:
    """Which rows have a value in any column, or None for all; a single column keeps its gaps."""
    kept: list[bool] | None = None
    if all("" in one.cells for one in typed):
        kept = [any(row) for row in zip(*(one.cells for one in typed), strict=True)]
        if not any(kept):
            raise NoRowsError(
                "Every cell below the header is empty or stands for a missing value. Paste rows with values."
            )
        if len(typed) == 1 or all(kept):
            kept = None
    gone = tuple(row for row, keep in zip(table.rows, kept, strict=True) if not keep) if kept else ()
    rows = tuple(sorted((*table.blanks, *gone)))
    if not rows:
        return kept, ()
    text = f"{rows_text(rows).capitalize()} left out: no column has a value there."
    return kept, (Notice(NoticeKind.DROPPED, text, rows=rows),)
