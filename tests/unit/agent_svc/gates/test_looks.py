"""The gates on how a figure looks: each is silent on a good one and catches the fault that is planted in it."""

from __future__ import annotations

from functools import cache

import numpy as np
import pandas as pd
import pytest

from agent_svc.code.theme import Theme
from agent_svc.gates.base import Evidence, Finding, Gate, Severity
from agent_svc.gates.contrast import ContrastGate, contrast, is_ramp, rgba
from agent_svc.gates.label_overlap import LabelOverlapGate
from agent_svc.gates.legend import LegendGate
from agent_svc.gates.out_of_view import OutOfViewGate
from agent_svc.gates.overplotting import OverplottingGate
from tests_support.drawing import Change, asked_for, drawn, replaced

NAMES = ["Nord", "Süd", "Ost", "West"]
FRAME = pd.DataFrame(
    {
        "x": np.arange(40.0),
        "y": np.linspace(3, 90, 40),
        "name": [NAMES[n % 4] for n in range(40)],
        "long": [f"Zuständige Stelle Nr. {n % 10}" for n in range(40)],
    }
)
SCATTER: dict[str, str | list[str]] = {"x": "x", "y": ["y"], "group": "name"}
END = "    label_axes("
GOOD_GATES: list[Gate] = [ContrastGate(), LabelOverlapGate(), LegendGate(), OutOfViewGate(), OverplottingGate()]


@cache
def good(theme: Theme) -> Evidence:
    return drawn(asked_for("scatter", FRAME, SCATTER), theme=theme)


def planted(gate: Gate, change: Change, theme: Theme = Theme.LIGHT) -> Finding:
    (finding,) = gate.judge(drawn(asked_for("scatter", FRAME, SCATTER), change, theme)).findings
    assert finding.gate == gate.name
    return finding


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("gate", GOOD_GATES, ids=lambda gate: gate.name)
def test_a_good_figure_passes(gate: Gate, theme: Theme) -> None:
    assert gate.judge(good(theme)).findings == ()


@pytest.mark.parametrize("gate", GOOD_GATES, ids=lambda gate: gate.name)
def test_without_a_report_nothing_is_judged(gate: Gate) -> None:
    bare = Evidence("", "plot-light.png", b"", None, (640, 360), "#ffffff")

    assert gate.judge(bare).findings == ()


@pytest.mark.parametrize("theme", Theme)
def test_a_text_in_a_pale_colour_gets_attention_in_both_themes(theme: Theme) -> None:
    pale = "#d0d0d0" if theme is Theme.LIGHT else "#303030"
    finding = planted(ContrastGate(), replaced(END, f"    fig.text(0.5, 0.5, 'pale', color='{pale}')\n{END}"), theme)

    assert finding.severity is Severity.ATTENTION
    assert "“pale”" in finding.message


def test_black_text_on_dark_paper_gets_attention() -> None:
    black = replaced(END, f"    ax.tick_params(labelcolor='#000000')\n{END}")

    assert "hard to read" in planted(ContrastGate(), black, Theme.DARK).message


def test_marks_in_a_pale_colour_get_attention() -> None:
    finding = planted(ContrastGate(), replaced("s=size, color=color", "s=size, color='#f2f0d8'"))

    assert finding.message.startswith("The points of “Nord” hardly stand out, with a contrast of 1.")


def test_marks_of_several_strong_colours_that_are_nearly_transparent_get_attention() -> None:
    faint = "s=size, color=(['#0072b2', '#009e73', '#d55e00'] * 4)[:10], alpha=0.1"
    finding = planted(ContrastGate(), replaced("s=size, color=color, alpha=opacity", faint))

    assert finding.message.startswith("The points of “")


def test_tints_of_a_colour_that_stands_out_show_a_rank_but_one_pale_colour_among_others_does_not() -> None:
    def ramp(*colors: str) -> bool:
        return is_ramp([rgba(color)[:3] for color in colors], rgba("#ffffff")[:3])

    assert ramp("#0072b2", "#66aad1", "#cce3f0")
    assert not ramp("#0072b2", "#009e73", "#f2f0d8")
    assert not ramp("#0072b2", "#cce3f0")


@pytest.mark.parametrize("theme", Theme)
def test_numbers_of_a_pyramid_are_readable_on_bars_of_the_other_side(theme: Theme) -> None:
    frame = pd.DataFrame({"Alter": ["jung", "alt"], "a": [5.0, 2.0], "b": [-2.0, 5.0]})
    asked = asked_for("pyramid", frame, {"x": "Alter", "y": ["a", "b"]}, {"color": "rust"})
    assert ContrastGate().judge(drawn(asked, theme=theme)).findings == ()


def test_the_colour_behind_a_text_is_that_of_the_pixels_there() -> None:
    box = "{'facecolor': '#202020', 'edgecolor': 'none', 'pad': 8}"
    dark = replaced(END, f"    fig.text(0.5, 0.5, 'on a dark box', color='#303030', bbox={box})\n{END}")
    light = replaced(END, f"    fig.text(0.5, 0.5, 'on a dark box', color='#ffffff', bbox={box})\n{END}")

    assert "on a dark box" in planted(ContrastGate(), dark).message
    assert ContrastGate().judge(drawn(asked_for("scatter", FRAME, SCATTER), light)).findings == ()


@pytest.mark.parametrize(
    ("color", "behind", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#ffffff", 4.48), ("#ffffff", "#ffffff", 1.0), ("#00000000", "#fff", 1)],
)
def test_contrast_is_that_of_wcag(color: str, behind: str, ratio: float) -> None:
    paper = rgba(behind)[:3] if len(behind) == 7 else rgba("#ffffff")[:3]

    assert contrast(rgba(color), paper) == pytest.approx(ratio, abs=0.01)


def test_tick_labels_on_each_other_get_attention() -> None:
    crowd = "    ax.set_xticks(range(10), ['Zuständige Stelle Nr. %d' % n for n in range(10)])\n"
    finding = planted(LabelOverlapGate(), replaced(END, f"{crowd}{END}"))

    assert (finding.severity, finding.location) == (Severity.ATTENTION, "x_tick")
    assert "more such pairs" in finding.message


def test_turned_labels_are_judged_by_their_turned_boxes() -> None:
    turned = "    ax.set_xticks(range(0, 40, 4), ['Zuständige Stelle'] * 10, rotation=60, ha='right')\n"

    seen = drawn(asked_for("scatter", FRAME, SCATTER), replaced(END, f"{turned}{END}"))
    assert LabelOverlapGate().judge(seen).findings == ()


def test_a_legend_on_data_gets_attention() -> None:
    inside = replaced(
        END, f"    ax.get_legend().set_loc('lower left')\n    ax.get_legend().set_bbox_to_anchor((0, 0))\n{END}"
    )
    finding = planted(LegendGate(), inside)

    assert finding.severity is Severity.ATTENTION
    assert finding.message.startswith("The legend lies on ")


def test_an_annotation_of_a_place_beyond_the_axes_gets_attention() -> None:
    finding = planted(OutOfViewGate(), replaced(END, f"    ax.annotate('a peak', (100, 50))\n{END}"))

    assert finding.severity is Severity.ATTENTION
    assert "“a peak”" in finding.message


def test_an_annotation_beyond_a_range_that_was_asked_for_is_a_note() -> None:
    asked = asked_for("scatter", FRAME, SCATTER, {"x_range": [0, 20]})
    (finding,) = OutOfViewGate().judge(drawn(asked, replaced(END, f"    ax.annotate('x', (30, 50))\n{END}"))).findings

    assert finding.severity is Severity.NOTE


def test_points_that_hide_each_other_are_a_note_with_their_share() -> None:
    frame = pd.DataFrame({"x": np.repeat([1.0, 2, 3], 200), "y": np.tile([1.0, 2], 300)})
    (finding,) = OverplottingGate().judge(drawn(asked_for("scatter", frame, {"x": "x", "y": ["y"]}))).findings

    assert finding.severity is Severity.NOTE
    assert finding.message == "About 99% of 600 points lie on other points."
