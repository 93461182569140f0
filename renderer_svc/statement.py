"""The warden's statement: the lines that process 1 of a sandbox wrote, read with care."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Final

from renderer_svc.outcome import Ending, ScriptError

_MESSAGE_CHARS: Final = 500


@dataclass(frozen=True, slots=True)
class Statement:
    """What the warden said: whether the script was reached, how it ended, and what the script says it raised."""

    started: bool = False
    ending: Ending | None = None
    error: ScriptError | None = None


def read_statement(data: bytes, nonce: str) -> Statement:
    """Read the warden's lines; a line without this run's nonce, or cut short, says nothing."""
    started, ending, error = False, None, None
    for text in data.splitlines():
        line = _object(text)
        if line.get("nonce") != nonce:
            continue
        if line.get("event") == "start":
            started = True
        if line.get("event") == "end":
            # The warden is ours.
            ending = Ending(line["status"], line["cpu_s"], line["max_rss_bytes"], line["own_cpu_s"])
            error = _error(line["report"])
    return Statement(started, ending, error)


def _error(report: str) -> ScriptError | None:
    """The script's own word, which may be anything."""
    found = _object(report.encode("utf-8", "replace"))
    names = ("kind", "line", "message", "errno", "refused_memory")
    kind, line, message, number, refused = (found.get(name) for name in names)
    if not isinstance(kind, str) or not kind:
        return None
    return ScriptError(
        kind=_clean(kind)[:100],
        line=line if isinstance(line, int) and 0 <= line < 1 << 31 else 0,
        message=_clean(message)[:_MESSAGE_CHARS] if isinstance(message, str) else "",
        errno=number if isinstance(number, int) else 0,
        refused_memory=refused is True,
    )


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _object(text: bytes) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}
