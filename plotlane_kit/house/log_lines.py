"""Log lines of the house: each service's JSON events as one readable, prefixed line."""

from __future__ import annotations

import json

HIDDEN = frozenset({"event", "level", "timestamp", "service"})


def readable(service: str, line: str) -> str:
    """`line` as people read it: `scheduler | serving address=127.0.0.1:8081`; what is no event stays as it is."""
    try:
        event = json.loads(line)
    except ValueError:
        event = None
    if not isinstance(event, dict) or "event" not in event:
        return f"{service:>9} | {line}"
    fields = " ".join(f"{key}={value}" for key, value in event.items() if key not in HIDDEN)
    return f"{service:>9} | {event['event']} {fields}".rstrip()
