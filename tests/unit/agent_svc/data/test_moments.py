"""Moments: days and times of day in two columns, joined into one."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, Dataset, NoticeKind, Reading, Subject, default_bindings, read
from agent_svc.data.dates.clock import read_times
from tests_support.shipped import shipped_catalogue

JOINED = "Datum;Uhrzeit;Wert\n01.03.2024;14:05;1\n01.03.2024;15:05;2\n02.03.2024;8:00;3\n"
HOLED = "Datum;Uhrzeit;Wert\n01.03.2024;14:05;1\n01.03.2024;;2\n02.03.2024;8:00;3\n"


def column(dataset: Dataset, place: int) -> list[str]:
    return [row[place] for row in dataset.preview]


def test_the_times_are_added_to_the_days_and_stay_beside_them() -> None:
    dataset = read(JOINED)
    assert column(dataset, 0) == ["2024-03-01T14:05:00", "2024-03-01T15:05:00", "2024-03-02T08:00:00"]
    assert column(dataset, 1) == ["14:05", "15:05", "8:00"]
    (told,) = dataset.warnings
    assert told.message == "“Datum”: the times in “Uhrzeit” are added to the days, such as 2024-03-01T14:05:00."


def test_the_profile_counts_moments_and_not_days() -> None:
    assert read(JOINED).profile.columns[0].unique == 3


def test_the_days_are_one_flip_away() -> None:
    kept = read(JOINED, Reading().choose(Subject.MOMENT, "as written", "Datum"))
    assert column(kept, 0) == ["2024-03-01", "2024-03-01", "2024-03-02"]
    decision = kept.report.find(Subject.MOMENT, "Datum")
    assert decision is not None
    assert (decision.certainty, decision.alternatives) == (Certainty.CERTAIN, ("joined",))
    assert kept.warnings == ()


def test_a_day_without_a_time_is_left_empty_only_where_somebody_said_so() -> None:
    assert column(read(HOLED), 0) == ["2024-03-01", "2024-03-01", "2024-03-02"]
    joined = read(HOLED, Reading().choose(Subject.MOMENT, "joined", "Datum"))
    assert column(joined, 0) == ["2024-03-01T14:05:00", "", "2024-03-02T08:00:00"]
    assert [notice.rows for notice in joined.warnings if notice.kind is NoticeKind.UNREADABLE] == [(3,)]


@pytest.mark.parametrize(
    "text",
    [
        "Datum;Beginn;Start\n01.03.2024;14:05;15:05\n",
        "Datum;Ende\n01.03.2024;14:05\n",
        "Datum;Zeit;Uhrzeit\n01.03.2024;14:05;15:05\n",
        "Datum;Dauer\n01.03.2024;14:05\n",
        "Datum;Uhrzeit\n01.03.2024;00:00\n",
        "Datum;Uhrzeit\n01.03.2024;25:05\n",
        "Datum;Uhrzeit\n01.03.2024 10:00;14:05\n",
        "Monat;Uhrzeit\n2024-03;14:05\n2024-04;14:05\n",
        "Ort;Uhrzeit\nUlm;14:05\n",
    ],
)
def test_nothing_is_joined_where_it_is_not_one_day_and_one_time(text: str) -> None:
    dataset = read(text)
    assert not [one for one in dataset.report.decisions if one.subject is Subject.MOMENT]


def test_a_time_under_a_name_that_may_mean_a_duration_is_asked_about() -> None:
    dataset = read("date,time\n2024-03-01,14:05\n2024-03-02,09:05\n")
    decision = dataset.report.find(Subject.MOMENT, "date")
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("joined", Certainty.AMBIGUOUS)


SHIFTS = "Datum;Beginn;Ende;Wer\n01.03.2024;22:00;06:00;Ben\n02.03.2024;7:30;15:15;Anna\n03.03.2024;8:30;16:15;Ben\n"


def test_a_row_with_a_start_and_an_end_on_a_day_is_of_its_start_and_the_end_stays_as_written() -> None:
    dataset = read(SHIFTS)
    assert column(dataset, 0) == ["2024-03-01T22:00:00", "2024-03-02T07:30:00", "2024-03-03T08:30:00"]
    assert column(dataset, 2) == ["06:00", "15:15", "16:15"]
    decision = dataset.report.find(Subject.MOMENT, "Datum")
    assert decision is not None
    assert (decision.evidence, decision.alternatives) == ("“22:00” in “Beginn” is a time of day.", ("as written",))


def test_the_start_of_a_row_that_also_has_a_time_of_its_own_is_not_added() -> None:
    dataset = read("Datum;Uhrzeit;Beginn\n01.03.2024;14:05;15:05\n02.03.2024;14:30;15:05\n")
    assert column(dataset, 0) == ["2024-03-01T14:05:00", "2024-03-02T14:30:00"]


def test_times_that_the_dates_hold_name_no_event() -> None:
    roles = shipped_catalogue().charts["timeline"].roles
    assert default_bindings(read(SHIFTS).profile.columns, roles)["label"] == "Wer"


def test_midnight_after_the_last_day_of_the_calendar_is_no_moment() -> None:
    dataset = read("Datum;Uhrzeit\n9999-12-31;24:00\n9999-12-31;8:00\n")
    assert column(dataset, 0) == ["", "9999-12-31T08:00:00"]


@pytest.mark.parametrize("value", ["24:01", "13:00 PM", "0:60", "8:00:60", "8", "8:5", "25 Uhr"])
def test_what_no_clock_shows_is_no_time_of_day(value: str) -> None:
    assert read_times([value]) is None


def test_one_letter_behind_a_time_tells_its_half_of_the_day() -> None:
    dataset = read("Date,Time,Temp\n2024-03-12,12:30a,10\n2024-03-12,1:00p,11\n")
    assert column(dataset, 0) == ["2024-03-12T00:30:00", "2024-03-12T13:00:00"]
    assert column(read("When,Temp\n2024-03-12 12:30a,10\n2024-03-12 1:00p,11\n"), 0) == column(dataset, 0)
    assert read_times(["12a", "5p"]) is None  # rooms, sizes


def test_times_group_nothing_once_the_dates_hold_them() -> None:
    thrice = [f"{day:02}.03.2024;{hour:02}:00;{day * hour}" for day in range(1, 9) for hour in (8, 14, 20)]
    text = "\n".join(["Datum;Uhrzeit;Wert", *thrice])
    roles = shipped_catalogue().get("line-timeseries").roles
    apart = read(text, Reading().choose(Subject.MOMENT, "as written", "Datum"))
    assert default_bindings(read(text).profile.columns, roles) == {"x": "Datum", "y": ["Wert"]}
    assert default_bindings(apart.profile.columns, roles) == {"x": "Datum", "y": ["Wert"], "group": "Uhrzeit"}


HOURS = "Datum;Stunde;kWh\n" + "".join(
    f"{day:02}.03.2024;{hour};{day * hour % 7},5\n" for day in (1, 2) for hour in range(24)
)


def test_hours_that_are_numbers_stay_beside_their_days_until_somebody_joins_them() -> None:
    dataset = read(HOURS)
    assert column(dataset, 0)[:2] == ["2024-03-01", "2024-03-01"]
    (told,) = dataset.warnings
    assert told.kind is NoticeKind.AMBIGUOUS
    joined = read(HOURS, Reading().choose(Subject.MOMENT, "joined", "Datum"))
    assert column(joined, 0)[:2] == ["2024-03-01T00:00:00", "2024-03-01T01:00:00"]


def test_hours_that_are_joined_measure_nothing() -> None:
    joined = read(HOURS, Reading().choose(Subject.MOMENT, "joined", "Datum"))
    series = shipped_catalogue().charts["line-timeseries"].roles
    assert default_bindings(joined.profile.columns, series) == {"x": "Datum", "y": ["kWh"]}


@pytest.mark.parametrize("head", ["Datum;Stunden;kWh", "Datum;Stunde;kWh"])
def test_hours_that_were_worked_and_one_hour_a_day_are_no_times(head: str) -> None:
    days = (1, 2) if "Stunden" in head else (1,)
    rows = [f"{day:02}.03.2024;{hour};{hour},5" for day in days for hour in ((3, 5) if "Stunden" in head else (3,))]
    assert read("\n".join([head, *rows]) + "\n").report.find(Subject.MOMENT, "Datum") is None
