"""Durations: paces and spelled durations are numbers of one unit; what does not say its unit leaves it open."""

from __future__ import annotations

import pytest

from agent_svc.data.numbers.durations import read_durations


@pytest.mark.parametrize(
    ("values", "name", "cells", "unit"),
    [
        (("5:06 /km", "4:59 min/km"), "x", ["306", "299"], "s/km"),
        (("1:45 /100m", "2:01/100 m"), "x", ["105", "121"], "s/100m"),
        (("5h30", "12 h 15"), "Dauer", ["330", "735"], "min"),
        (("90 min", "1 h", "2h30"), "x", ["90", "60", "150"], "min"),
        (("120ms", "1.2s"), "x", ["120", "1200"], "ms"),
        (("4:30", "5:10"), "Pace", ["270", "310"], ""),
    ],
)
def test_durations_are_numbers_of_the_smallest_unit(
    values: tuple[str, ...], name: str, cells: list[str], unit: str
) -> None:
    reading = read_durations(values, name)
    assert reading is not None
    assert (list(reading.cells.values()), reading.unit) == (cells, unit)


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (("5:06 /km", "8:10 /mi"), "Pace"),
        (("5:06 /km", "walk"), "Pace"),
        (("4:30", "5:10"), "Abfahrt"),
        (("4:30", "DNF"), "Pace"),
        ((), "Pace"),
    ],
)
def test_what_may_be_something_else_is_none(values: tuple[str, ...], name: str) -> None:
    assert read_durations(values, name) is None


def test_a_pace_is_sure_and_a_clock_is_not() -> None:
    assert [one.certain for values in (("5:06 /km",), ("5h30",)) if (one := read_durations(values, "x"))] == [
        True,
        False,
    ]
