"""The event log: one JSON object a line on standard error, with closed fields and no user content."""

from __future__ import annotations

import json
import logging
import sys
from contextlib import suppress
from typing import Any, Final, cast

import structlog

_ENCODER: Final = json.JSONEncoder(default=repr)  # one for all lines: making it takes longer than a line


def event_log(service: str) -> structlog.typing.FilteringBoundLogger:
    """A logger whose lines carry `service`; the first argument of each call is the name of the event."""
    return cast(structlog.typing.FilteringBoundLogger, structlog.get_logger(service=service))


def configure_event_log(level: str = "INFO") -> None:
    """Send every event of this process to standard error as JSON; call once, in the composition root."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.EventRenamer("event"),
            structlog.processors.JSONRenderer(serializer=_line),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level)),
        logger_factory=EventLines,
    )


class EventLines:
    """What structlog writes its lines with; one that cannot be written is lost, and stops nobody's work."""

    def __init__(self, *_: object) -> None:
        """structlog hands in what `get_logger` was called with; every event goes to one place."""

    def msg(self, line: str) -> None:
        """Write one line."""
        # A full disk, a reader that went away: the log is the last thing that could tell.
        with suppress(OSError):
            sys.stderr.write(line + "\n")
            sys.stderr.flush()

    debug = info = warning = error = critical = msg


def _line(event: dict[str, Any], **_: object) -> str:
    return _ENCODER.encode(event)
