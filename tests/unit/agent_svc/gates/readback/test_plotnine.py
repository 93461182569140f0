"""The read-back of plotnine: its report says matplotlib, but its figures hold the logarithms of what they show."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from agent_svc.gates.base import Evidence
from agent_svc.gates.figure import Figure, Marks, Panel
from agent_svc.gates.readback.gate import ReadbackGate
from agent_svc.gates.readback.sheet import group_of
from tests_support.drawing import asked_for

FRAME = pd.DataFrame({"Dosis": [1.0, 10.0, 100.0], "Wirkung": [2.0, 3.0, 5.0]})


def line(*vertices: tuple[float, float]) -> Evidence:
    asked = replace(asked_for("line", FRAME, {"x": "Dosis", "y": ["Wirkung"]}, {"log_x": True}), library="plotnine")
    panel = Panel(marks=Marks(groups={"lines": [group_of(np.array(vertices), "Wirkung")]}))
    figure = Figure(
        file="plot-light.png", width_px=1, height_px=1, axes=[panel], texts_outside=None, missing_glyphs=None
    )
    return Evidence(
        "", "plot-light.png", b"", None, (1, 1), "#ffffff", asked=asked, figure=figure, library="matplotlib"
    )


def test_logarithms_are_read_as_the_values_they_stand_for() -> None:
    assert ReadbackGate().judge(line((0, 2), (1, 3), (2, 5))).findings == ()


@pytest.mark.parametrize("vertices", [((0, 2), (1, 4), (2, 5)), ((0, 2), (1.1, 3), (2, 5))])
def test_a_wrong_vertex_among_logarithms_is_named(vertices: tuple[tuple[float, float], ...]) -> None:
    (finding,) = ReadbackGate().judge(line(*vertices)).findings

    assert "line" in finding.message
