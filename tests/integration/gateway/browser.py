"""A client of the gateway: requests as the page makes them, and streams as it reads them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx

WRITE_HEADERS = {"X-Plotlane-Client": "plotlane-chat/1", "Content-Type": "application/json"}


@dataclass(frozen=True)
class Event:
    """One event of a stream."""

    event_id: str
    name: str
    data: dict[str, Any]


def browser(address: str, **more: Any) -> httpx.AsyncClient:
    """A client that sends what the page sends, from the page's origin."""
    url = f"http://{address}"
    return httpx.AsyncClient(base_url=url, headers={**WRITE_HEADERS, "Origin": url}, timeout=10, **more)


async def events(response: httpx.Response) -> AsyncIterator[Event]:
    """The events of a stream as they come; comments are left out."""
    fields: dict[str, str] = {}
    async for line in response.aiter_lines():
        if not line and "data" in fields:
            yield Event(fields["id"], fields["event"], json.loads(fields["data"]))
        if not line:
            fields = {}
        elif not line.startswith(":"):
            name, _, value = line.partition(": ")
            fields[name] = value


async def all_events(response: httpx.Response) -> list[Event]:
    """Every event, up to the end of the stream."""
    return [event async for event in events(response)]
