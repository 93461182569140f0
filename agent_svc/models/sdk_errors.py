"""The SDK's errors: what each class and status means for the next try, and for the bill."""

from __future__ import annotations

from typing import Final

import anthropic
import httpx2

from agent_svc.models.call import Usage
from agent_svc.models.failure import Failure, Fault

_BUSY: Final = frozenset({429, 503, 529})
_AGAIN: Final = frozenset({408, 409, 500, 502, 504})
_LONGEST_WAIT_S: Final = 3_600.0


def failure_of(error: Exception, usage: Usage | None) -> Failure:
    """What `error`, raised by one try, means; `usage` is what the answer had said of it before it broke off."""
    if isinstance(error, anthropic.APIStatusError):
        return _of_status(error, usage)
    if isinstance(error, anthropic.APIConnectionError | httpx2.HTTPError | TimeoutError):
        return Failure(Fault.PASSING, _innermost(error), usage)
    return Failure(Fault.FINAL, _innermost(error), usage)


def cut(usage: Usage | None) -> Failure:
    """An answer that stopped before its end, without an error."""
    return Failure(Fault.PASSING, "CutStream", usage)


def _of_status(error: anthropic.APIStatusError, usage: Usage | None) -> Failure:
    # In mid-stream the status is still 200 and only the error's type says what it is.
    kind = error.type or ""
    if error.status_code >= 400 and usage is None:
        usage = Usage()  # refused before the model began: nothing is charged
    again = Fault.FINAL
    if error.status_code in _BUSY or kind in ("overloaded_error", "rate_limit_error"):
        again = Fault.BUSY
    elif error.status_code in _AGAIN or kind in ("api_error", "timeout_error"):
        again = Fault.PASSING
    return Failure(again, type(error).__name__, usage, _retry_after_s(error))


def _retry_after_s(error: anthropic.APIStatusError) -> float | None:
    try:
        seconds = float(error.response.headers.get("retry-after", ""))
    except ValueError:
        return None
    return min(seconds, _LONGEST_WAIT_S) if seconds >= 0 else None


def _innermost(error: BaseException) -> str:
    while isinstance(error.__cause__, Exception):  # a timeout's own cause is only the cancelling that made it
        error = error.__cause__
    return type(error).__name__
