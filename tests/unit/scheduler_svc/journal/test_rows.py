"""The rows: every event that changes something, and every part of a snapshot, can be kept."""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import get_args, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scheduler_svc.core.events import Event, Refused, RunStarted
from scheduler_svc.core.records import Snapshot
from scheduler_svc.journal.codec import decode, encode
from scheduler_svc.journal.rows import from_row, to_row

EVENTS = [kind for kind in get_args(Event) if kind is not Refused]
RECORDS = [part for hint in get_type_hints(Snapshot).values() for part in get_args(hint) if is_dataclass(part)]


def test_a_row_knows_its_kind_and_form() -> None:
    row = to_row(RunStarted(1.5, "r1"))
    assert (row.kind, row.form) == ("RunStarted", 1)
    assert from_row(row, 1) == RunStarted(1.5, "r1")


@pytest.mark.parametrize("kind", [*EVENTS, *RECORDS])
@settings(max_examples=20, suppress_health_check=[HealthCheck.too_slow])  # some records hold many others
@given(data=st.data())
def test_every_event_and_every_record_comes_back_as_it_was(kind: type, data: st.DataObject) -> None:
    text = encode(data.draw(st.from_type(kind)))
    assert encode(decode(kind, text)) == text
