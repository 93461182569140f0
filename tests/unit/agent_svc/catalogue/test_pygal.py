"""What pygal makes of its series: the shapes in its own SVG."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest

from tests_support.drawing import asked_for, run_form

FRAME = pd.DataFrame({"Jahr": [2018, 2019, 2020] * 2, "Ort": list("aaabbb"), "Wert": [3.0, 5.0, 4.0, 1.0, 2.0, 9.0]})


def rendered(
    chart: str, frame: pd.DataFrame, roles: dict[str, str | list[str]], options: dict[str, object] | None = None
) -> str:
    """The SVG of the chart."""
    asked = replace(asked_for(chart, frame, roles, options), library="pygal")
    source = run_form(asked).replace("pd.read_csv(", "_read_data(", 1)

    def read_data(_name: str, **options: Any) -> pd.DataFrame:
        frame: pd.DataFrame = pd.read_csv(io.StringIO(asked.data_csv), **options)
        return frame

    space: dict[str, Any] = {"_read_data": read_data}
    exec(compile(source[: source.rstrip().rindex("\n") + 1], "plot.py", "exec"), space)
    svg: str = space["chart"].render().decode()
    return svg


def outlines(chart: str, roles: dict[str, str | list[str]]) -> list[list[tuple[float, float]]]:
    """The corners of what the chart fills, in pixels."""
    drawn = re.findall(r'd="M([^"]+)" class="line reactive', rendered(chart, FRAME, roles))
    pairs = [[part.split() for part in re.findall(r"[-\d.]+ [-\d.]+", path)] for path in drawn]
    return [[(float(x), float(y)) for x, y in path] for path in pairs]


@pytest.mark.parametrize(
    ("chart", "roles"),
    [("area", {"x": "Jahr", "y": ["Wert"], "group": "Ort"}), ("histogram", {"x": ["Wert"], "group": "Ort"})],
)
def test_what_has_fewer_values_than_its_axis_has_ticks_is_filled_down_to_zero_at_both_ends(
    chart: str, roles: dict[str, str | list[str]]
) -> None:
    found = outlines(chart, roles)

    assert len(found) == 2
    for (_, first), *_, (_, last) in found:
        assert first == last


def test_axis_and_bars_of_a_german_table_are_german() -> None:
    frame = pd.DataFrame({"Ort": ["Ulm", "Trier"], "Umsatz": [2734.5, 12345.75]})
    svg = rendered("bar", frame, {"x": "Ort", "y": "Umsatz"}, {"number_format": "1.234,5", "show_values": True})
    assert {"2.734", "12.346", "10.000"} <= set(re.findall(r">([\d.,]+)<", svg))
