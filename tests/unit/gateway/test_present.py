"""What the agent answers, as the page reads it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from google.protobuf.struct_pb2 import Struct, Value
from hypothesis import given
from hypothesis import strategies as st

from gateway.present.catalogue import chart, option
from gateway.present.plain import number, struct, word
from gateway.present.session import dataset, session_whole
from gateway.present.turn import turn_event
from gateway.present.version import version
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane.common.v1 import common_pb2


def test_a_chart_has_exactly_the_fields_of_the_contract() -> None:
    message = pb.Chart(
        chart_id="scatter",
        title="Scatter",
        description="points",
        tags=["a"],
        roles=[
            pb.Role(name="x", types=[pb.COLUMN_TYPE_NUMBER, pb.COLUMN_TYPE_DATE], required=True),
            pb.Role(name="y", family=True, min=1, max=8),
        ],
        options=[pb.Option(name="bins", kind=pb.OPTION_KIND_INTEGER, min=2, max=200, default=Value(number_value=20))],
        libraries=["matplotlib"],
        width_px=3200,
        height_px=1800,
    )
    shown = chart(message)
    assert set(shown) == {
        *("id", "title", "description", "tags", "roles", "options", "libraries", "width_px", "height_px")
    }
    assert shown["roles"][0]["types"] == ["number", "date"]
    assert (shown["roles"][0]["min"], shown["roles"][1]["max"]) == (None, 8)
    assert json.dumps(shown["options"][0]["default"]) == "20"


def test_an_option_without_bounds_or_default_says_null() -> None:
    shown = option(pb.Option(name="title", kind=pb.OPTION_KIND_TEXT, max_length=120))
    assert (shown["min"], shown["max"], shown["default"], shown["max_length"]) == (None, None, None, 120)


def test_a_bound_of_zero_is_a_bound() -> None:
    assert option(pb.Option(name="alpha", kind=pb.OPTION_KIND_NUMBER, min=0))["min"] == 0


def test_what_a_session_does_not_have_is_null() -> None:
    shown = session_whole(pb.Session(session_id="s1"), [])
    assert [shown[name] for name in ("chart", "library", "dataset", "turn_id")] == [None] * 4
    assert shown["bindings"] == {"bindings": [], "complete": False, "missing_roles": []}


def test_a_line_of_the_transcript_without_a_version_says_null() -> None:
    lines = [pb.TranscriptLine(who="user", text="hi"), pb.TranscriptLine(who="plotlane", text="done", version=2)]
    shown = session_whole(pb.Session(transcript=lines), [])
    assert [line["version"] for line in shown["transcript"]] == [None, 2]


def test_an_empty_cell_is_a_missing_value() -> None:
    message = pb.Dataset(columns=[pb.Column(name="a")], rows=30, preview=[pb.PreviewRow(cells=["", "0"])])
    assert dataset(message)["preview"] == {"columns": ["a"], "rows": [[None, "0"]], "total_rows": 30}


def test_a_version_has_exactly_the_fields_of_the_contract() -> None:
    shown = version(pb.Version(number=1, status=pb.PLOT_STATUS_NEEDS_ATTENTION, reason=pb.PLOT_REASON_CANVAS_PADDED))
    assert set(shown) == {
        *("number", "chart", "library", "status", "reason", "theme", "changes", "findings", "artifacts", "cost"),
        *("width_px", "height_px", "created_at", "bindings", "options"),
    }
    assert (shown["status"], shown["reason"], shown["theme"]) == ("needs_attention", "canvas_padded", None)


@pytest.mark.parametrize(
    ("event", "name", "data"),
    [
        (pb.TurnEvent(ready=pb.TurnReady(v="plotlane/1", turn_id="t")), "ready", {"v": "plotlane/1", "turn_id": "t"}),
        (pb.TurnEvent(status=pb.TurnStatus(step=pb.STEP_CHECKING)), "status", {"step": "checking"}),
        (
            pb.TurnEvent(status=pb.TurnStatus(step=pb.STEP_REPAIRING, attempt=2)),
            "status",
            {"step": "repairing", "attempt": 2},
        ),
        (
            pb.TurnEvent(status=pb.TurnStatus(step=pb.STEP_QUEUED, position=1)),
            "status",
            {"step": "queued", "position": 1, "waiting": 0, "estimated_wait_s": 0},
        ),
        (pb.TurnEvent(refusal=pb.TurnRefusal(code="budget", text="x")), "refusal", {"code": "budget", "text": "x"}),
        (
            pb.TurnEvent(error=pb.TurnError(code="?", text="x", details={"cap": "2"})),
            "error",
            {"code": "internal", "ref": None, "text": "x", "details": {"cap": "2"}},
        ),
        (pb.TurnEvent(done=pb.TurnDone(outcome="refused")), "done", {"outcome": "refused", "version": None}),
    ],
)
def test_an_event_has_exactly_the_fields_of_the_contract(event: pb.TurnEvent, name: str, data: object) -> None:
    shown = turn_event(event)
    assert shown is not None
    assert (shown.name, shown.data) == (name, data)


def test_a_plot_without_a_version_still_has_its_cost() -> None:
    plot = pb.PlotResult(status=pb.PLOT_STATUS_FAILED, reason=pb.PLOT_REASON_TIMEOUT, cost=pb.Cost(queue_s=1.25))
    shown = turn_event(pb.TurnEvent(event_id=3, plot=plot))
    assert shown is not None
    assert (shown.data["version"], shown.data["reason"]) == (None, "timeout")
    assert shown.data["cost"] == {"model_calls": 0, "tokens": 0, "queue_s": 1.25, "render_s": 0}


def test_a_kind_of_event_that_this_build_does_not_know_is_left_out() -> None:
    assert turn_event(pb.TurnEvent(event_id=5)) is None


@pytest.mark.parametrize(
    "enum", [pb.ColumnType, pb.PlotStatus, pb.PlotReason, pb.Step, pb.OptionKind, common_pb2.Theme]
)
def test_every_enum_value_is_a_lower_case_word(enum: type[pb.Step]) -> None:
    words = [word(enum.DESCRIPTOR, code) for code in enum.DESCRIPTOR.values_by_number]
    assert words[0] is None
    assert all(each and each == each.lower() and "unspecified" not in each for each in words[1:])
    assert word(enum.DESCRIPTOR, 999) is None


@pytest.mark.parametrize(
    ("double", "shown"), [(20.0, "20"), (1.5, "1.5"), (-0.0, "0"), (1e300, str(int(1e300))), (float("nan"), "null")]
)
def test_whole_numbers_lose_their_fraction_and_the_rest_is_json(double: float, shown: str) -> None:
    assert json.dumps(number(double)) == shown


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(values=st.dictionaries(st.text(st.characters(codec="utf-8")), JSON, max_size=5))
def test_any_json_object_survives(values: dict[str, Any]) -> None:
    message = Struct()
    message.update(values)
    assert struct(message) == values
