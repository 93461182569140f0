"""Timed dates: to take each day apart once changes no moment."""

from __future__ import annotations

from agent_svc.data.dates.timed_dates import each_taken_apart
from agent_svc.data.dates.written_date import WrittenDate, take_apart

VALUES = (
    *("2024-03-01 10:00", "2024-03-01 11:30", "2024-03-01 10:00:05", "2024-03-01 24:00", "2024-03-01 7:05"),
    *("2024-03-01T01:00+01:00", "2024-03-01T01:00+02:00", "2024-03-01T03:00+02:00", "2024-03-01 05:00 +01:00"),
    *("2024-03-01T10:00Z", "2024-03-01T11:00Z", "2024-03-01 10:00 PM", "2024-03-01 13:00 PM", "2024-03-01 10:00:01.5"),
    *("01.02.24 10:11:12", "01.02.24 10:11:13", "1/2/2024, 10:11", "1/2/2024, 23:59", "Mon, 3 Jun 2024 10:00:00 +0200"),
    *("10/Oct/2023:13:55:36 +0200", "Mon Jun 3 10:00:00 2024", "at 10:30", "at 10:31", "10:30", "99.99.2024 10:30"),
    *("2024年3月1日 下午 03:05", "2024年3月1日 下午 04:05", "2024-03-01 １0:00"),
)


def test_each_value_is_what_it_is_alone() -> None:
    assert dict(each_taken_apart(VALUES, take_apart)) == {value: take_apart(value) for value in VALUES}


def test_a_day_is_taken_apart_once_for_all_its_times() -> None:
    asked: list[str] = []

    def take(value: str) -> WrittenDate | None:
        asked.append(value)
        return take_apart(value)

    list(each_taken_apart([f"2024-03-{day:02} {hour:02}:15" for day in (1, 2) for hour in range(24)], take))
    assert asked == ["2024-03-01 00:15", "2024-03-02 00:15"]
