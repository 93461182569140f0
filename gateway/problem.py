"""An error as an HTTP answer: the one place where a `PlotlaneError` becomes a status and JSON."""

from __future__ import annotations

import math
import uuid
from typing import Final

from starlette.responses import JSONResponse

from gateway.errors import RequestRefused, Unauthenticated
from plotlane_kit.errors import TABLE, PlotlaneError
from plotlane_kit.event_log import event_log

RETRY_AFTER_S: Final = 10  # where the table asks for a Retry-After and the error does not know better

_log = event_log("gateway")


def problem(error: PlotlaneError) -> JSONResponse:
    """The answer that says `error`; failures (5xx) get a reference and a log line."""
    http, code = appearance(error)
    ref = error.metadata.get("ref")
    if http >= 500:
        ref = ref or new_ref()
        _log.warning("failed", code=code, ref=ref)
    details: dict[str, object] = {key: value for key, value in error.metadata.items() if key != "ref"}
    if error.retry_after_s is not None:
        details["retry_after_s"] = error.retry_after_s
    if error.violations:
        details["violations"] = [{"field": v.field, "message": v.message} for v in error.violations]
    body = {"error": {"code": code, "message": error.message, "ref": ref, "details": details}}
    return JSONResponse(body, http, headers=_headers(error))


def appearance(error: PlotlaneError) -> tuple[int, str]:
    """The HTTP status and the code of `error`."""
    if isinstance(error, RequestRefused):
        return error.http, error.code
    row = TABLE[error.reason]
    return row.http, row.sse


def new_ref() -> str:
    """A reference that a person can quote and an operator can find in the log."""
    return uuid.uuid4().hex[:12]


def log_internal(error: BaseException, ref: str) -> None:
    """Log where `error` was raised and of what kind it is, never its text: that may hold somebody's data."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    where = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}" if frame is not None else ""
    _log.error("internal_error", ref=ref, kind=type(error).__name__, where=where)


def _headers(error: PlotlaneError) -> dict[str, str]:
    headers = {"Cache-Control": "no-store"}
    if isinstance(error, Unauthenticated):
        headers["WWW-Authenticate"] = "Bearer"
    elif not isinstance(error, RequestRefused) and TABLE[error.reason].retry_after:
        wait = RETRY_AFTER_S if error.retry_after_s is None else max(1, math.ceil(error.retry_after_s))
        headers["Retry-After"] = str(wait)
    return headers
