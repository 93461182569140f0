"""The steps that change columns: rename, drop, fill and change_type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from agent_svc.data.column import ColumnType
from agent_svc.data.steps.base import ColumnName, Names, NewName, Scalar, StepBase, listed, with_column
from agent_svc.data.steps.scalar import scalar_source, scalar_value, wrong_scalar
from agent_svc.data.steps.source import column, literal, quoted
from agent_svc.data.steps.table import StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd


class RenameStep(StepBase):
    """Give columns other names."""

    op: Literal["rename"] = "rename"
    names: Annotated[dict[ColumnName, NewName], Field(min_length=1, max_length=50)]

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("names", self.names)
        after = [self.names.get(name, name) for name in table.names]
        for name in sorted({name for name in after if after.count(name) > 1}):
            yield Violation("names", f"two columns would be called “{name}”; choose another name")

    def run(self, table: StepTable) -> pd.DataFrame:
        return table.frame.rename(columns=self.names)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        return f"df = df.rename(columns={literal(self.names, used=24)})"

    def title(self) -> str:
        pairs = [f"“{old}” to “{new}”" for old, new in self.names.items()]
        return f"Rename {', '.join(pairs[:3])}{f' and {len(pairs) - 3} more' if len(pairs) > 3 else ''}"

    def origin(self, name: str) -> str:
        return next((old for old, new in self.names.items() if new == name), name)


class DropStep(StepBase):
    """Leave columns out."""

    op: Literal["drop"] = "drop"
    columns: Names

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("columns", self.columns)
        if set(table.names) <= set(self.columns):
            yield Violation("columns", "are all that there are; leave at least one")

    def run(self, table: StepTable) -> pd.DataFrame:
        return table.frame.drop(columns=self.columns)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        return f"df = df.drop(columns={literal(self.columns, used=22)})"

    def title(self) -> str:
        return f"Leave out {listed(self.columns)}"


class FillStep(StepBase):
    """Fill the missing cells of a column with one value, with a neighbour's, or with the mean or median."""

    op: Literal["fill"] = "fill"
    column: ColumnName
    how: Literal["value", "previous", "next", "mean", "median"] = "value"
    value: Scalar | None = None
    by: Annotated[list[ColumnName], Field(default_factory=list, max_length=10)]

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("by", self.by)
        yield from self._wrong_groups()
        found = table.column(self.column)
        if found is None:
            yield from table.unknown("column", [self.column])
            return
        if not table.missing(self.column):
            yield Violation("column", f"“{self.column}” has no missing cell; there is nothing to fill")
        elif self.how != "value":
            if self.value is not None:
                yield Violation("value", f"{self.how} takes no value; leave it out")
            if self.how in ("mean", "median"):
                remedy = "choose value, previous or next"
                yield from table.unfit("how", self.column, (ColumnType.NUMBER,), remedy)
        elif self.value is None:
            yield Violation("value", "what to fill with is not given")
        else:
            yield from wrong_scalar("value", self.value, found.type)
            if found.order and self.value not in found.order:
                yield Violation("value", f"“{self.column}” holds names in an order; choose one of them")

    def _wrong_groups(self) -> Iterator[Violation]:
        if self.by and self.how == "value":
            yield Violation("by", "one value fills all groups alike; leave it out")
        elif self.column in self.by or len(set(self.by)) < len(self.by):
            yield Violation("by", "takes other columns, each once")

    def run(self, table: StepTable) -> pd.DataFrame:
        cells = table.frame[self.column]
        if self.by:
            filled = self._run_by_groups(table.frame)
        elif self.how == "value":
            filled = cells.fillna(scalar_value(self.value, table.type(self.column)))
        elif self.how in ("mean", "median"):
            filled = cells.fillna(cells.mean() if self.how == "mean" else cells.median())
        else:
            filled = cells.ffill() if self.how == "previous" else cells.bfill()
        return with_column(table.frame, self.column, filled)

    def _run_by_groups(self, frame: pd.DataFrame) -> pd.Series[Any]:
        groups = frame.groupby(self.by, dropna=False, observed=True, sort=False)[self.column]
        if self.how in ("mean", "median"):
            return frame[self.column].fillna(groups.transform(self.how))
        return groups.ffill() if self.how == "previous" else groups.bfill()

    def code(self, table: StepTable) -> str:
        cells = column(self.column)
        if self.by:
            of_groups = (
                f"df.groupby({literal(self.by)}, dropna=False, observed=True, sort=False)[{quoted(self.column)}]"
            )
            if self.how in ("mean", "median"):
                return f"{cells} = {cells}.fillna({of_groups}.transform({quoted(self.how)}))"
            return f"{cells} = {of_groups}.{'ffill' if self.how == 'previous' else 'bfill'}()"
        if self.how == "value":
            return f"{cells} = {cells}.fillna({scalar_source(self.value, table.type(self.column))})"
        if self.how in ("mean", "median"):
            return f"{cells} = {cells}.fillna({cells}.{self.how}())"
        return f"{cells} = {cells}.{'ffill' if self.how == 'previous' else 'bfill'}()"

    def title(self) -> str:
        what = f"“{self.value}”" if self.how == "value" else f"the {self.how}"
        one = " one" if self.how in ("previous", "next") else ""
        groups = f" of each {listed(self.by)}" if self.by else ""
        return f"Fill missing “{self.column}” with {what}{one}{groups}"
