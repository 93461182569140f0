"""The frame of a step: the pandas frame as a script has it after its load statement, and the way back to `data.csv`."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal

from agent_svc.data.canonical import write_columns
from agent_svc.data.column import Column, ColumnType
from agent_svc.data.dataset import PREVIEW_ROWS

if TYPE_CHECKING:
    import pandas as pd

_INFINITIES: Final = (float("inf"), float("-inf"))
_TRUE_DIGITS: Final = 15  # of a float of 64 bits
_EXACT: Final = 10**15  # whole numbers below it are written without a point


def script_frame(csv: str, columns: Sequence[Column]) -> pd.DataFrame:
    """`data.csv` exactly as the load statement of a script reads it, orders of texts included."""
    import pandas as pd  # half a second that only steps and plots need

    kinds = {ColumnType.TEXT: "str", ColumnType.BOOLEAN: "boolean"}
    frame = pd.read_csv(
        io.StringIO(csv),
        dtype={one.name: kinds[one.type] for one in columns if one.type in kinds},
        parse_dates=[one.name for one in columns if one.type is ColumnType.DATE],
        date_format="ISO8601",
        keep_default_na=False,
        na_values=[""],
    )
    for one in columns:
        if one.order:
            frame[one.name] = pd.Categorical(frame[one.name], list(one.order), ordered=True)
    return frame


def columns_of(frame: pd.DataFrame, inherited: Callable[[str], Column | None]) -> tuple[Column, ...]:
    """The columns of `frame`; `inherited` gives the one that a column comes from, whose unit numbers keep."""
    columns = []
    for name in frame.columns:
        series = frame[name]
        kind, before = kind_of(series), inherited(name)
        unit = before.unit if before is not None and kind is before.type is ColumnType.NUMBER else None
        header = before.header if before is not None and before.name == name else name
        columns.append(Column(name, kind, unit, header, _order(series)))
    return tuple(columns)


def cells_of(frame: pd.DataFrame, columns: Sequence[Column]) -> list[list[str]]:
    """The canonical cells, column by column; infinities are missing values."""
    return [_WRITTEN[column.type](frame[column.name]) for column in columns]


def csv_of(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> str:
    """Canonical cells as `data.csv`."""
    return write_columns([one.name for one in columns], cells, [one.type is ColumnType.TEXT for one in columns])


def preview_of(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The first rows as people see them: of numbers the 15 digits that are true, `18.88` for 18.880000000000003."""
    heads = [
        [_rounded(cell) for cell in of_column[:PREVIEW_ROWS]]
        if one.type is ColumnType.NUMBER
        else of_column[:PREVIEW_ROWS]
        for one, of_column in zip(columns, cells, strict=True)
    ]
    return tuple(zip(*heads, strict=True))


def kind_of(series: pd.Series[Any]) -> ColumnType:
    """What a column of the frame holds."""
    import pandas as pd
    from pandas.api import types

    if isinstance(series.dtype, pd.CategoricalDtype):
        return ColumnType.TEXT
    if types.is_bool_dtype(series.dtype):
        return ColumnType.BOOLEAN
    if types.is_numeric_dtype(series.dtype):
        return ColumnType.NUMBER
    if types.is_datetime64_any_dtype(series.dtype):
        return ColumnType.DATE
    whole = series.dtype == object and series.notna().any() and all(type(one) is int for one in series.dropna())
    return ColumnType.NUMBER if whole else ColumnType.TEXT  # whole numbers beyond 64 bits are objects


def _order(series: pd.Series[Any]) -> tuple[str, ...]:
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype) and series.dtype.ordered:
        return tuple(map(str, series.dtype.categories))
    return ()


def _numbers(series: pd.Series[Any]) -> list[str]:
    if series.dtype.kind in "iu":
        return list(map(str, series.tolist()))
    there = series.notna().tolist()  # columns under one another may hold two kinds of missing values
    return [_number(value) if known else "" for value, known in zip(series.tolist(), there, strict=True)]


def _number(value: Any) -> str:
    if isinstance(value, int):
        return str(value)
    if value in _INFINITIES:
        return ""
    return str(int(value)) if value.is_integer() and abs(value) < _EXACT else repr(value)


def _rounded(cell: str) -> str:
    if sum(character.isdigit() for character in cell.partition("e")[0]) <= _TRUE_DIGITS or "." not in cell:
        return cell
    return repr(float(f"{float(cell):.{_TRUE_DIGITS}g}")).removesuffix(".0")


def _dates(series: pd.Series[Any]) -> list[str]:
    import numpy as np

    moments = series.to_numpy("datetime64[us]")
    there = moments[~np.isnat(moments)]
    unit: Literal["D", "s", "us"] = "D" if _all_in(there, "D") else "s" if _all_in(there, "s") else "us"
    written = np.datetime_as_string(moments, unit=unit).tolist()
    return ["" if one == "NaT" else one for one in written]


def _all_in(moments: Any, unit: str) -> bool:
    return bool((moments == moments.astype(f"datetime64[{unit}]")).all())


def _booleans(series: pd.Series[Any]) -> list[str]:
    words = {True: "true", False: "false"}
    return [words.get(value, "") for value in series.astype(object).where(series.notna(), None).tolist()]


def _texts(series: pd.Series[Any]) -> list[str]:
    texts: list[str] = series.astype("str").fillna("").tolist()
    return texts


_WRITTEN: Final[dict[ColumnType, Callable[[pd.Series[Any]], list[str]]]] = {
    ColumnType.NUMBER: _numbers,
    ColumnType.DATE: _dates,
    ColumnType.BOOLEAN: _booleans,
    ColumnType.TEXT: _texts,
}
