"""Totals: rows that sum up the others are left out and told, wherever they stand; what may be one is asked about."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, NoticeKind, Reading, Subject, read

EXPORTS = "Land,Export\nTotal,100\nDE,50\nFR,30\nIT,20\n"


def test_a_first_row_that_sums_up_the_rows_below_is_left_out_and_told() -> None:
    found = read(EXPORTS)
    assert [row[0] for row in found.preview] == ["DE", "FR", "IT"]
    assert [one.message for one in found.warnings] == ["The first row, “Total”, is left out."]
    assert read(EXPORTS, Reading().choose(Subject.TOTALS, "kept")).preview[0] == ("Total", "100")


def test_a_first_row_called_all_that_sums_up_nothing_is_kept_and_asked_about() -> None:
    found = read("Group,Score\nAll,3.4\nMen,3.1\nWomen,3.7\n")
    assert found.rows == 3
    assert [(one.subject, one.certainty) for one in found.report.decisions if one.subject is Subject.TOTALS] == [
        (Subject.TOTALS, Certainty.AMBIGUOUS)
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Region,Year,Cases\nTotal,2023,9\nTotal,2024,7\nNorth,2023,4\nNorth,2024,3\n",
        "Stars,Hotels\n*,3\n**,2\n***,1\n",
        "Level,Speed\nAverage,5\nLow,3\nHigh,9\n",
        "Operation,ms\nsum,10\nmean,4\nmax,6\n",  # a benchmark of each
        "month,item,v\nJan,Sum,3\nJan,Max,2\nJan,Min,1\nFeb,Sum,5\nFeb,Max,3\nFeb,Min,2\n",
        "Country,gdp per capita\nWorld,12\nUSA,7\nIndia,2\nKenya,3\n",
    ],
)
def test_first_rows_that_are_no_totals_are_rows_without_a_word(text: str) -> None:
    found = read(text)
    assert found.rows == text.count("\n") - 1
    assert not [one for one in found.warnings if one.kind in (NoticeKind.DROPPED, NoticeKind.AMBIGUOUS)]


def test_a_first_row_that_adds_up_by_chance_and_has_less_than_any_other_is_kept_and_asked_about() -> None:
    found = read("team,won,lost\nTotal,5,2\nNets,3,4\nHeat,2,5\n")
    assert (found.rows, [one.subject for one in found.report.ambiguous]) == (3, [Subject.TOTALS])


def test_a_mean_beside_a_sum_does_not_keep_it() -> None:
    assert read("group,n,mean\nAll,50,5\nA,30,6\nB,20,4\n").rows == 2


def test_a_last_row_called_total_without_any_value_is_left_out() -> None:
    found = read("Zeit;Verbrauch\n01.03.2024;0,42\n02.03.2024;0,43\nSumme;\n")
    assert [one.type.value for one in found.columns] == ["date", "number"]
    assert found.rows == 2


def test_the_world_beside_its_parts_is_asked_about_and_one_choice_from_being_left_out() -> None:
    people = "Region,People\nWorld,8000\nAsia,4700\nAfrica,1400\nEurope,740\nAmericas,1000\nOceania,45\n"
    assert (read(people).rows, [one.subject for one in read(people).report.ambiguous]) == (6, [Subject.TOTALS])
    assert read(people, Reading().choose(Subject.TOTALS, "left out")).preview[0] == ("Asia", "4700")


def test_a_rate_of_the_union_stands_beside_those_of_its_members_without_a_word() -> None:
    found = read("geo,Rate\nEU27,7.2\nDE,3.1\nFR,7.4\nES,12.9\n")
    assert (found.rows, found.report.ambiguous) == (4, ())


YEARS = "Year,Region,Cases\n2023,Total,9\n2023,North,4\n2023,South,5\n2024,Total,7\n2024,North,4\n2024,South,3\n"


def test_totals_of_each_year_that_sum_up_the_other_rows_are_left_out_and_told() -> None:
    found = read(YEARS)
    assert [row[1] for row in found.preview] == ["North", "South", "North", "South"]
    assert [one.message for one in found.warnings] == ["Rows 2 and 5 left out: they are totals of other rows."]
    assert read(YEARS, Reading().choose(Subject.TOTALS, "kept")).rows == 6


def test_totals_of_each_year_that_sum_up_nothing_are_rows() -> None:
    assert read(YEARS.replace("Total,9", "Total,8")).rows == 6
