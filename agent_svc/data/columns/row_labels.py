"""Row labels: texts that name each row and group none, such as the codes of participants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from agent_svc.data.column import ColumnType
from agent_svc.data.profile import ColumnProfile

FEWEST_CODES: Final = 13  # shorter lists such as Q1 to Q4 or a dozen samples are places to compare
_CODE: Final = re.compile(
    r"[^\W\d_]{1,4}[\s._-]?\d{1,8}"  # P017, S-3
    r"|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    r"|\S+@\S+\.\S+",
    re.IGNORECASE,
)


def row_labels(columns: Sequence[ColumnProfile]) -> frozenset[str]:
    """The names of the texts that no chart should begin with while another column groups the rows.

    Codes and addresses, one for each row; and where nothing is measured, so that rows are counted, every text that
    differs in each row.
    """
    counted = not any(column.type in (ColumnType.NUMBER, ColumnType.DATE) for column in columns)
    each = [column for column in columns if column.type is ColumnType.TEXT and not column.order and _differs(column)]
    return frozenset(column.name for column in each if counted or _is_code(column))


def _differs(column: ColumnProfile) -> bool:
    return column.unique > 1 and all(top.count == 1 for top in column.top)


def _is_code(column: ColumnProfile) -> bool:
    return column.unique >= FEWEST_CODES and all(_CODE.fullmatch(top.value.strip()) for top in column.top)
