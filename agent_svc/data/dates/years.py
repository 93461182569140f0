"""Years: what says when and not how much, among names and values alike."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.data.profile import ColumnProfile

_YEAR: Final = re.compile(r"(?:1[5-9]|20|21)[0-9]{2}")


def is_year(text: str) -> bool:
    """Whether `text` can be a year: 1500 to 2199."""
    return _YEAR.fullmatch(text) is not None


def holds_years(column: ColumnProfile) -> bool:
    """Whether the smallest and the largest value can be years."""
    return is_year(column.minimum or "") and is_year(column.maximum or "")
