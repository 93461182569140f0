"""The stream limit: holds everybody who may wait, or says what to set."""

from __future__ import annotations

import resource

import pytest

from gateway.errors import TooManyStreams
from gateway.stream_limit import make_room, shortage
from gateway.streams import OpenStreams
from plotlane_kit.settings import SettingsError


def test_a_limit_that_holds_queue_runs_and_reserve_is_right() -> None:
    assert shortage(165, 100, waiting=60, in_flight=5) == ""


def test_one_stream_too_few_is_told_with_the_number_that_would_do() -> None:
    assert "set at least 165" in shortage(164, 100, waiting=60, in_flight=5)


def test_more_streams_than_the_system_allows_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, 4_096))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: asked.append(limits))
    make_room(500)
    make_room(2_000)
    assert asked == [(2_064, 4_096)]
    with pytest.raises(SettingsError, match="4096 open files"):
        make_room(5_000)


async def test_a_stream_beyond_the_limit_is_refused_until_one_ends() -> None:
    streams = OpenStreams(2)
    first, _ = streams.admit(), streams.admit()
    with pytest.raises(TooManyStreams):
        streams.admit()
    streams.leave(first)
    streams.admit()
