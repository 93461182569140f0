"""The steps that make one row of many: aggregate and resample."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Final, Literal

from pydantic import Field

from agent_svc.data.column import ColumnType
from agent_svc.data.steps.base import ColumnName, Names, StepBase, listed, with_column
from agent_svc.data.steps.measures import Measures, grouped_frame, grouped_source, said, unit_of, wrong_measures
from agent_svc.data.steps.source import column, quoted
from agent_svc.data.steps.table import StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

_PERIODS: Final = {"day": "D", "week": "W", "month": "M", "quarter": "Q", "year": "Y"}
Interval = Literal["hour", "day", "week", "month", "quarter", "year"]


class AggregateStep(StepBase):
    """One row for each group; without `values` the rows of each are counted. Missing groups stay a group."""

    op: Literal["aggregate"] = "aggregate"
    by: Names
    values: Measures = Field(default_factory=list)

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("by", self.by)
        yield from wrong_measures(table, self.by, self.values)

    def run(self, table: StepTable) -> pd.DataFrame:
        return grouped_frame(table.frame, self.by, self.values)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        return grouped_source(self.by, self.values)

    def title(self) -> str:
        return f"One row for each {listed(self.by)}: {said(self.values)}"

    def origin(self, name: str) -> str:
        return unit_of(self.by, self.values, name)


class ResampleStep(StepBase):
    """One row for each calendar interval (and group) that has rows; it is dated by its first day, weeks by Monday."""

    op: Literal["resample"] = "resample"
    column: ColumnName
    interval: Interval
    by: Annotated[list[ColumnName], Field(default_factory=list, max_length=10)]
    values: Measures = Field(default_factory=list)

    def check(self, table: StepTable) -> Iterator[Violation]:
        remedy = "choose a column of dates, or change its type first"
        yield from table.unfit("column", self.column, (ColumnType.DATE,), remedy)
        yield from table.unknown("by", self.by)
        yield from wrong_measures(table, [self.column, *self.by], self.values)

    def run(self, table: StepTable) -> pd.DataFrame:
        dates = table.frame[self.column].dt
        starts = dates.floor("h") if self.interval == "hour" else dates.to_period(_PERIODS[self.interval]).dt.start_time
        moved = with_column(table.frame, self.column, starts)
        made = grouped_frame(moved, [self.column, *self.by], self.values)
        return made.sort_values(self.column, kind="stable", ignore_index=True)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        cells = column(self.column)
        hour = '.dt.floor("h")'
        start = hour if self.interval == "hour" else f'.dt.to_period("{_PERIODS[self.interval]}").dt.start_time'
        return "\n".join(
            [
                f"{cells} = {cells}{start}",
                grouped_source([self.column, *self.by], self.values),
                f'df = df.sort_values({quoted(self.column)}, kind="stable", ignore_index=True)',
            ]
        )

    def title(self) -> str:
        groups = f" and {listed(self.by)}" if self.by else ""
        return f"One row for each {self.interval} of “{self.column}”{groups}: {said(self.values)}"

    def origin(self, name: str) -> str:
        return unit_of([self.column, *self.by], self.values, name)
