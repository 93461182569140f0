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


def outlines(chart: str, roles: dict[str, str | list[str]]) -> list[list[tuple[float, float]]]:
    """The corners of what the chart fills, in pixels."""
    asked = replace(asked_for(chart, FRAME, roles), library="pygal")
    source = run_form(asked).replace("pd.read_csv(", "_read_data(", 1)

    def read_data(_name: str, **options: Any) -> pd.DataFrame:
        frame: pd.DataFrame = pd.read_csv(io.StringIO(asked.data_csv), **options)
        return frame

    space: dict[str, Any] = {"_read_data": read_data}
    exec(compile(source[: source.rstrip().rindex("\n") + 1], "plot.py", "exec"), space)
    drawn = re.findall(r'd="M([^"]+)" class="line reactive', space["chart"].render().decode())
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
