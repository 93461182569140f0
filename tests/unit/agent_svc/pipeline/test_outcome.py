"""The closed sets of the pipeline are those of the protocols."""

from __future__ import annotations

from enum import StrEnum

import pytest
from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from agent_svc.code.theme import Theme
from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Step
from agent_svc.pipeline.render import Outcome
from plotlane.agent.v1 import agent_pb2
from plotlane.common.v1 import common_pb2
from plotlane.renderer.v1 import renderer_pb2


@pytest.mark.parametrize(
    ("ours", "theirs", "prefix"),
    [
        (PlotStatus, agent_pb2.PlotStatus, "PLOT_STATUS_"),
        (PlotReason, agent_pb2.PlotReason, "PLOT_REASON_"),
        (Step, agent_pb2.Step, "STEP_"),
        (Outcome, renderer_pb2.Outcome, "OUTCOME_"),
        (Theme, common_pb2.Theme, "THEME_"),
    ],
)
def test_each_set_has_exactly_the_protocols_values(ours: type[StrEnum], theirs: EnumTypeWrapper, prefix: str) -> None:
    known = {name.removeprefix(prefix).lower() for name in theirs.DESCRIPTOR.values_by_name} - {"unspecified"}

    assert {member.value for member in ours} == known
