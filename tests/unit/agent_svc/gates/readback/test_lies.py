"""The read-back of marks that lie: every lie about every kind of marks, and the closed list of what is not compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

import numpy as np
import pandas as pd
import pytest

from agent_svc.catalogue.readback import NoReadback
from agent_svc.data import default_bindings, read
from agent_svc.data.limits import FILE
from agent_svc.gates.base import Asked, Evidence
from agent_svc.gates.numbers import NumbersGate
from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.drawing import asked_for, drawn
from tests_support.lies import lies, told
from tests_support.shipped import shipped_catalogue

ROWS: Final = 24
DRAWN: Final = np.random.default_rng(7)
FRAME: Final = pd.DataFrame(
    {
        "day": pd.date_range("2024-01-31", periods=ROWS, freq="37h"),
        "name": np.resize(["Nord", "Süd", "Ost"], ROWS),
        "kind": np.resize(np.repeat(["x", "y"], 3), ROWS),
        "value": DRAWN.gamma(3, 4, ROWS).round(3),
        "other": DRAWN.gamma(2, 3, ROWS).round(3),
        "third": DRAWN.normal(6, 2, ROWS).round(3),
        "fourth": DRAWN.gamma(4, 2, ROWS).round(3),
    }
)
COLUMNS: Final = read(FRAME.to_csv(index=False, date_format="%Y-%m-%d %H:%M:%S"), limits=FILE).profile.columns
GATES: Final = (ReadbackGate(), NumbersGate())

LEFT_OUT: Final = frozenset({"one left out", "all left out"})
AROUND: Final = frozenset({"all scaled along x", "all moved along x", "one moved along x", "one added along x"})
EXCHANGED: Final = frozenset({"two exchanged along x", "two exchanged along y"})


class Unseen(NamedTuple):
    """Lies about marks of one kind that pass, and why that is right, or as near as it gets."""

    why: str
    what: frozenset[str]


EDGES: Final = Unseen("The edge repeats the area below it, which is compared.", LEFT_OUT)
DOTS: Final = Unseen(
    "Dots repeat vertices; those of values between gaps, which nothing else shows, are needed.", LEFT_OUT
)
SAMPLE: Final = Unseen("The box sums up the values; those beyond its whiskers are needed.", LEFT_OUT)
SPOKES: Final = Unseen("Less than half of the way to the next category is still this category.", AROUND)
#: What is not compared, by chart and kind of marks. Every other lie has to be found, and each of these has to pass.
NOT_COMPARED: Final[Mapping[str, Mapping[str, Unseen]]] = {
    "area": {"lines": EDGES},
    "area-stacked": {"lines": EDGES},
    "box": {"points": SAMPLE},
    "density-2d": {"points": Unseen("Which points lie outside depends on a density in two dimensions.", LEFT_OUT)},
    "funnel": {
        "areas": Unseen(
            "The slanted sides repeat the ends of two bars, wherever between them.",
            LEFT_OUT | {"all moved along y", "one moved along y", "one added along y"},
        )
    },
    "heatmap-calendar": {
        "cells": Unseen(
            "Weeks and weekdays, or months and years, are a layout of the chart's own: only the values are compared.",
            (AROUND - {"one added along x"})
            | {"all scaled along y", "all moved along y", "one moved along y", "two exchanged along size"}
            | EXCHANGED,
        )
    },
    "histogram": {
        "polygons": Unseen("The outline repeats the filling.", LEFT_OUT | {"one in another group", "one moved along y"})
    },
    "histogram seaborn": {
        "lines": Unseen("The outline repeats the bars below it.", frozenset({"all left out"})),
        "bars": Unseen("The bars repeat the outline above them.", LEFT_OUT),
    },
    "line": {"points": DOTS},
    "line-timeseries": {"points": DOTS},
    "pareto": {"lines": SPOKES},
    "polar-bar": {"bars": Unseen(SPOKES.why, AROUND - {"one added along x"})},
    "radar": {"lines": SPOKES, "polygons": Unseen("The tint repeats the line around it.", LEFT_OUT | AROUND)},
    "ridgeline": {
        "segments": Unseen(
            "A median is compared where it stands among the values; its hill is as far up as its row.",
            EXCHANGED | {"all moved along y", "one moved along y"},
        )
    },
    "small-multiples": {"polygons": Unseen("The pale lines repeat those of the other panels.", LEFT_OUT)},
    "step": {"points": DOTS},
    "timeline": {
        "points": Unseen(
            "All stand on one line, wherever that is.",
            frozenset({"all scaled along y", "all moved along y", "one moved along y"}),
        )
    },
    "treemap": {
        "bars": Unseen(
            "Tiles are compared by their areas; where they lie is a layout.",
            frozenset({"all scaled along y", "one moved along y"}),
        )
    },
    "waterfall": {
        "segments": Unseen(
            "A level is compared by its height, wherever between two bars.",
            EXCHANGED | {"all moved along x", "one moved along x"},
        )
    },
}


def asked(chart_id: str, library: str) -> Asked:
    """The chart with every role filled that the table has a column for."""
    chart = shipped_catalogue().get(chart_id)
    bound: dict[str, Any] = default_bindings(COLUMNS, chart.roles)
    for role in chart.roles:
        if isinstance(bound.get(role.name), list):
            bound[role.name] = bound[role.name][: role.min]
    for role in chart.roles:
        used = {name for value in bound.values() for name in ([value] if isinstance(value, str) else value)}
        fitting = [c.name for kind in role.types for c in COLUMNS if c.type == kind and c.name not in used]
        if role.name not in bound and fitting:
            bound[role.name] = fitting[: role.min] if role.family else fitting[0]
    return replace(asked_for(chart, FRAME, bound), library=library)


def is_found(evidence: Evidence) -> bool:
    return any(gate.judge(evidence).findings for gate in GATES)


def cases() -> list[Any]:
    """Every chart that is drawn with matplotlib or seaborn; more than a third of them take long in sum."""
    pairs = [
        (chart.id, library)
        for chart in shipped_catalogue().charts.values()
        for library in chart.libraries
        if library in ("matplotlib", "seaborn") and not isinstance(chart.readback, NoReadback)
    ]
    return [pytest.param(*pair, marks=[pytest.mark.full] * (place % 3 != 0)) for place, pair in enumerate(pairs)]


@pytest.mark.parametrize(("chart_id", "library"), cases())
def test_the_right_marks_pass_and_every_lie_about_them_is_found_but_those_that_are_listed(
    chart_id: str, library: str
) -> None:
    evidence = drawn(asked(chart_id, library))
    assert evidence.figure is not None
    assert not is_found(evidence)

    missed: dict[str, set[str]] = {}
    for lie in lies(evidence.figure):
        if not is_found(told(evidence, lie)):
            missed.setdefault(lie.kind, set()).add(lie.what)
    ticks = missed.pop("ticks", set())
    listed = NOT_COMPARED.get(f"{chart_id} {library}", NOT_COMPARED.get(chart_id, {}))
    assert missed == {kind: set(unseen.what) for kind, unseen in listed.items()}
    # Days are written in too many ways to be read back from their ticks; a calendar's months and years are its layout.
    dated = evidence.asked is not None and any("day" in names for names in evidence.asked.bindings.values())
    layout = {"two labels exchanged along y"} if chart_id == "heatmap-calendar" else set()
    assert ticks <= ({"two labels exchanged along x"} if dated else set()) | layout
