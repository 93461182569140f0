"""A visitor: what the page does over HTTP, without a browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

SMALL_CSV = "Dosis (mg);Ertrag (t/ha);Sorte\n1,5;2,25;Ähre\n2,5;3,5;Ähre\n3,5;4,75;Korn\n4,5;4,25;Korn\n"


@dataclass(frozen=True)
class Event:
    """One event of a turn."""

    name: str
    data: dict[str, Any]


class Visitor:
    """One browser window, as HTTP sees it."""

    def __init__(self, page_url: str, token: str | None = None) -> None:
        headers = {"X-Plotlane-Client": "plotlane-chat/1", "Origin": page_url.rstrip("/")}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self.http = httpx.Client(base_url=page_url, headers=headers, timeout=60, trust_env=False)

    def open_session(self, chart: str = "scatter", text: str = SMALL_CSV) -> str:
        """A session that is ready to plot."""
        created = self.http.post("/v1/sessions", json={"chart": chart})
        assert created.is_success, created.text
        session_id: str = created.json()["session_id"]
        pasted = self.http.post(f"/v1/sessions/{session_id}/dataset", json={"text": text})
        assert pasted.is_success, pasted.text
        return session_id

    @contextmanager
    def turn(self, session_id: str, **body: Any) -> Iterator[Iterator[Event]]:
        """The events of one turn as they come; `create_plot` unless `body` says otherwise."""
        url = f"/v1/sessions/{session_id}/messages"
        with self.http.stream("POST", url, json=body or {"action": "create_plot"}) as response:
            if response.status_code != 200:
                response.read()
            assert response.status_code == 200, response.text
            yield events_of(response.iter_lines())

    def plot(self, session_id: str, **body: Any) -> list[Event]:
        """One whole turn."""
        with self.turn(session_id, **body) as events:
            return list(events)

    def cancel(self, session_id: str) -> None:
        """Press Stop; returns when the session is free."""
        answer = self.http.post(f"/v1/sessions/{session_id}/cancel", json={})
        assert answer.status_code == 204, answer.text


def events_of(lines: Iterator[str]) -> Iterator[Event]:
    """Server-sent events, comments left out."""
    name, data = "", ""
    for line in lines:
        if line.startswith("event:"):
            name = line.removeprefix("event:").strip()
        elif line.startswith("data:"):
            data += line.removeprefix("data:").strip()
        elif not line and name:
            yield Event(name, json.loads(data))
            name, data = "", ""
