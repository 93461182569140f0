"""The steps that turn rows into columns and back: pivot and melt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from agent_svc.data.column import ColumnType
from agent_svc.data.limits import FILE
from agent_svc.data.steps.base import ColumnName, How, Names, NewName, StepBase, listed, with_column
from agent_svc.data.steps.measures import CALLS, COUNTS, Measure, call_source, wrong_measures
from agent_svc.data.steps.source import column, literal, quoted
from agent_svc.data.steps.table import StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd


class PivotStep(StepBase):
    """One column for each text of a column: its values, aggregated over `rows`."""

    op: Literal["pivot"] = "pivot"
    rows: Names
    columns: ColumnName
    values: ColumnName
    how: How = "mean"

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("rows", self.rows)
        yield from table.unfit("columns", self.columns, (ColumnType.TEXT,), "change its type to text first")
        yield from wrong_measures(table, self.rows, [Measure(column=self.values, how=self.how)], field="values")
        if len({*self.rows, self.columns, self.values}) < len(self.rows) + 2:
            yield Violation("columns", "rows, columns and values must be different columns")
        if table.column(self.columns) is None:
            return
        if missing := table.missing(self.columns):
            yield Violation("columns", f"“{self.columns}” has {missing:,} missing cells; fill or filter them first")
        names = set(map(str, table.frame[self.columns].dropna().unique()))
        if len(names) + len(self.rows) > FILE.columns:
            text = f"“{self.columns}” has {len(names):,} different texts, and a table at most {FILE.columns} columns"
            yield Violation("columns", f"{text}; filter it first, or choose another column")
        for name in sorted(names & set(self.rows)):
            yield Violation("columns", f"a column would be called “{name}” like one of the rows; rename that first")

    def run(self, table: StepTable) -> pd.DataFrame:
        keys = [*self.rows, self.columns]
        cells = with_column(table.frame, self.columns, table.frame[self.columns].astype("str"))
        grouped = cells.groupby(keys, observed=True, dropna=False, sort=False)[self.values]
        call, arguments = CALLS[self.how]
        made: pd.DataFrame = getattr(grouped, call)(**arguments).unstack(self.columns)
        return made.reset_index().rename_axis(columns=None)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        keys, cells = literal([*self.rows, self.columns]), column(self.columns)
        return "\n".join(
            [
                f'{cells} = {cells}.astype("str")',
                f"grouped = df.groupby({keys}, observed=True, dropna=False, sort=False)[{quoted(self.values)}]",
                f"df = grouped.{call_source(self.how)}.unstack({quoted(self.columns)})",
                "df = df.reset_index().rename_axis(columns=None)",
            ]
        )

    def title(self) -> str:
        return f"A column for each “{self.columns}”: the {self.how} of “{self.values}” by {listed(self.rows)}"

    def origin(self, name: str) -> str:
        return name if name in self.rows else "" if self.how in COUNTS else self.values


class MeltStep(StepBase):
    """Columns under one another: one row for each of their cells, beside what is kept."""

    op: Literal["melt"] = "melt"
    columns: Names
    keep: Annotated[list[ColumnName], Field(default_factory=list, max_length=50)]
    name: NewName = "Series"
    value: NewName = "Value"

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("columns", self.columns)
        yield from table.unknown("keep", self.keep)
        if set(self.columns) & set(self.keep) or len({*self.columns, *self.keep}) < len(self.columns) + len(self.keep):
            yield Violation("columns", "names a column twice; each may be melted or kept, once")
        if len({*self.keep, self.name, self.value}) < len(self.keep) + 2:
            yield Violation("name", "two columns would have the same name; choose other names")
        if table.column(self.value):
            yield Violation("value", f"“{self.value}” is the name of a column already; choose another")
        kinds = {table.type(name) for name in self.columns if table.column(name)}
        if len(kinds) > 1:
            yield Violation("columns", "hold different types; choose columns of one type, or change their types first")
        if (rows := table.rows * len(self.columns)) > FILE.rows:
            yield Violation("columns", f"would make {rows:,} rows; at most {FILE.rows:,} are possible. Filter first")

    def run(self, table: StepTable) -> pd.DataFrame:
        frame = table.frame
        for name in self._texts(table):
            frame = with_column(frame, name, frame[name].astype("str"))
        return frame.melt(self.keep, self.columns, self.name, self.value)

    def code(self, table: StepTable) -> str:
        lines = [f'{column(name)} = {column(name)}.astype("str")' for name in self._texts(table)]
        names = f"var_name={quoted(self.name)}, value_name={quoted(self.value)}"
        call = f"df = df.melt(id_vars={literal(self.keep)}, value_vars={literal(self.columns)}, {names})"
        return "\n".join([*lines, call])

    def _texts(self, table: StepTable) -> list[str]:
        """Texts in an order, which two columns need not share."""
        return [one.name for one in table.columns if one.order and one.name in self.columns]

    def title(self) -> str:
        return f"{listed(self.columns)} under one another as “{self.value}”, named by “{self.name}”"

    def origin(self, name: str) -> str:
        return self.columns[0] if name == self.value else "" if name == self.name else name
