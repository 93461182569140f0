"""The incident: something unforeseen, logged with a reference and told without its text."""

from __future__ import annotations

from typing import Final
from uuid import uuid4

from agent_svc.errors import InternalError
from plotlane_kit.event_log import event_log

_LOG: Final = event_log("agent")


def incident(error: Exception) -> InternalError:
    """Log where `error` came from, without its text, and return what the user is told, with the log's reference."""
    ref = uuid4().hex[:12]
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}" if frame is not None else ""
    _LOG.error("internal_error", ref=ref, kind=type(error).__name__, where=where)
    return InternalError(metadata={"ref": ref})
