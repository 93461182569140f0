"""The conversion: what requests may hold, and that every closed set has its number."""

from __future__ import annotations

import math

from google.protobuf import json_format, struct_pb2

from agent_svc import convert
from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Step, Theme
from plotlane.agent.v1 import agent_pb2 as pb
from tests_support.shipped import shipped_catalogue


def test_options_come_in_as_plain_values_with_whole_numbers_whole() -> None:
    sent = {"title": "A", "bins": 10, "opacity": 0.5, "log_y": True, "y_range": [0, None], "odd": {"a": 1}}
    assert convert.options_in(json_format.ParseDict(sent, struct_pb2.Struct())) == sent


def test_a_number_that_is_none_comes_in_for_the_chart_to_refuse() -> None:
    struct = struct_pb2.Struct()
    struct.fields["opacity"].number_value = math.nan
    struct.fields["bins"].number_value = math.inf
    assert convert.options_in(struct)["bins"] == math.inf


def test_every_member_of_a_closed_set_has_its_number() -> None:
    assert {f"PLOT_STATUS_{member.name}" for member in PlotStatus} == set(pb.PlotStatus.keys()) - {
        "PLOT_STATUS_UNSPECIFIED"
    }
    assert {f"PLOT_REASON_{member.name}" for member in PlotReason} == set(pb.PlotReason.keys()) - {
        "PLOT_REASON_UNSPECIFIED"
    }
    assert {f"STEP_{member.name}" for member in Step} == set(pb.Step.keys()) - {"STEP_UNSPECIFIED"}


def test_themes_go_both_ways() -> None:
    assert [convert.theme_in(number) for number in (0, 1, 2, 9)] == [None, Theme.LIGHT, Theme.DARK, None]


def test_every_chart_of_the_catalogue_can_be_shown() -> None:
    for entry in shipped_catalogue().charts.values():
        shown = convert.chart(entry)
        assert [option.name for option in shown.options] == [option.name for option in entry.options]
        assert (shown.width_px, shown.height_px) == entry.pixels
