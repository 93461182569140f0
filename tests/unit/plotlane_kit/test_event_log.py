"""The event log: one JSON object a line, and never in the way of what it tells of."""

from __future__ import annotations

import io
import json
import sys

import pytest

from plotlane_kit.event_log import configure_event_log, event_log


class Full(io.StringIO):
    """A log file on a full disk."""

    def flush(self) -> None:
        raise OSError(28, "No space left on device")


def test_an_event_is_one_line_with_its_service_and_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", lines := io.StringIO())
    configure_event_log()
    event_log("gateway").info("opened", port=8080)
    line = json.loads(lines.getvalue())
    assert line.pop("timestamp").endswith("Z")
    assert line == {"service": "gateway", "event": "opened", "level": "info", "port": 8080}


def test_a_log_that_cannot_be_written_stops_nobodys_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Full())
    configure_event_log()
    event_log("gateway").info("opened")


def test_what_is_below_the_level_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", lines := io.StringIO())
    configure_event_log("WARNING")
    event_log("gateway").info("opened")
    assert lines.getvalue() == ""
