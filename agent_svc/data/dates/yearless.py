"""Yearless days: `05.01.` and `Mo 11.03.` under names of dates, which stay text since nobody says of which year."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent_svc.data.columns.evidence import Evidence
from agent_svc.data.report import Notice, NoticeKind

_DAY: Final = re.compile(r"(?:[^\W\d_]{2,3}\.?,?\s)?(?:[0-3]?[0-9][./-]\s?[0-3]?[0-9]\.?|[0-3][0-9][01][0-9])")


def untold_days(evidence: Evidence, told: Iterable[Notice]) -> tuple[Notice, ...]:
    """That a column of days without a year stays text, unless a notice in `told` speaks of it."""
    values = evidence.values
    if len(values) < 2 or not evidence.named_like_dates or not all(map(_DAY.fullmatch, values)):
        return ()
    named = f"“{evidence.name}”"
    if any(named in notice.message for notice in told):
        return ()
    text = f"{named} stays text, in the order of its rows: “{values[0]}” has no year. Write days such as 2024-03-31."
    return (Notice(NoticeKind.UNREADABLE, text, evidence.name),)
