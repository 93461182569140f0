"""Number formats: every text of a number in a picture has the marks that its option asks for."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import agent_svc.catalogue
from agent_svc.gates.numbers import NumbersGate
from agent_svc.gates.readback.gate import ReadbackGate
from tests_support.described import LIBRARIES, described
from tests_support.drawing import asked_for, drawn

NUMBERS = Path(agent_svc.catalogue.__file__).parent / "_theme" / "_shared" / "numbers.py"
GERMAN, SPACED, SWISS = "1.234,5", "1 234,5", "1’234.5"
FRAME = pd.DataFrame({"Ort": ["Ulm", "Köln", "Bonn", "Trier"], "Umsatz": [1234.5, 2734.5, 1834.5, 12345.75]})


def helpers(number_format: str) -> dict[str, Any]:
    """The theme's helpers for numbers, as a script with this option has them."""
    space: dict[str, Any] = {}
    exec(NUMBERS.read_text(), space)
    space["use_numbers"](number_format)
    return space


@pytest.mark.parametrize(
    ("number_format", "value", "step", "largest", "text"),
    [
        ("auto", 1200.5, 0.5, 4000, "1,200.5"),
        (GERMAN, 1200.5, 0.5, 4000, "1.200,5"),
        (GERMAN, -0.25, 0.25, 1, "−0,25"),
        (GERMAN, 3_400_000, 200_000, 4e6, "3,4 M"),
        (GERMAN, 2.5e9, 5e8, 5e9, "2,5×10⁹"),
        (GERMAN, 3e12, 1e12, 4e12, "3×10¹²"),
        (GERMAN, 2.5e-7, 5e-8, 3e-7, "2,5×10⁻⁷"),
        (SPACED, 1_234_567.5, 0.5, 1_234_567.5, "1\u202f234\u202f567,5"),
        (SWISS, 1200.5, 0.5, 4000, "1’200.5"),
        (SWISS, 2e9, 1e9, 5e9, "2×10⁹"),
    ],
)
def test_a_tick_is_written_in_the_format_asked_for(
    number_format: str, value: float, step: float, largest: float, text: str
) -> None:
    assert helpers(number_format)["number_text"](value, step, largest) == text


def test_counts_and_shares_are_written_alike() -> None:
    space = helpers(GERMAN)
    assert (space["count_text"](12345), space["share_text"](0.125)) == ("12.345", "12,5 %")


@pytest.mark.parametrize("library", ["matplotlib", "seaborn", "plotnine", *sorted({*LIBRARIES} - {"pygal"})])
def test_axis_and_bars_of_a_german_table_are_german_in_every_library(library: str) -> None:
    asked = asked_for("bar", FRAME, {"x": "Ort", "y": "Umsatz"}, {"number_format": GERMAN, "show_values": True})
    asked = replace(asked, library=library)
    seen = drawn(asked) if library in ("matplotlib", "seaborn") else described(asked)
    assert seen.figure is not None
    told = json.dumps(seen.figure.model_dump(), ensure_ascii=False, default=str)
    assert "12.346" in told
    assert "10.000" in told
    assert not [english for english in ("12,346", "10,000", "12,000") if english in told]
    assert [*NumbersGate().judge(seen).findings, *ReadbackGate().judge(seen).findings] == []


@pytest.mark.parametrize(
    ("chart", "roles"),
    [
        ("bar", {"x": "Dosis", "y": "Wert"}),
        ("scatter", {"x": "Wert", "y": ["Wert"], "group": "Dosis"}),
        ("heatmap", {"x": "Lage", "y": "Dosis", "value": "Wert"}),
        ("pie", {"category": "Dosis", "value": "Wert"}),
        ("box", {"x": "Dosis", "y": ["Wert"]}),
    ],
)
@pytest.mark.parametrize("number_format", [GERMAN, SPACED])
def test_numbers_that_name_categories_are_found_again(
    chart: str, roles: dict[str, str | list[str]], number_format: str
) -> None:
    frame = pd.DataFrame({"Dosis": [0.5, 1.5, 1200.25, -2.0] * 30, "Lage": range(0, 12000, 100)})
    frame["Wert"] = frame["Lage"] / 7 + 1.25
    options = {"number_format": number_format, **({"show_values": True} if chart == "pie" else {})}
    seen = drawn(asked_for(chart, frame, roles, options))
    assert [*NumbersGate().judge(seen).findings, *ReadbackGate().judge(seen).findings] == []
