"""The kinds of things that are made of a table, and what pandas' methods make of each."""

from __future__ import annotations

import ast
from enum import StrEnum
from functools import lru_cache
from typing import Final

from agent_svc.code.rules.dispatch import STATISTICS
from agent_svc.code.rules.words import words


class Kind(StrEnum):
    """What an expression is, as far as its columns are concerned."""

    TABLE = "table"  #: its columns are those of `df`, and those that the script has made
    MADE = "made"  #: a table whose columns are statistics, or values: those of `df` may be among them
    COLUMN = "column"
    GROUPS = "groups"  #: of a table
    GROUPED = "grouped"  #: one column of groups
    ROW = "row"  #: its entries are called like the columns of its table
    TUPLES = "tuples"  #: rows as `itertuples` gives them, whose names are no texts
    OTHER = "other"


_SAME: Final = words(
    """
    assign astype bfill clip convert_dtypes copy cumsum cumprod diff drop drop_duplicates dropna explode ffill fillna
    filter head infer_objects interpolate isin isna isnull mask nlargest notna nsmallest pct_change query rename
    rename_axis replace rolling round sample set_index shift sort_index sort_values tail truncate where expanding rank
    reset_index melt merge join pipe eval abs ewm tz_convert tz_localize asfreq to_frame map between
    """
)
_SPREAD: Final = frozenset({"pivot", "pivot_table", "T", "transpose", "unstack", "stack", "corr", "cov", "describe"})
_SCALARS: Final = frozenset({"all", "any", "count", "max", "mean", "median", "min", "nunique", "std", "sum", "var"})


def attribute_of(kind: Kind, name: str) -> Kind:
    """What `.name` of something of `kind` is."""
    if kind in (Kind.TABLE, Kind.MADE):
        return Kind.MADE if name in _SPREAD else Kind.OTHER if name in pandas_names() else Kind.COLUMN
    if kind is Kind.GROUPS:
        return Kind.OTHER if name in pandas_names() else Kind.GROUPED
    return Kind.COLUMN if kind is Kind.COLUMN and name in ("dt", "str", "cat") else Kind.OTHER


def result_of(kind: Kind, name: str, call: ast.Call) -> Kind:
    """What the method `name` of something of `kind` makes, as `call` calls it."""
    match kind:
        case Kind.TABLE | Kind.MADE if name == "groupby":
            return Kind.GROUPS
        case Kind.TABLE | Kind.MADE if name in _SPREAD:
            return Kind.MADE
        case Kind.TABLE | Kind.MADE if name in _SAME:
            return kind
        case Kind.GROUPS if name in ("size", "ngroup", "cumcount", "ngroups"):
            return Kind.COLUMN
        case Kind.GROUPS if name in STATISTICS | {"agg", "aggregate", "head", "tail", "get_group", "resample"}:
            return Kind.TABLE
        case Kind.GROUPED if name in ("agg", "aggregate") and not _is_text(call.args):
            return Kind.MADE
        case Kind.GROUPED if name in ("describe", "unstack"):
            return Kind.MADE
        case Kind.GROUPED if name in STATISTICS | {"agg", "aggregate", "apply", "transform"}:
            return Kind.COLUMN
        case Kind.COLUMN if name in ("reset_index", "unstack", "to_frame", "describe"):
            return Kind.MADE
        case Kind.COLUMN if name in _SAME | {"value_counts", "str", "apply", "mode"} | STATISTICS - _SCALARS:
            return Kind.COLUMN
    return Kind.OTHER


@lru_cache(maxsize=1)
def pandas_names() -> frozenset[str]:
    """The attributes that tables, columns and groups have of themselves: one of these is no column."""
    import pandas as pd  # only where somebody looks through scripts that use them
    from pandas.api.typing import DataFrameGroupBy

    kinds = (pd.DataFrame, pd.Series, DataFrameGroupBy)
    return frozenset(name for kind in kinds for name in dir(kind))


def _is_text(nodes: list[ast.expr]) -> bool:
    return len(nodes) == 1 and isinstance(nodes[0], ast.Constant | ast.Name | ast.Attribute | ast.Lambda)
