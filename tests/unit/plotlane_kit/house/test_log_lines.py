"""The house prints each service's events as readable, prefixed lines."""

from __future__ import annotations

import pytest

from plotlane_kit.house.log_lines import readable


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ('{"event": "serving", "address": "127.0.0.1:1", "level": "info"}', "scheduler | serving address=127.0.0.1:1"),
        ('{"event": "draining", "service": "scheduler", "timestamp": "now"}', "scheduler | draining"),
        ("Traceback (most recent call last):", "scheduler | Traceback (most recent call last):"),
        ("[1, 2]", "scheduler | [1, 2]"),
        ('{"no": "event"}', 'scheduler | {"no": "event"}'),
    ],
)
def test_an_event_becomes_a_line_and_anything_else_stays_as_it_is(line: str, shown: str) -> None:
    assert readable("scheduler", line) == shown
