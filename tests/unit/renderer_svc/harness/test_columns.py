"""Columns of a report: what tells one column of data from another, within bounds."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer_svc.harness.columns import Room, column, columns


def described(values: object) -> dict[str, object]:
    found = column(values, Room())
    assert found is not None
    json.dumps(found, allow_nan=False)
    return found


def test_numbers_are_counted_added_and_listed() -> None:
    found = described([3, 1.5, None, float("nan"), -2])
    assert (found["count"], found["values"]) == (5, [3, 1.5, -2])
    assert (found["sum"], found["min"], found["max"]) == (2.5, -2, 3)


def test_dates_are_days_whatever_their_unit_and_zone() -> None:
    plain = described(pd.Series(pd.to_datetime(["1970-01-02 12:00", "1970-01-03 00:00"])))
    zoned = described(pd.Series(pd.to_datetime(["1970-01-02 12:00", "1970-01-03 00:00"])).dt.tz_localize("UTC"))
    assert plain["values"] == zoned["values"] == [1.5, 2]


@pytest.mark.parametrize("values", [["a", "b"], ["1", "2"], [True, False]])
def test_what_is_written_as_text_stays_text(values: list[object]) -> None:
    assert described(values)["texts"] == [str(value) for value in values]


@pytest.mark.parametrize("values", [None, 3, "word", {"a": 1}])
def test_what_is_no_array_is_no_column(values: object) -> None:
    assert column(values, Room()) is None


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False, width=32), min_size=1, max_size=30), st.randoms())
def test_the_digest_knows_the_values_and_not_their_order(values: list[float], random: object) -> None:
    turned = list(reversed(values))
    assert described(values)["digest"] == described(turned)["digest"]
    assert described([*values, 1.25])["digest"] != described(values)["digest"]


def test_a_long_column_is_cut_and_its_digest_is_not() -> None:
    long = np.arange(10_000.0)
    found = described(long)
    assert (found["count"], len(found["values"])) == (10_000, 2_000)  # type: ignore[arg-type]
    assert found["max"] == 9_999
    changed = long.copy()
    changed[-1] = 0
    assert described(changed)["digest"] != found["digest"]


def test_columns_share_what_a_report_may_hold() -> None:
    room = Room(5)
    found = columns({"a": [1, 2, 3], "b": [4, 5, 6], "note": "no array"}, room)
    assert [found[name]["values"] for name in ("a", "b")] == [[1, 2, 3], [4, 5]]
    assert "note" not in found
