"""The payload: what a client may send with a signal, bounded before it is kept."""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from agent_svc.signals.refusal import InvalidSignalError
from plotlane_kit.errors import Violation

MAX_BYTES: Final = 512 * 1024  #: as JSON in UTF-8; a paste of 200 KB fits in whatever way it is escaped
MAX_DEPTH: Final = 16
MAX_NAME: Final = 128  #: characters of the name of a field
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,128}")


def check_signal(signal_id: str, payload: Mapping[str, Any]) -> None:
    """Let through what can be kept. Raises `InvalidSignalError` with all that cannot be."""
    wrong = [] if _ID.fullmatch(signal_id) else [Violation("signal_id", "takes 1 to 128 letters, digits, _ or -")]
    wrong += [Violation("payload", message) for message in sorted(set(_wrong_with(payload, MAX_DEPTH)))]
    if not wrong and len(_written(payload)) > MAX_BYTES:
        wrong.append(Violation("payload", f"is larger than {MAX_BYTES // 1024} KB"))
    if wrong:
        raise InvalidSignalError(violations=wrong)


def digest_of(handler: str, payload: Mapping[str, Any]) -> str:
    """What tells whether two signals of one id are the same, when the payload of the first is forgotten already."""
    return hashlib.sha256(handler.encode() + b"\0" + _written(payload)).hexdigest()


def _written(payload: Mapping[str, Any]) -> bytes:
    return json.dumps(payload, ensure_ascii=False, sort_keys=True).encode("utf-8", "surrogatepass")


def _wrong_with(value: object, depth: int) -> Iterator[str]:
    if depth < 0:
        yield f"is nested deeper than {MAX_DEPTH}"
    elif isinstance(value, Mapping):
        if any(len(name) > MAX_NAME for name in value):
            yield f"has a field whose name is longer than {MAX_NAME} characters"
        for item in value.values():
            yield from _wrong_with(item, depth - 1)
    elif isinstance(value, list):
        for item in value:
            yield from _wrong_with(item, depth - 1)
    elif isinstance(value, float) and not math.isfinite(value):
        yield "has a number that is not finite"
