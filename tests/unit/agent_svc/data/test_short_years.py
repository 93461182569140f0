"""Short years: a year of two digits is in the century that the name of its column means, and that is told."""

from __future__ import annotations

import pytest

from agent_svc.data import Dataset, NoticeKind, read


def dates(header: str, *cells: str) -> Dataset:
    return read(f"k;{header}\n" + "".join(f"r{n}x;{cell}\n" for n, cell in enumerate(cells)))


@pytest.mark.parametrize(
    ("header", "written", "iso"),
    [
        ("born", "13/05/47", "1947-05-13"),
        ("date_of_birth", "13-May-47", "1947-05-13"),
        ("DOB", "13.05.47", "1947-05-13"),
        ("geb.", "13.05.26", "2026-05-13"),
        ("Geburtsdatum", "13.05.27", "1927-05-13"),
        ("date de naissance", "29/02/68", "1968-02-29"),
        ("fällig", "13.05.69", "2069-05-13"),
        ("Expires", "13.05.70", "1970-05-13"),
        ("Datum", "13.05.47", "2047-05-13"),
        ("Gebäude seit", "13.05.47", "2047-05-13"),
        ("born", "13.05.1847", "1847-05-13"),
    ],
)
def test_the_name_of_a_column_settles_the_century(header: str, written: str, iso: str) -> None:
    assert dates(header, written, "14.06.1985").preview[0][1] == iso


def test_which_hundred_years_are_meant_is_told() -> None:
    (notice,) = dates("born", "13.05.47").warnings
    assert notice.kind is NoticeKind.CONVERTED
    assert "1927 to 2026" in notice.message


def test_years_of_births_in_the_doubt_on_day_and_month_are_past_as_well() -> None:
    warned = " ".join(notice.message for notice in dates("born", "12/05/47").warnings)
    assert "1947-05-12" in warned
    assert "2047" not in warned
