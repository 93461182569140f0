"""Ordered names: the calendar, scales and ranges order their names, in the dataset, its profile and its frame."""

from __future__ import annotations

import pytest

from agent_svc.data import Reading, Subject, read
from agent_svc.data.columns.ordered_names import is_calendar, natural_order


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["Mar", "jan", "FEB"], ("jan", "FEB", "Mar")),
        (["Januar", "January", "Dezember"], ("Januar", "January", "Dezember")),
        (["Sept.", "Okt.", "Mai"], ("Mai", "Sept.", "Okt.")),
        (["Sonntag", "Sa", "Montag"], ("Montag", "Sa", "Sonntag")),
        (["Q4", "q1"], ("q1", "Q4")),
        (["2. Quartal", "1. Quartal"], ("1. Quartal", "2. Quartal")),
        (["2e trimestre", "1er trimestre"], ("1er trimestre", "2e trimestre")),
        (["10月", "2月", "1月"], ("1月", "2月", "10月")),
        (["周日", "周三", "周一"], ("周一", "周三", "周日")),
        (["第三季度", "第一季度"], ("第一季度", "第三季度")),
        (["ŞUBAT", "Ocak", "KASIM", "Aralık"], ("Ocak", "ŞUBAT", "KASIM", "Aralık")),
        (["březen", "leden", "únor"], ("leden", "únor", "březen")),
        (["helmikuu", "tammikuu"], ("tammikuu", "helmikuu")),
        (["szeptember", "január"], ("január", "szeptember")),
        (["Μάρτιος", "Ιανουάριος"], ("Ιανουάριος", "Μάρτιος")),
        (["Agustus", "Maret"], ("Maret", "Agustus")),
        (["مارس", "يناير"], ("يناير", "مارس")),
        (["Tháng 10", "Tháng 2"], ("Tháng 2", "Tháng 10")),
        (["wtorek", "poniedziałek"], ("poniedziałek", "wtorek")),
        (["среда", "вторник", "понедельник"], ("понедельник", "вторник", "среда")),
        (["Salı", "Pazartesi"], ("Pazartesi", "Salı")),
        (["lördag", "tisdag"], ("tisdag", "lördag")),
        (["Chủ nhật", "Thứ hai", "Thứ 3"], ("Thứ hai", "Thứ 3", "Chủ nhật")),
    ],
)
def test_names_of_one_kind_have_the_order_of_the_calendar(values: list[str], order: tuple[str, ...]) -> None:
    names = natural_order(values)
    assert names is not None
    assert names.order == order


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["2023/24", "2021/22", "2022/23"], ("2021/22", "2022/23", "2023/24")),
        (["2000s", "1980s", "1990s"], ("1980s", "1990s", "2000s")),
        (["Q1 FY24", "Q4 FY23"], ("Q4 FY23", "Q1 FY24")),
        (["令和2年", "平成30年", "令和元年"], ("平成30年", "令和元年", "令和2年")),
        (["R1.5.1", "H31.4.1"], ("H31.4.1", "R1.5.1")),
        (["KW 10", "KW 5", "KW 9"], ("KW 5", "KW 9", "KW 10")),
        (["Fall 2023", "Spring 2024", "Spring 2023"], ("Spring 2023", "Fall 2023", "Spring 2024")),
        (["SoSe 2024", "WS 2022/23", "SS 2023", "WiSe 23/24"], ("WS 2022/23", "SS 2023", "WiSe 23/24", "SoSe 2024")),
        (["Sommer", "Herbst", "Frühling"], ("Frühling", "Sommer", "Herbst")),
        (["Sprint 10", "Sprint 2"], ("Sprint 2", "Sprint 10")),
        (["10. Spieltag", "2. Spieltag"], ("2. Spieltag", "10. Spieltag")),
        (["第10周", "第2周"], ("第2周", "第10周")),
    ],
)
def test_periods_that_no_date_stands_for_go_by_their_numbers(values: list[str], order: tuple[str, ...]) -> None:
    names = natural_order(values)
    assert names is not None
    assert names.order == order
    assert is_calendar(names.order)


@pytest.mark.parametrize("values", [("Nov", "Dez", "Jan", "Feb"), ("KW 51", "KW 52", "KW 1"), ("Tag 1", "Tag 2")])
def test_what_goes_on_over_the_end_of_a_year_keeps_the_order_of_the_data(values: tuple[str, ...]) -> None:
    names = natural_order(values)
    assert names is not None
    assert names.order == values


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["Satisfied", "Neutral", "Very  satisfied"], ("Neutral", "Satisfied", "Very  satisfied")),
        (["trifft zu", "Trifft eher nicht zu", "teils/teils"], ("Trifft eher nicht zu", "teils/teils", "trifft zu")),
        (["L", "S", "XXL", "M"], ("S", "M", "L", "XXL")),
        (["groß", "klein", "mittel"], ("klein", "mittel", "groß")),
        (["often", "Don't know", "never"], ("never", "often", "Don't know")),
        (["Täglich", "Nie", "Mehrmals pro Woche"], ("Nie", "Mehrmals pro Woche", "Täglich")),
        (["toujours", "parfois", "jamais"], ("jamais", "parfois", "toujours")),
        (["满意", "非常不满意", "一般"], ("非常不满意", "一般", "满意")),
        (["5 - good", "10: very good", "1 - bad"], ("1 - bad", "5 - good", "10: very good")),
        (["befriedigend", "sehr gut", "gut"], ("sehr gut", "gut", "befriedigend")),
        (["gut", "sehr schlecht", "schlecht"], ("sehr schlecht", "schlecht", "gut")),
    ],
)
def test_answers_on_one_scale_go_from_its_low_end_to_its_high_one(values: list[str], order: tuple[str, ...]) -> None:
    names = natural_order(values)
    assert names is not None
    assert names.order == order


@pytest.mark.parametrize(
    ("values", "order"),
    [
        (["60+", "18–29", "< 18", "30–59"], ("< 18", "18–29", "30–59", "60+")),
        (["5-9", "10-14", "0-4", "85 and over"], ("0-4", "5-9", "10-14", "85 and over")),
        (
            ["über 60 Jahre", "18 bis 60 Jahre", "unter 18 Jahre"],
            ("unter 18 Jahre", "18 bis 60 Jahre", "über 60 Jahre"),
        ),
        (["€10,000-49,999", "€500-9,999", "under €500"], ("under €500", "€500-9,999", "€10,000-49,999")),
        (["46岁以上", "18-25岁", "26-45岁", "18岁以下"], ("18岁以下", "18-25岁", "26-45岁", "46岁以上")),
        (["60 ans et plus", "18-59 ans", "moins de 18 ans"], ("moins de 18 ans", "18-59 ans", "60 ans et plus")),
        (["0.5-1.0", "0-0.5", "prefer not to say"], ("0-0.5", "0.5-1.0", "prefer not to say")),
    ],
)
def test_ranges_go_by_their_numbers(values: list[str], order: tuple[str, ...]) -> None:
    names = natural_order(values)
    assert names is not None
    assert names.order == order


@pytest.mark.parametrize(
    "values", [["good", "red"], ["S", "yes"], ["2-1", "0-3"], ["<5", ">9"], ["1-2", "3-x"], ["never", "other"]]
)
def test_what_is_not_all_of_one_scale_or_all_ranges_keeps_the_order_of_the_data(values: list[str]) -> None:
    assert natural_order(values) is None


@pytest.mark.parametrize(
    "values",
    [
        ["May"],
        ["May", "Anna"],
        ["Mon", "January"],
        ["Jan", "jan"],
        [],
        ["Q1", "Q5"],
        ["T10", "T2"],
        ["W10", "W2"],
        ["1/2", "3/4"],
    ],
)
def test_anything_else_has_none(values: list[str]) -> None:
    assert natural_order(values) is None


def test_the_order_is_in_the_profile_and_sorts_the_frame() -> None:
    dataset = read("Monat;Wert\nMärz;1\nJanuar;2\n;3\nFebruar;4\n")
    assert dataset.profile.columns[0].order == ("Januar", "Februar", "März")
    assert dataset.frame().sort_values("Monat")["Wert"].tolist() == [2, 4, 1, 3]
    assert dataset.csv.startswith("Monat,Wert\nMärz,1\n")


def test_a_bar_chart_of_answers_follows_their_scale() -> None:
    dataset = read("Answer\noften\nnever\nalways\nnever\n")
    assert dataset.profile.columns[0].order == ("never", "often", "always")


def test_the_order_can_be_given_up() -> None:
    dataset = read("Monat;Wert\nMärz;1\nJanuar;2\n", Reading().choose(Subject.ORDER, "as written", "Monat"))
    assert dataset.columns[0].order == ()


def test_people_called_like_months_have_the_order_of_the_rows_unless_somebody_says_otherwise() -> None:
    people = "Name,v\nJune,1\nApril,2\nMay,3\n"
    assert read(people).columns[0].order == ()
    chosen = read(people, Reading().choose(Subject.ORDER, "natural", "Name"))
    assert chosen.columns[0].order == ("April", "May", "June")
    assert read("Name,v\nMar,1\nJan,2\n").columns[0].order == ("Jan", "Mar")
