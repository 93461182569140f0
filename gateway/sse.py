"""One event of the stream protocol plotlane/1, and its bytes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from plotlane_kit.errors import REFUSALS, TABLE, PlotlaneError, Reason

CODES: Final = frozenset(row.sse for row in TABLE.values())
DONE: Final = "done"


@dataclass(frozen=True, slots=True)
class SseEvent:
    """An event as the page reads it; `event_id` is what `Last-Event-ID` takes."""

    event_id: str
    name: str
    data: Mapping[str, object]

    @property
    def is_queued(self) -> bool:
        """Whether it says that the turn waits for its place."""
        return self.name == "status" and self.data.get("step") == "queued"

    @property
    def is_last(self) -> bool:
        """Whether it ends the stream; `done` of a fan-out's member does not."""
        return self.name == DONE and "library" not in self.data


def frame(event: SseEvent) -> bytes:
    """The bytes of `event`; its data is one line of JSON."""
    data = json.dumps(event.data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return f"id: {event.event_id}\nevent: {event.name}\ndata: {data}\n\n".encode()


def ending(error: PlotlaneError, *, ref: str, after: str, outcome: str) -> tuple[SseEvent, SseEvent]:
    """The two events with which the gateway itself ends a stream: what happened, and `done`.

    Their ids are `after` (the last event of the agent) with a suffix: distinct, and a reader who resumes from one of
    them misses nothing.
    """
    row = TABLE[error.reason]
    if error.reason in REFUSALS:
        what = SseEvent(f"{after}.1", "refusal", {"code": row.sse, "text": error.message})
    else:
        details = dict(error.metadata)
        if error.retry_after_s is not None:
            details["retry_after_s"] = f"{error.retry_after_s:g}"
        what = SseEvent(f"{after}.1", "error", {"code": row.sse, "ref": ref, "text": error.message, "details": details})
    return what, SseEvent(f"{after}.2", DONE, {"outcome": outcome, "version": None})


def known_code(code: str) -> str:
    """`code` when it is in the closed set, else `internal`."""
    return code if code in CODES else TABLE[Reason.INTERNAL].sse


def resume_point(text: str) -> int | None:
    """The number of the agent's last event that `Last-Event-ID: text` stands for; None when it is no event id."""
    number = text.split(".", 1)[0]
    if not (number.isascii() and number.isdigit()) or len(number) > 10:
        return None
    value = int(number)
    return value if value < 2**32 else None
