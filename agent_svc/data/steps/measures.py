"""The measures of groups: which columns are aggregated, how, under which name; and the frame and the code of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import BaseModel, Field

from agent_svc.data.column import ColumnType
from agent_svc.data.steps.base import ColumnName, How, NewName, StepBase
from agent_svc.data.steps.source import literal, quoted
from agent_svc.data.steps.table import StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

CALLS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "sum": ("sum", {"min_count": 1}),  # the sum of no number is missing, not 0
    "mean": ("mean", {}),
    "median": ("median", {}),
    "min": ("min", {}),
    "max": ("max", {}),
    "count": ("count", {}),
    "std": ("std", {}),
    "first": ("first", {}),
    "last": ("last", {}),
    "unique": ("nunique", {}),
}
_OF_NUMBERS: Final = frozenset({"sum", "mean", "median", "std"})
COUNTS: Final = frozenset({"count", "unique"})


class Measure(BaseModel):
    """One column that is aggregated; without a name it keeps the column's, with `how` where that is taken."""

    model_config = StepBase.model_config

    column: ColumnName
    how: How = "mean"
    name: NewName | None = None


Measures = Annotated[list[Measure], Field(max_length=30)]


def wrong_measures(
    table: StepTable, keys: Sequence[str], values: Sequence[Measure], field: str = "values"
) -> Iterator[Violation]:
    """Every measure that the table does not have or that its type does not take, and names that would meet."""
    if len(set(keys)) < len(keys):
        yield Violation("by", "names a column twice; name it once")
    for value in values:
        if table.column(value.column) is None:
            yield from table.unknown(field, [value.column])
        elif value.how in _OF_NUMBERS and table.type(value.column) is not ColumnType.NUMBER:
            remedy = "choose count, unique, first or last, or change its type first"
            yield from table.unfit(field, value.column, (ColumnType.NUMBER,), remedy)
        elif value.how in ("min", "max") and table.type(value.column) in (ColumnType.TEXT, ColumnType.BOOLEAN):
            remedy = "choose count, unique, first or last"
            yield from table.unfit(field, value.column, (ColumnType.NUMBER, ColumnType.DATE), remedy)
    names = _result_names(values)
    for name in sorted({name for name in names if names.count(name) > 1 or name in keys}):
        yield Violation(field, f"two columns would be called “{name}”; give one of them another name")


def _result_names(values: Sequence[Measure]) -> list[str]:
    """What the results are called: as asked for, else by the column, with `how` where a column is used twice."""
    if not values:
        return ["Rows"]
    used = [value.column for value in values]
    return [
        value.name or (value.column if used.count(value.column) == 1 else f"{value.column} {value.how}")
        for value in values
    ]


def grouped_frame(frame: pd.DataFrame, keys: Sequence[str], values: Sequence[Measure]) -> pd.DataFrame:
    """One row for each group in the order of its first row, missing keys too; the rows counted without `values`."""
    import pandas as pd

    grouped = frame.groupby(list(keys), observed=True, dropna=False, sort=False)
    if not values:
        return grouped.size().reset_index(name="Rows")
    made = {}
    for name, value in zip(_result_names(values), values, strict=True):
        call, arguments = CALLS[value.how]
        made[name] = getattr(grouped[value.column], call)(**arguments)
    return pd.DataFrame(made).reset_index()


def grouped_source(keys: Sequence[str], values: Sequence[Measure]) -> str:
    """The same as statements."""
    grouped = f"grouped = df.groupby({literal(list(keys))}, observed=True, dropna=False, sort=False)"
    if not values:
        return f'{grouped}\ndf = grouped.size().reset_index(name="Rows")'
    items = [
        f"{quoted(name)}: grouped[{quoted(value.column)}].{call_source(value.how)}"
        for name, value in zip(_result_names(values), values, strict=True)
    ]
    flat = f"df = pd.DataFrame({{{', '.join(items)}}}).reset_index()"
    if len(flat) <= 100:
        return f"{grouped}\n{flat}"
    return "\n".join(
        [grouped, "df = pd.DataFrame(", "    {", *(f"        {item}," for item in items), "    }", ").reset_index()"]
    )


def call_source(how: str) -> str:
    """The call of pandas for one way of aggregating."""
    call, arguments = CALLS[how]
    return f"{call}({', '.join(f'{name}={value}' for name, value in arguments.items())})"


def said(values: Sequence[Measure]) -> str:
    """The measures in words."""
    if not values:
        return "the number of rows"
    words = [f"{value.how} of “{value.column}”" for value in values]
    return ", ".join(words[:3]) + (f" and {len(words) - 3} more" if len(words) > 3 else "")


def unit_of(keys: Sequence[str], values: Sequence[Measure], name: str) -> str:
    """The column before whose unit the result `name` keeps; empty: none."""
    if name in keys:
        return name
    for made, value in zip(_result_names(values), values, strict=False):
        if made == name:
            return "" if value.how in COUNTS else value.column
    return ""
