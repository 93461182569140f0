"""Names in labels, told from the amounts beside them, whatever a report says that they are."""

from __future__ import annotations

import pytest

from agent_svc.gates.readback.labels import name_in, without_amount


@pytest.mark.parametrize(
    ("text", "name"),
    [("North\n12.5 %", "North"), ("North\n(3)", "North"), ("12 %", ""), ("North\nSea", "North Sea"), ("2024", "2024")],
)
def test_a_last_line_that_is_only_an_amount_is_no_part_of_the_name(text: str, name: str) -> None:
    assert name_in(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("North: 12.5 %", "North"),
        ("North (3)", "North"),
        ("North, 4k", "North"),
        ("North Sea", "North Sea"),
        ("A1", "A1"),
    ],
)
def test_an_amount_at_the_end_is_cut_off(text: str, name: str) -> None:
    assert without_amount(text) == name


@pytest.mark.parametrize("run", [" ", ",", ":", "1 ", "( "])
def test_a_label_of_a_hundred_thousand_blanks_or_commas_is_read_at_once(run: str) -> None:
    text = f"a{run * 100_000}x"  # minutes, when each of them is begun with anew
    assert without_amount(text) == text
    assert name_in(f"1{run * 100_000}x\ny") != ""
