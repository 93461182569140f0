"""The visit: what the page does over HTTP, for benchmarks that run on an event loop."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import httpx


def client(address: str) -> httpx.AsyncClient:
    """A window on the gateway at `address` (host:port)."""
    url = f"http://{address}"
    headers = {"X-Plotlane-Client": "plotlane-chat/1", "Origin": url}
    limits = httpx.Limits(max_connections=None)
    return httpx.AsyncClient(base_url=url, headers=headers, timeout=120, limits=limits, trust_env=False)


async def turn(http: httpx.AsyncClient, session_id: str) -> AsyncIterator[tuple[str, dict[str, Any]]]:
    """The events of one turn, each as its name and its data."""
    url, name = f"/v1/sessions/{session_id}/messages", ""
    async with http.stream("POST", url, json={"action": "create_plot"}) as response:
        response.raise_for_status()
        async for line in response.aiter_lines():
            if line.startswith("event:"):
                name = line.removeprefix("event:").strip()
            elif line.startswith("data:"):
                yield name, json.loads(line.removeprefix("data:"))
