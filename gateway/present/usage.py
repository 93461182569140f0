"""What the caller has used and has left, as the page reads it."""

from __future__ import annotations

from collections.abc import Iterable

from gateway.present.plain import Json, number, word
from plotlane.scheduler.v1 import scheduler_pb2 as pb


def usage(counts: Iterable[pb.Usage]) -> Json:
    """One entry a count: `messages_per_minute`, `runs_per_day`, `sessions`; none for what this build does not know."""
    return {name: _count(each) for each in counts if (name := _name(each)) is not None}


def _name(count: pb.Usage) -> str | None:
    kind = word(pb.QuotaKind.DESCRIPTOR, count.kind)
    period = word(pb.QuotaPeriod.DESCRIPTOR, count.period)
    if kind is None or period is None:
        return None
    return kind if count.period == pb.QUOTA_PERIOD_STANDING else f"{kind}_per_{period}"


def _count(count: pb.Usage) -> Json:
    return {
        "used": count.used,
        "limit": count.limit,
        "left": max(0, count.limit - count.used),
        "resets_in_s": number(count.resets_in_s),
    }
