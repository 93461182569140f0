"""Loose numbers: a word of doubt is left out, a fraction is divided, and what may be two numbers is left alone."""

from __future__ import annotations

import pytest

from agent_svc.data import DecimalMark, NoticeKind, Reading, Subject, read
from agent_svc.data.numbers.loose_numbers import as_fractions, read_loosely


@pytest.mark.parametrize(
    ("written", "digits"),
    [
        ("ca. 12", "12"),
        ("c. 1850", "1850"),
        ("~15", "15"),
        ("≈ 3.5", "3.5"),
        ("约12", "12"),
        ("about 1,200", "1200"),
        ("12 (est.)", "12"),
        ("12 (geschätzt)", "12"),
        ("12?", "12"),
        ("±0", "0"),
        ("3½", "3.5"),
        ("½", "0.5"),
        ("1 3/4", "1.75"),
        ("-1 1/2", "-1.5"),
        ("4★", "4"),
        ("10^3", "1000"),
        ("10⁻²", "0.01"),
    ],
)
def test_a_number_with_a_word_of_doubt_or_a_fraction_is_that_number(written: str, digits: str) -> None:
    reading = read_loosely(["7", "8", written], DecimalMark.POINT)
    assert reading.cells.get(written) == digits
    assert reading.loosened == written


@pytest.mark.parametrize("written", ["few", "> 20", "5-6", "3/0", "1/2/3", "12 (s. Text)", "~", "ca. viele"])
def test_one_other_word_keeps_all_from_being_numbers(written: str) -> None:
    assert not read_loosely(["7", "ca. 8", written], DecimalMark.POINT).complete


def test_fractions_alone_may_be_scores_or_days_and_are_told() -> None:
    assert not read_loosely(["1/2", "3/4"], DecimalMark.POINT).complete
    dataset = read("k;v\na;12 / 20\nb;15 / 20\n")
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.UNREADABLE]
    chosen = read("k;v\na;12 / 20\nb;15 / 20\n", Reading().choose(Subject.TYPE, "number", "v"))
    assert [row[1] for row in chosen.preview] == ["0.6", "0.75"]


def test_what_is_no_fraction_divides_nothing() -> None:
    assert as_fractions(["1/2", "x"]) is None
    assert as_fractions([]) is None
    assert as_fractions(["1/3"]) == {"1/3": "0.333333333333333"}


@pytest.mark.parametrize(
    ("values", "digits"),
    [
        (("▲12", "▼3"), ["12", "-3"]),
        (("↑ 1.2%", "↓ 0.8%", "→ 0.0%"), ["1.2", "-0.8", "0"]),
        (("1,234", "△45", "▲12"), ["1234", "-45", "-12"]),
    ],
)
def test_arrows_are_signs_and_triangles_among_plain_numbers_are_japanese_minuses(
    values: tuple[str, ...], digits: list[str]
) -> None:
    assert list(read_loosely(values, DecimalMark.POINT).cells.values()) == digits


def test_triangles_alone_may_be_either_and_stay_text() -> None:
    assert not read_loosely(["▲12", "▲3"], DecimalMark.POINT).complete


def test_both_sides_of_a_book_are_signs_and_one_alone_is_a_unit() -> None:
    assert read_loosely(["1.200,00 S", "15,20 H"], DecimalMark.COMMA).cells == {
        "1.200,00 S": "-1200",
        "15,20 H": "15.2",
    }
    assert read_loosely(["45.00 DR", "12.00 CR"], DecimalMark.POINT).cells == {"45.00 DR": "-45", "12.00 CR": "12"}
    assert read_loosely(["1 S", "2 S"], DecimalMark.POINT).unit == "S"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("Nr", ["3/4", "12", "7 1/2"]),
        ("house", ["7 1/2", "9 1/2", "12"]),
        ("x", ["1/2", "12", "13"]),
        ("result", ["3/4", "5", "1/2"]),
    ],
)
def test_a_fraction_among_houses_classes_and_results_is_no_number(name: str, values: list[str]) -> None:
    assert not read_loosely(values, DecimalMark.POINT, name=name).complete


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("size (in)", ["3/4", "5"]),
        ("Cups", ["1/2", "2"]),
        ("x", ["1/2", "1 1/2", "2 1/4"]),
        ("x", ["3½", "1 1/2", "3/4"]),
    ],
)
def test_a_fraction_of_what_is_measured_is_a_number(name: str, values: list[str]) -> None:
    assert read_loosely(values, DecimalMark.POINT, name=name).complete


@pytest.mark.parametrize("values", [["~1.2", "~2.0"], ["CA 12", "CA 13"], ["12?", "13?"]])
def test_a_mark_of_doubt_in_all_cells_is_a_label(values: list[str]) -> None:
    assert not read_loosely(values, DecimalMark.POINT).complete
    assert read_loosely([*values, "14"], DecimalMark.POINT).complete


def test_labels_that_look_like_doubts_are_told_and_can_be_numbers() -> None:
    dataset = read("k;v\na;~15\nb;~17\n")
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.UNREADABLE]
    chosen = read("k;v\na;~15\nb;~17\n", Reading().choose(Subject.TYPE, "number", "v"))
    assert [row[1] for row in chosen.preview] == ["15", "17"]


def test_degrees_with_their_half_of_the_globe_are_below_zero_in_the_south_and_west() -> None:
    dataset = read("Lat,Lon,x\n50.94 N,6.95 E,1.5 N\n33.86 S,74.00 W,1.7 S\n")
    assert dataset.preview == (("50.94", "6.95", "1.5 N"), ("-33.86", "-74", "1.7 S"))
    assert {notice.column for notice in dataset.warnings} == {"Lat", "Lon", "x"}
    minutes = read("k;Latitude\na;50°56'29\"N\nb;33°51'31\"S\n")
    assert [row[1] for row in minutes.preview] == ["50.9413889", "-33.8586111"]
