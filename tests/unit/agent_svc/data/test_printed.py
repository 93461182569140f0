"""Printed tables: what pandas and R print is read cell by cell, whatever the cells hold."""

from __future__ import annotations

import random
from typing import Any

import pandas as pd
import pytest

from agent_svc.data.reader import read

WORDS = ("Ulm", "New York", "San Jose", "x y z", "Köln")
NAMES = ("city", "share", "when", "Total Pop", "t (s)")
FRAMES = 40


def rows_of(text: str) -> list[tuple[str, ...]]:
    found = read(text)
    return [tuple(one.name for one in found.columns), *found.preview]


def drawn(seed: int) -> tuple[pd.DataFrame, bool]:
    """A frame of three rows with columns of every kind, and whether its labels are printed."""
    chance = random.Random(seed)
    days = pd.to_datetime([f"2024-{chance.randint(1, 12):02}-05 {chance.randint(0, 23):02}:30" for _ in range(3)])
    kinds: tuple[Any, ...] = (
        chance.sample(WORDS, 3),
        [chance.randint(1, 10**6), 12, 7],
        [0.25, None, chance.uniform(1, 500)],
        days,
        days.normalize(),
    )
    names = chance.sample(NAMES, 4)
    frame = pd.DataFrame({name: chance.choice(kinds) for name in names})
    if seed % 4 == 0:
        frame.index = pd.Index(["New York 1", "Ulm 2", "San Jose 3"], name="region")
    if seed % 4 == 1:
        frame = frame.iloc[::-1]
    return frame, seed % 4 != 2


@pytest.mark.parametrize("seed", range(FRAMES))
def test_a_printed_frame_of_pandas_has_its_own_columns_and_cells(seed: int) -> None:
    frame, labelled = drawn(seed)
    found = read(frame.to_string(index=labelled))
    assert [one.name for one in found.columns][labelled:] == list(frame.columns)
    for place, name in enumerate(frame.columns, labelled):
        if pd.api.types.is_string_dtype(frame[name]):
            assert [row[place] for row in found.preview] == list(frame[name])
        elif pd.api.types.is_datetime64_any_dtype(frame[name]):
            assert [pd.Timestamp(row[place]) for row in found.preview] == list(frame[name])


def test_a_pivot_of_pandas_keeps_the_name_of_its_labels_and_its_years() -> None:
    text = "year      2019  2020\ncity                \nUlm          1     2\nSan Jose     3    40\n"
    assert rows_of(text) == [("city", "2019", "2020"), ("Ulm", "1", "2"), ("San Jose", "3", "40")]


@pytest.mark.parametrize(
    "text",
    [
        "       city  \\\n0  New York   \n1       Ulm   \n\n   n  \n0  5  \n1  7  \n",
        "      city\n0 New York\n1      Ulm\n  n\n0 5\n1 7\n",
    ],
    ids=["pandas", "R"],
)
def test_columns_that_did_not_fit_on_the_lines_stand_beside_the_others(text: str) -> None:
    assert rows_of(text) == [("Index", "city", "n"), ("0", "New York", "5"), ("1", "Ulm", "7")]


def test_rows_of_dots_are_left_out_of_a_frame_and_told() -> None:
    found = read("     a    b\n0    1  x y\n1    2  x y\n..  ..  ...\n98  99  x y\n\n[99 rows x 2 columns]\n")
    assert found.rows == 3
    assert any("dots stand for rows" in one.message for one in found.warnings)


def test_a_comma_file_whose_columns_stand_under_one_another_is_no_printed_frame() -> None:
    text = "STN,YYYYMMDD,   TG,   TN\n260,20240101,   75,   55\n260,20240102,   81,  -60\n"
    assert rows_of(text)[1] == ("260", "2024-01-01", "75", "55")


def test_labels_that_begin_with_numbers_are_not_cut() -> None:
    text = "            Anzahl  Anteil\n10 bis 20        5     1.5\n20 bis 30       15    21.5\n"
    assert rows_of(text)[1] == ("10 bis 20", "5", "1.5")


def test_a_printed_series_is_labels_and_values() -> None:
    text = "city\nUlm          1\nSan Jose    12\nName: count, dtype: int64\n"
    assert rows_of(text) == [("city", "count"), ("Ulm", "1"), ("San Jose", "12")]


def test_types_of_a_tibble_are_no_row_and_its_bare_points_are_none() -> None:
    text = "# A tibble: 2 × 3\n  species       n mean_mass\n  <chr>     <int>     <dbl>\n1 Adelie      152     3701.\n"
    rows = rows_of(text + "2 Chinstrap    68     3733.\n")
    assert rows == [
        ("Index", "species", "n", "mean_mass"),
        ("1", "Adelie", "152", "3701"),
        ("2", "Chinstrap", "68", "3733"),
    ]
