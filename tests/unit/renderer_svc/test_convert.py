"""Requests checked, and results put on the wire."""

from __future__ import annotations

from typing import Any

import pytest

from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2
from plotlane_kit.chunks import CHUNK_BYTES
from renderer_svc.convert import MAX_SOURCE_BYTES, from_event, to_job
from renderer_svc.errors import InvalidJob
from renderer_svc.job import ThemedScript, ThemeResult
from renderer_svc.outcome import LimitHit, Outcome, ScriptError
from renderer_svc.picture import Ended, Started

LIGHT, DARK = common_pb2.THEME_LIGHT, common_pb2.THEME_DARK


def themed(theme: Any, source: str = "print(1)") -> renderer_pb2.ThemedSource:
    return renderer_pb2.ThemedSource(theme=theme, source=source)


def request(**fields: Any) -> renderer_pb2.RenderJob:
    """A good job with `fields` changed."""
    return renderer_pb2.RenderJob(**{"job_id": "j-1", "library": "matplotlib", "themes": [themed(LIGHT)], **fields})


def test_a_good_request_becomes_a_job() -> None:
    job = to_job(request(themes=[themed(DARK, "a"), themed(LIGHT, "b")], timeout_s=5), b"data")
    assert job.scripts == (ThemedScript("dark", "a"), ThemedScript("light", "b"))
    assert (job.job_id, job.library, job.data, job.timeout_s) == ("j-1", "matplotlib", b"data", 5)


def test_no_timeout_means_the_longest() -> None:
    assert to_job(request(), b"").timeout_s == 60


@pytest.mark.parametrize(
    ("fields", "where"),
    [
        ({"job_id": ""}, "job.job_id"),
        ({"job_id": "../x"}, "job.job_id"),
        ({"job_id": "x" * 129}, "job.job_id"),
        ({"library": ""}, "job.library"),
        ({"timeout_s": -1}, "job.timeout_s"),
        ({"timeout_s": 61}, "job.timeout_s"),
        ({"timeout_s": float("nan")}, "job.timeout_s"),
        ({"themes": []}, "job.themes"),
        ({"themes": [themed(common_pb2.THEME_UNSPECIFIED)]}, "job.themes[0].theme"),
        ({"themes": [themed(LIGHT), themed(LIGHT)]}, "job.themes[1].theme"),
        ({"themes": [themed(LIGHT, " \n")]}, "job.themes[0].source"),
        ({"themes": [themed(LIGHT, "ä" * (MAX_SOURCE_BYTES // 2 + 1))]}, "job.themes[0].source"),
    ],
)
def test_a_wrong_field_is_named(fields: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidJob) as refusal:
        to_job(request(**fields), b"")
    assert [violation.field for violation in refusal.value.violations] == [where]


def test_every_wrong_field_is_named_at_once() -> None:
    with pytest.raises(InvalidJob) as refusal:
        to_job(renderer_pb2.RenderJob(), b"")
    assert len(refusal.value.violations) == 3


def test_a_started_theme_is_told() -> None:
    (message,) = from_event(Started("dark"))
    assert (message.theme, message.WhichOneof("event")) == (DARK, "started")


def test_a_picture_travels_in_chunks_before_the_result() -> None:
    picture = bytes(range(256)) * 2000
    messages = list(from_event(Ended("light", ThemeResult(Outcome.OK, outputs={"plot-light.png": picture}))))
    assert [message.WhichOneof("event") for message in messages] == ["chunk", "chunk", "result"]
    assert b"".join(message.chunk.data for message in messages) == picture
    assert max(len(message.chunk.data) for message in messages) == CHUNK_BYTES
    assert not messages[-1].result.HasField("limit")
    assert not messages[-1].result.HasField("error")


def test_a_result_says_everything_that_is_known() -> None:
    result = ThemeResult(
        outcome=Outcome.DISK_LIMIT,
        exit_code=1,
        limit=LimitHit("disk_bytes", 10, 11),
        error=ScriptError("OSError", 7, "no space", 28),
        stdout="out",
        stderr="err",
        probe_json="{}",
        wall_s=1.2345,
        start_s=0.5,
        cpu_s=0.25,
        peak_memory_bytes=99,
    )
    (message,) = from_event(Ended("light", result))
    assert message.result == renderer_pb2.RenderResult(
        outcome=renderer_pb2.OUTCOME_DISK_LIMIT,
        exit_code=1,
        limit=renderer_pb2.LimitHit(name="disk_bytes", limit=10, measured=11),
        error=renderer_pb2.ScriptError(kind="OSError", line=7, message="no space"),
        stdout="out",
        stderr="err",
        probe_json="{}",
        wall_ms=1234,
        start_ms=500,
        cpu_ms=250,
        peak_memory_bytes=99,
    )


@pytest.mark.parametrize("outcome", Outcome)
def test_every_outcome_has_its_name_on_the_wire(outcome: Outcome) -> None:
    (message,) = from_event(Ended("light", ThemeResult(outcome)))
    assert renderer_pb2.Outcome.Name(message.result.outcome) == f"OUTCOME_{outcome.name}"
