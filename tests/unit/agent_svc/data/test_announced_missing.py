"""Announced missing: what a text says of missing values is found, and counts of missing things are no such words."""

from __future__ import annotations

import pytest

from agent_svc.data.columns.announced_missing import announced_missing


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("NODATA_value  -9999\n", "-9999"),
        ("# missing value: 999.9\n", "999.9"),
        ("# Missing data are coded as -999.\n", "-999"),
        ("-99.9 = missing\n", "-99.9"),
        ("_FillValue = -32767\n", "-32767"),
        ("Fehlwerte sind mit -999 gekennzeichnet\n", "-999"),
        ("# Fehlkennung: -999\n", "-999"),
        ("valeur manquante : −9999\n", "-9999"),
        ("'9999.9' means missing\n", "9999.9"),
        ("缺测：-9999\n", "-9999"),
    ],
)
def test_a_text_says_which_number_is_no_value(text: str, number: str) -> None:
    assert announced_missing(text) == {number}


@pytest.mark.parametrize(
    "text",
    ["Missing: 15\n", "missing;-9999\n", "no data,99\n", "Missing persons since -9\n", "value 99999 missing\n", ""],
)
def test_counts_and_cells_beside_such_words_say_nothing(text: str) -> None:
    assert announced_missing(text) == frozenset()
