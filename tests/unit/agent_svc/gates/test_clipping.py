"""The clipping gate: texts that the canvas cuts, marks that the axes cut."""

from __future__ import annotations

from collections.abc import Callable

import pandas as pd

from agent_svc.gates.base import Evidence, Finding, Severity
from agent_svc.gates.clipping import ClippingGate
from agent_svc.gates.figure import read_figure
from tests_support.drawing import asked_for, drawn, replaced

FRAME = pd.DataFrame({"x": [1.0, 2, 3, 4], "y": [10.0, 20, 30, 400]})
ROLES: dict[str, str | list[str]] = {"x": "x", "y": ["y"]}


def judged(seen: Evidence) -> tuple[Finding, ...]:
    return ClippingGate().judge(seen).findings


def test_a_figure_that_fits_passes() -> None:
    assert judged(drawn(asked_for("scatter", FRAME, ROLES))) == ()


def test_texts_beyond_the_canvas_get_attention_and_are_named(
    evidence: Callable[..., Evidence], probe: Callable[..., dict[str, object]]
) -> None:
    outside = [{"text": text} for text in ("a\nb", "x" * 50, "c", "d", "e")]
    figure, _ = read_figure(probe(texts_outside=outside), "plot-light.png", (64, 36))
    (finding,) = judged(evidence(figure=figure))

    assert finding.severity is Severity.ATTENTION
    assert finding.message == (
        f"5 texts reach beyond the canvas and may be cut off: “a b”, “{'x' * 39}…”, “c” and 2 more."
    )


def test_data_beyond_limits_that_nobody_asked_for_gets_attention() -> None:
    cut = replaced("    label_axes(", "    ax.set_ylim(0, 100)\n    label_axes(")
    (finding,) = judged(drawn(asked_for("scatter", FRAME, ROLES), cut))

    assert (finding.gate, finding.severity, finding.location) == ("clipping", Severity.ATTENTION, "y axis")


def test_data_beyond_a_range_that_was_asked_for_is_a_note() -> None:
    (finding,) = judged(drawn(asked_for("scatter", FRAME, ROLES, {"y_range": [0, 100]})))

    assert finding.severity is Severity.NOTE


def test_what_a_logarithmic_axis_cannot_show_is_not_cut() -> None:
    frame = FRAME.assign(y=[-1.0, 0.0, 30.0, 400.0])

    assert judged(drawn(asked_for("scatter", frame, ROLES, {"log_y": True}))) == ()


def test_a_library_that_does_not_say_where_its_texts_lie_is_not_accused(
    evidence: Callable[..., Evidence], probe: Callable[..., dict[str, object]]
) -> None:
    figure, _ = read_figure(probe(texts_outside=None, missing_glyphs=None), "plot-light.png", (64, 36))

    assert judged(evidence(figure=figure)) == ()
