"""A column of a library's report: all of its numbers or texts, or Unreadable when the report does not list them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from agent_svc.gates.figure import Array


class Unreadable(Exception):
    """A mark of a kind that is not known here, or a column that is not listed whole."""


def numbers(column: Any) -> Array:
    """The numbers of a column in their order, missing ones as NaN."""
    if not isinstance(column, Mapping) or "values" not in column:
        raise Unreadable
    values, gaps = list(column["values"]), list(column.get("gaps") or ())
    if len(values) + len(gaps) != column["count"]:
        if values:
            raise Unreadable
        return np.full(int(column["count"]), np.nan)
    whole = np.full(len(values) + len(gaps), np.nan)
    known = np.ones(len(whole), dtype=bool)
    known[gaps] = False
    whole[known] = values
    return whole


def texts(column: Any) -> list[str]:
    """The texts of a column in their order; a missing one is empty."""
    if not isinstance(column, Mapping):
        raise Unreadable
    if "codes" in column and "levels" in column:
        levels = [str(level) for level in column["levels"]]
        return [levels[code] if 0 <= code < len(levels) else "" for code in column["codes"]]
    if len(column.get("texts") or ()) != column.get("count"):
        raise Unreadable
    return [str(text) for text in column["texts"]]


def is_texts(column: Any) -> bool:
    """Whether the column holds texts."""
    return isinstance(column, Mapping) and "texts" in column
