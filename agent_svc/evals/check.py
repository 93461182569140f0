"""The check of a case: what was read and drawn against what the case expects, one sentence for each difference."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from agent_svc.evals.case import Case, ColumnExpectation

_ENOUGH = 1e-9  # of a total: what adding thousands of decimals may be off


@dataclass(frozen=True, slots=True)
class ReadTable:
    """How the agent read the data: its types, its decisions, its bindings, and data.csv as it is exported."""

    types: Mapping[str, str]
    reading: Mapping[str, str]
    bindings: Mapping[str, tuple[str, ...]]
    rows: int
    csv: str = ""  # empty without a version


def differences(case: Case, table: ReadTable) -> Iterator[str]:
    """Where `table` is not what the case expects of its data."""
    expect = case.expect
    if expect.rows is not None and table.rows != expect.rows:
        yield f"rows: {table.rows} instead of {expect.rows}"
    for subject, chosen in expect.reading.items():
        if table.reading.get(subject, "") != chosen:
            yield f"{subject}: read as {table.reading.get(subject) or 'nothing'} instead of {chosen}"
    if expect.bindings is not None:
        for role, columns in expect.bindings.items():
            if table.bindings.get(role, ()) != columns:
                there = ", ".join(table.bindings.get(role, ())) or "nothing"
                yield f"{role}: filled by {there} instead of {', '.join(columns)}"
    cells = _columns(table.csv)
    for name, column in expect.columns.items():
        if name not in table.types:
            yield f"{name}: there is no such column"
            continue
        if column.type is not None and table.types[name] != column.type:
            yield f"{name}: read as {table.types[name]} instead of {column.type}"
        if table.csv:
            yield from (f"{name}: {wrong}" for wrong in _wrong_cells(column, cells.get(name, ())))


def _columns(text: str) -> dict[str, list[str]]:
    rows = csv.DictReader(io.StringIO(text))
    columns: dict[str, list[str]] = {name: [] for name in rows.fieldnames or ()}
    for row in rows:
        for name in columns:
            columns[name].append(row[name] or "")
    return columns


def _wrong_cells(column: ColumnExpectation, cells: Sequence[str]) -> Iterator[str]:
    held = [cell for cell in cells if cell]
    if column.missing is not None and len(cells) - len(held) != column.missing:
        yield f"{len(cells) - len(held)} cells are missing instead of {column.missing}"
    if column.total is not None:
        total = _total(held)
        if total is None or not math.isclose(total, column.total, rel_tol=_ENOUGH, abs_tol=_ENOUGH):
            yield f"adds up to {'no number' if total is None else f'{total:.10g}'} instead of {column.total:.10g}"
    for end, wanted, found in (("first", column.first, held[:1]), ("last", column.last, held[-1:])):
        if wanted is not None and found != [wanted]:
            yield f"the {end} cell is {found[0] if found else 'missing'} instead of {wanted}"


def _total(cells: Sequence[str]) -> float | None:
    try:
        return math.fsum(map(float, cells))
    except ValueError:
        return None
