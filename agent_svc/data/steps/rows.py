"""The steps that choose and order rows: filter, sort and top_n."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import Field

from agent_svc.data.column import ColumnType
from agent_svc.data.steps.base import ColumnName, Names, Scalar, StepBase, listed
from agent_svc.data.steps.scalar import scalar_source, scalar_value, wrong_scalar
from agent_svc.data.steps.source import column, literal, quoted
from agent_svc.data.steps.table import StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

Test = Literal[
    "equal",
    "not_equal",
    "less",
    "at_most",
    "greater",
    "at_least",
    "one_of",
    "none_of",
    "contains",
    "missing",
    "present",
]
_WORDS: Final[dict[str, str]] = {
    "equal": "is",
    "not_equal": "is not",
    "less": "is less than",
    "at_most": "is at most",
    "greater": "is greater than",
    "at_least": "is at least",
    "one_of": "is one of",
    "none_of": "is none of",
    "contains": "contains",
    "missing": "is missing",
    "present": "is not missing",
}
_OPERATORS: Final[dict[str, tuple[str, str]]] = {
    "equal": ("==", "eq"),
    "less": ("<", "lt"),
    "at_most": ("<=", "le"),
    "greater": (">", "gt"),
    "at_least": (">=", "ge"),
}
_ORDERED: Final = frozenset({"less", "at_most", "greater", "at_least"})


class FilterStep(StepBase):
    """Keep the rows whose cell passes a test. A missing cell passes only missing, not_equal and none_of."""

    op: Literal["filter"] = "filter"
    column: ColumnName
    test: Test
    value: Scalar | None = None
    values: Annotated[list[Scalar], Field(max_length=200)] | None = None

    def check(self, table: StepTable) -> Iterator[Violation]:
        if table.column(self.column) is None:
            yield from table.unknown("column", [self.column])
            return
        kind = table.type(self.column)
        if self.test in ("one_of", "none_of"):
            if not self.values:
                yield Violation("values", f"{self.test} needs a list of values")
            for value in self.values or ():
                yield from wrong_scalar("values", value, kind)
        elif self.test in ("missing", "present"):
            if self.value is not None:
                yield Violation("value", f"{self.test} takes no value; leave it out")
        elif self.value is None:
            yield Violation("value", f"{self.test} needs a value")
        elif self.test == "contains":
            if kind is not ColumnType.TEXT or not isinstance(self.value, str):
                yield Violation("test", "contains looks for a text in a column of texts; use equal")
        elif self.test in _ORDERED and kind not in (ColumnType.NUMBER, ColumnType.DATE):
            yield Violation("test", f"{self.test} compares numbers or dates; use equal or one_of")
        else:
            yield from wrong_scalar("value", self.value, kind)
        if self.values is not None and self.test not in ("one_of", "none_of"):
            yield Violation("values", f"{self.test} takes one value; leave the list out")

    def run(self, table: StepTable) -> pd.DataFrame:
        return table.frame[self._mask(table)].reset_index(drop=True)

    def _mask(self, table: StepTable) -> pd.Series[bool]:
        series, kind = table.frame[self.column], table.type(self.column)
        if self.test == "missing":
            return series.isna()
        if self.test == "present":
            return series.notna()
        if self.test == "contains":
            return series.str.contains(str(self.value), case=False, regex=False, na=False)
        if self.test in ("one_of", "none_of"):
            found = series.isin([scalar_value(value, kind) for value in self.values or ()])
            return found if self.test == "one_of" else ~found
        value: Any = scalar_value(self.value, kind)
        if self.test == "not_equal":
            return ~self._known(series.eq(value), kind)
        mask: pd.Series[Any] = getattr(series, _OPERATORS[self.test][1])(value)
        return self._known(mask, kind)

    @staticmethod
    def _known(mask: pd.Series[Any], kind: ColumnType) -> pd.Series[bool]:
        return mask.fillna(False).astype(bool) if kind is ColumnType.BOOLEAN else mask

    def code(self, table: StepTable) -> str:
        return f"df = df[{self._mask_source(table.type(self.column))}].reset_index(drop=True)"

    def _mask_source(self, kind: ColumnType) -> str:
        cells = column(self.column)
        if self.test in ("missing", "present"):
            return f"{cells}.{'isna' if self.test == 'missing' else 'notna'}()"
        if self.test == "contains":
            return f"{cells}.str.contains({quoted(str(self.value))}, case=False, regex=False, na=False)"
        if self.test in ("one_of", "none_of"):
            sources = ", ".join(scalar_source(value, kind) for value in self.values or ())
            return f"{'~' if self.test == 'none_of' else ''}{cells}.isin([{sources}])"
        operator = _OPERATORS["equal" if self.test == "not_equal" else self.test][0]
        source = f"{cells} {operator} {scalar_source(self.value, kind)}"
        if kind is ColumnType.BOOLEAN:
            source = f"({source}).fillna(False).astype(bool)"
            return f"~{source}" if self.test == "not_equal" else source
        return f"~({source})" if self.test == "not_equal" else source

    def title(self) -> str:
        if self.test in ("missing", "present"):
            return f"Keep rows where “{self.column}” {_WORDS[self.test]}"
        shown = ", ".join(map(str, (self.values or ())[:5])) if self.values else str(self.value)
        more = f" and {len(self.values) - 5} more" if self.values and len(self.values) > 5 else ""
        return f"Keep rows where “{self.column}” {_WORDS[self.test]} {shown}{more}"


class SortStep(StepBase):
    """Order the rows by columns, the first one first; equal rows keep their order, missing cells come last."""

    op: Literal["sort"] = "sort"
    columns: Names
    descending: bool = False

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unknown("columns", self.columns)
        if len(set(self.columns)) < len(self.columns):
            yield Violation("columns", "names a column twice; name it once")

    def run(self, table: StepTable) -> pd.DataFrame:
        return table.frame.sort_values(self.columns, ascending=not self.descending, kind="stable", ignore_index=True)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        order = f'ascending={not self.descending}, kind="stable", ignore_index=True'
        return f"df = df.sort_values({literal(self.columns)}, {order})"

    def title(self) -> str:
        return f"Sort by {listed(self.columns)}{', the largest first' if self.descending else ''}"


class TopStep(StepBase):
    """Keep the rows with the largest (or smallest) values of a column; rows without one come last."""

    op: Literal["top_n"] = "top_n"
    column: ColumnName
    n: Annotated[int, Field(ge=1, le=10_000)] = 10
    smallest: bool = False

    def check(self, table: StepTable) -> Iterator[Violation]:
        yield from table.unfit(
            "column", self.column, (ColumnType.NUMBER, ColumnType.DATE), "choose another column to rank by"
        )

    def run(self, table: StepTable) -> pd.DataFrame:
        ranked = table.frame.sort_values(self.column, ascending=self.smallest, kind="stable")
        return ranked.head(self.n).reset_index(drop=True)

    def code(self, table: StepTable) -> str:  # noqa: ARG002  # the table changes nothing here
        ranked = f'df.sort_values({quoted(self.column)}, ascending={self.smallest}, kind="stable")'
        return f"df = {ranked}.head({self.n}).reset_index(drop=True)"

    def title(self) -> str:
        return f"Keep the {self.n} rows with the {'smallest' if self.smallest else 'largest'} “{self.column}”"
