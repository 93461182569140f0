"""The scalar: one value of a step, as a cell of its column's type."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from agent_svc.data.column import ColumnType
from agent_svc.data.steps.source import literal, quoted
from agent_svc.data.steps.table import WORDS
from plotlane_kit.errors import Violation

_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?", re.ASCII)


def wrong_scalar(field: str, value: object, kind: ColumnType) -> Iterator[Violation]:
    """A refusal when `value` cannot be a cell of a column of this type."""
    fits = {
        ColumnType.NUMBER: isinstance(value, int | float) and not isinstance(value, bool),
        ColumnType.BOOLEAN: isinstance(value, bool),
        ColumnType.TEXT: isinstance(value, str),
        ColumnType.DATE: isinstance(value, str) and _is_date(value),
    }
    if not fits[kind]:
        shape = {
            ColumnType.NUMBER: "a number such as 3.5",
            ColumnType.BOOLEAN: "true or false",
            ColumnType.TEXT: "a text",
            ColumnType.DATE: "a date such as 2024-03-01 or 2024-03-01T14:30",
        }
        yield Violation(field, f"the column holds {WORDS[kind]}; write {shape[kind]}")


def scalar_value(value: object, kind: ColumnType) -> Any:
    """The value as it is compared with cells."""
    if kind is ColumnType.DATE:
        import pandas as pd

        return pd.Timestamp(str(value))
    return value


def scalar_source(value: object, kind: ColumnType) -> str:
    """The same as source."""
    return f"pd.Timestamp({quoted(str(value))})" if kind is ColumnType.DATE else literal(value)


def _is_date(text: str) -> bool:
    if not _ISO.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
