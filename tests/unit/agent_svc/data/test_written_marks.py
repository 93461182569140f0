"""Written marks: what the cells of a file show between thousands and before decimals."""

from __future__ import annotations

import pytest

from agent_svc.data import APOSTROPHE, BLANK, WrittenMarks, read


@pytest.mark.parametrize(
    ("cells", "marks"),
    [
        (("1.234,5", "2,25"), WrittenMarks(".", ",")),
        (("12,5", "7,25"), WrittenMarks("", ",")),
        (("1.234.567", "89"), WrittenMarks(".", "")),
        (("€ 1.234,50", "€ 7,00"), WrittenMarks(".", ",")),
        (("1\u202f234,5", "2,25"), WrittenMarks(BLANK, ",")),
        (("1 234", "12 345"), WrittenMarks(BLANK, "")),
        (("1'234.50", "7.25"), WrittenMarks(APOSTROPHE, ".")),
        (("1’234", "56"), WrittenMarks(APOSTROPHE, "")),
        (("1,234.5", "2.25"), WrittenMarks(",", ".")),
        (("12.5", "7.25"), WrittenMarks("", ".")),
        (("Fr. 1200", "Fr. 800"), None),
        (("1200", "800"), None),
        (("1.1.2024", "2.1.2024"), None),
    ],
)
def test_a_column_of_numbers_shows_its_marks(cells: tuple[str, ...], marks: WrittenMarks | None) -> None:
    dataset = read("Ort;Umsatz\n" + "".join(f"Ulm;{cell}\n" for cell in cells))
    assert dataset.marks.get("Umsatz") == marks


def test_numbers_of_json_show_none() -> None:
    assert read('[{"a": 1.5}, {"a": 2.5}]').marks == {}
