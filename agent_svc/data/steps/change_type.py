"""The step change_type: a column read as another type, as far as its cells can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal

from agent_svc.data.column import ColumnType
from agent_svc.data.numbers.plain_numbers import only_point_reads
from agent_svc.data.steps.base import ColumnName, StepBase, with_column
from agent_svc.data.steps.source import column, literal
from agent_svc.data.steps.table import WORDS, StepTable
from plotlane_kit.errors import Violation

if TYPE_CHECKING:
    import pandas as pd

    Series = pd.Series[Any]

_YES: Final = {"true": True, "false": False, "yes": True, "no": False, "ja": True, "nein": False, "1": True, "0": False}
_BITS: Final = {1: True, 0: False}
_WORDS: Final = {True: "yes", False: "no"}
_YEARS: Final = (1000, 9999)


class ChangeTypeStep(StepBase):
    """Turn a column into numbers, dates, texts or yes and no; cells that cannot be are missing, and counted."""

    op: Literal["change_type"] = "change_type"
    column: ColumnName
    type: Literal["number", "date", "text", "boolean"]
    decimal_mark: Literal["point", "comma"] | None = None

    def check(self, table: StepTable) -> Iterator[Violation]:
        if table.column(self.column) is None:
            yield from table.unknown("column", [self.column])
            return
        cells = table.frame[self.column]
        before, after = table.type(self.column), ColumnType(self.type)
        if self.decimal_mark is not None and (before, after) != _TEXT_TO_NUMBER:
            yield Violation("decimal_mark", "is for texts that become numbers; leave it out")
        elif before is after:
            yield Violation("type", f"“{self.column}” holds {WORDS[before]} already")
        elif (before, after) not in _WAYS:
            remedy = "derive a column instead, such as year([column])" if before is ColumnType.DATE else "use text"
            yield Violation("type", f"{WORDS[before]} cannot become {WORDS[after]}; {remedy}")
        elif (before, after) == (ColumnType.NUMBER, ColumnType.DATE) and not _are_years(cells):
            remedy = "change how the column is read in the report of the data"
            yield Violation("type", f"only whole years (1000 to 9999) become dates here; {remedy}")
        elif (before, after) == (ColumnType.NUMBER, ColumnType.BOOLEAN) and not _are_bits(cells):
            yield Violation("type", "only 0 and 1 become yes and no; derive a comparison instead, such as [column] > 0")
        elif (before, after) == _TEXT_TO_NUMBER and self.decimal_mark is None and (open_ := _mark_open(cells)):
            whole = open_.replace(".", "")
            remedy = "choose number for it, and its decimal mark, in the report of the data, or say decimal_mark here"
            yield Violation("type", f"“{open_}” in “{self.column}” may be {open_} or {whole}; {remedy}")
        elif cells.notna().any() and not self._run(table).notna().any():
            remedy = "change how the column is read in the report of the data"
            yield Violation("type", f"no cell of “{self.column}” can be one of {WORDS[after]}; {remedy}")

    def run(self, table: StepTable) -> pd.DataFrame:
        return with_column(table.frame, self.column, self._run(table))

    def _run(self, table: StepTable) -> Series:
        way = _WAYS[(table.type(self.column), ColumnType(self.type))][0]
        cells = table.frame[self.column]
        return way(_with_point(cells) if self.decimal_mark == "comma" else cells)

    def code(self, table: StepTable) -> str:
        cells = column(self.column)
        way = _WAYS[(table.type(self.column), ColumnType(self.type))][1]
        source = f"{cells}{_WITH_POINT}" if self.decimal_mark == "comma" else cells
        return f"{cells} = {way(source, table.frame[self.column])}"

    def title(self) -> str:
        mark = f" with a decimal {self.decimal_mark}" if self.decimal_mark else ""
        return f"Read “{self.column}” as {WORDS[ColumnType(self.type)]}{mark}"

    def notes(self, before: StepTable, after: pd.DataFrame) -> Iterator[str]:
        lost = int(after[self.column].isna().sum()) - before.missing(self.column)
        if lost:
            cells = "1 cell" if lost == 1 else f"{lost:,} cells"
            yield f"“{self.column}”: {cells} that cannot be {WORDS[ColumnType(self.type)]} left empty."


def _with_point(cells: Series) -> Series:
    """Texts with a decimal comma as texts with a point; points group thousands there."""
    return cells.astype("str").str.replace(".", "", regex=False).str.replace(",", ".", regex=False)


def _text_to_number(cells: Series) -> Series:
    import numpy as np
    import pandas as pd

    return pd.to_numeric(cells.astype("str"), errors="coerce").replace([np.inf, -np.inf], np.nan)


def _mark_open(cells: Series) -> str | None:
    """The first number whose point may group thousands, where no other shows that points mark decimals."""
    read = cells[_text_to_number(cells).notna()].astype("str")
    pointed = [value.strip() for value in read if "." in value]
    return pointed[0] if pointed and only_point_reads(pointed) is None else None


def _text_to_date(cells: Series) -> Series:
    import pandas as pd

    return pd.to_datetime(cells.astype("str"), format="ISO8601", errors="coerce")


def _number_to_date(cells: Series) -> Series:
    import pandas as pd

    return pd.to_datetime(cells.astype("Int64").astype("str"), format="%Y", errors="coerce")


def _number_to_text(cells: Series) -> Series:
    return cells.astype("Int64").astype("str") if _whole(cells) else cells.astype("str").str.removesuffix(".0")


def _number_to_text_source(cells: str, series: Series) -> str:
    return (
        f'{cells}.astype("Int64").astype("str")' if _whole(series) else f'{cells}.astype("str").str.removesuffix(".0")'
    )


def _date_to_text(cells: Series) -> Series:
    return cells.dt.strftime(_form(cells)).astype("str")


def _form(cells: Series) -> str:
    return "%Y-%m-%d" if cells.dropna().eq(cells.dropna().dt.normalize()).all() else "%Y-%m-%d %H:%M:%S"


def _whole(cells: Series) -> bool:
    """Whether every number is whole and fits 64 bits, so that its text needs no point."""
    there = cells.dropna()
    if there.dtype == object:
        return False
    return bool((there.abs() < 2**62).all() and (there % 1 == 0).all())


def _are_years(cells: Series) -> bool:
    there = cells.dropna()
    return _whole(cells) and bool(there.between(*_YEARS).all())


def _are_bits(cells: Series) -> bool:
    return bool(cells.dropna().isin([0, 1]).all())


_TEXT_TO_NUMBER: Final = (ColumnType.TEXT, ColumnType.NUMBER)
_WITH_POINT: Final = '.astype("str").str.replace(".", "", regex=False).str.replace(",", ".", regex=False)'
_Way = tuple[Callable[["Series"], "Series"], Callable[[str, "Series"], str]]
_NUMERIC: Final = 'pd.to_numeric({}.astype("str"), errors="coerce").replace([np.inf, -np.inf], np.nan)'
_WAYS: Final[dict[tuple[ColumnType, ColumnType], _Way]] = {
    (ColumnType.TEXT, ColumnType.NUMBER): (_text_to_number, lambda cells, _: _NUMERIC.replace("{}", cells)),
    (ColumnType.TEXT, ColumnType.DATE): (
        _text_to_date,
        lambda cells, _: f'pd.to_datetime({cells}.astype("str"), format="ISO8601", errors="coerce")',
    ),
    (ColumnType.TEXT, ColumnType.BOOLEAN): (
        lambda cells: cells.astype("str").str.lower().map(_YES).astype("boolean"),
        lambda cells, _: f'{cells}.astype("str").str.lower().map({literal(_YES)}).astype("boolean")',
    ),
    (ColumnType.NUMBER, ColumnType.TEXT): (_number_to_text, _number_to_text_source),
    (ColumnType.NUMBER, ColumnType.DATE): (
        _number_to_date,
        lambda cells, _: f'pd.to_datetime({cells}.astype("Int64").astype("str"), format="%Y", errors="coerce")',
    ),
    (ColumnType.NUMBER, ColumnType.BOOLEAN): (
        lambda cells: cells.map(_BITS).astype("boolean"),
        lambda cells, _: f'{cells}.map({literal(_BITS)}).astype("boolean")',
    ),
    (ColumnType.DATE, ColumnType.TEXT): (
        _date_to_text,
        lambda cells, series: f'{cells}.dt.strftime("{_form(series)}").astype("str")',
    ),
    (ColumnType.BOOLEAN, ColumnType.TEXT): (
        lambda cells: cells.map(_WORDS).astype("str"),
        lambda cells, _: f'{cells}.map({literal(_WORDS)}).astype("str")',
    ),
    (ColumnType.BOOLEAN, ColumnType.NUMBER): (
        lambda cells: cells.astype("Float64").astype("float64"),
        lambda cells, _: f'{cells}.astype("Float64").astype("float64")',
    ),
}
