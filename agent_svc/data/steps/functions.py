"""The functions of expressions: what each takes and gives, its value, and its code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from agent_svc.data.column import ColumnType

if TYPE_CHECKING:
    import pandas as pd

    Series = pd.Series[Any]

_NUMBER: Final = (ColumnType.NUMBER,)
_DATE: Final = (ColumnType.DATE,)
_TEXT: Final = (ColumnType.TEXT,)
_TO_THE_MINUTE: Final = 100_000_000_000  # from here on digits are a year, a month, a day, an hour and a minute
_LAST_MINUTE: Final = 999_912_312_359


@dataclass(frozen=True, slots=True)
class Function:
    """One function; `source` holds `{x}` once, for its argument, and `{digits}` for the digits of a rounding."""

    name: str
    takes: tuple[ColumnType, ...]
    gives: ColumnType
    value: Callable[[Series, int], Series]
    source: str
    rounds: bool = False


def _numpy(name: str, defined: Callable[[Series], Series] | None = None) -> Callable[[Series, int], Series]:
    def value(x: Series, _digits: int) -> Series:
        import numpy as np

        made: Series = getattr(np, name)(x if defined is None else x.where(defined(x)))
        return made

    return value


def _date(x: Series, _digits: int) -> Series:
    """Dates of 8 digits, `20240130`, or 12, `202401300515`; what is no date is missing."""
    import pandas as pd

    minutes = x.where(lambda value: value >= _TO_THE_MINUTE, lambda value: value * 10_000)
    read = (
        minutes.where(lambda value: value.between(_TO_THE_MINUTE, _LAST_MINUTE)).round().astype("Int64").astype("str")
    )
    return pd.to_datetime(read, format="%Y%m%d%H%M", errors="coerce")


def _part(name: str) -> Callable[[Series, int], Series]:
    return lambda x, _digits: getattr(x.dt, name).astype(float)


_ALL: Final = (
    Function("abs", _NUMBER, ColumnType.NUMBER, lambda x, _: x.abs(), "{x}.abs()"),
    Function("round", _NUMBER, ColumnType.NUMBER, lambda x, n: x.round(n), "{x}.round({digits})", rounds=True),
    Function("floor", _NUMBER, ColumnType.NUMBER, _numpy("floor"), "np.floor({x})"),
    Function("ceil", _NUMBER, ColumnType.NUMBER, _numpy("ceil"), "np.ceil({x})"),
    Function(
        "sqrt",
        _NUMBER,
        ColumnType.NUMBER,
        _numpy("sqrt", lambda x: x >= 0),
        "np.sqrt({x}.where(lambda value: value >= 0))",
    ),
    Function(
        "log", _NUMBER, ColumnType.NUMBER, _numpy("log", lambda x: x > 0), "np.log({x}.where(lambda value: value > 0))"
    ),
    Function(
        "log10",
        _NUMBER,
        ColumnType.NUMBER,
        _numpy("log10", lambda x: x > 0),
        "np.log10({x}.where(lambda value: value > 0))",
    ),
    Function(
        "exp",
        _NUMBER,
        ColumnType.NUMBER,
        _numpy("exp", lambda x: x < 709),
        "np.exp({x}.where(lambda value: value < 709))",
    ),
    Function(
        "date",
        _NUMBER,
        ColumnType.DATE,
        _date,
        f"pd.to_datetime({{x}}.where(lambda value: value >= {_TO_THE_MINUTE}, lambda value: value * 10_000)"
        f".where(lambda value: value.between({_TO_THE_MINUTE}, {_LAST_MINUTE}))"
        '.round().astype("Int64").astype("str"), format="%Y%m%d%H%M", errors="coerce")',
    ),
    *(
        Function(name, _DATE, ColumnType.NUMBER, _part(name), f"{{x}}.dt.{name}.astype(float)")
        for name in ("year", "quarter", "month", "day", "hour")
    ),
    Function(
        "weekday",
        _DATE,
        ColumnType.NUMBER,
        lambda x, _: x.dt.day_of_week.astype(float) + 1,
        "({x}.dt.day_of_week.astype(float) + 1)",
    ),
    Function("lower", _TEXT, ColumnType.TEXT, lambda x, _: x.str.lower(), "{x}.str.lower()"),
    Function("upper", _TEXT, ColumnType.TEXT, lambda x, _: x.str.upper(), "{x}.str.upper()"),
    Function("length", _TEXT, ColumnType.NUMBER, lambda x, _: x.str.len().astype(float), "{x}.str.len().astype(float)"),
)
FUNCTIONS: Final = {function.name: function for function in _ALL}
