"""Sessions, whole and as lines of a list."""

from __future__ import annotations

from collections.abc import Iterator

from google.protobuf import struct_pb2

from agent_svc.convert.arguments import struct
from agent_svc.convert.datasets import bindings, dataset, suggestions
from agent_svc.convert.plots import version
from agent_svc.sessions.opened import Opened
from agent_svc.sessions.options import full_options
from agent_svc.sessions.session import SessionSummary
from agent_svc.sessions.transcript import TranscriptLine
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.chunks import batches


def summary(one: SessionSummary, *, busy: bool) -> pb.SessionSummary:
    """One line of the list of sessions."""
    return pb.SessionSummary(
        session_id=one.session_id,
        chart_id=one.chart_id,
        library=one.library,
        versions=one.versions,
        updated_at=one.updated_at,
        busy=busy,
    )


def session(opened: Opened, turn_id: str) -> Iterator[pb.Session]:
    """A session in parts that merge into the whole."""
    one = opened.session
    yield pb.Session(
        session_id=one.session_id,
        chart_id=one.chart_id,
        library=one.library,
        locale=one.locale,
        dataset=dataset(opened),
        bindings=bindings(opened.mapping),
        options=options(opened),
        turn_id=turn_id,
        suggestions=suggestions(opened),
        idle_limit_s=one.idle_limit_s,
    )
    for versions in batches(version(kept) for kept in one.versions):
        yield pb.Session(versions=versions)
    for lines in batches(_line(line) for line in one.transcript):
        yield pb.Session(transcript=lines)


def options(opened: Opened) -> struct_pb2.Struct:
    """Every option of a session's chart."""
    return struct(full_options(opened.chart, opened.session.options))


def _line(line: TranscriptLine) -> pb.TranscriptLine:
    return pb.TranscriptLine(who=line.who.value, text=line.text, version=line.version)
