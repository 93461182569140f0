"""Yearless days: `05.01.` and `Mo 11.03.` under names of dates, which stay text since nobody says of which year."""

from __future__ import annotations

import re
from typing import Final

from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.report import Notice, NoticeKind

_DAY: Final = re.compile(r"(?:[^\W\d_]{2,3}\.?,?\s)?(?:[0-3]?[0-9][./-]\s?[0-3]?[0-9]\.?|[0-3][0-9][01][0-9])")


def days_as_text(evidence: Evidence) -> tuple[Notice, ...]:
    """That a column of days without a year stays text."""
    values = evidence.values
    if len(values) < 2 or not evidence.named_like_dates or not all(map(_DAY.fullmatch, values)):
        return ()
    why = f"stays text, in the order of its rows: “{values[0]}” has no year. Write days such as 2024-03-31."
    return (Notice(NoticeKind.UNREADABLE, f"“{evidence.name}” {why}", evidence.name),)
