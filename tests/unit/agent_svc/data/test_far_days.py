"""Far days: an open end such as 9999-12-31 does not stretch the axis, and an old day among old ones is a day."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, Reading, Subject, read

OPEN = "k;until\na;2024-03-01\nb;9999-12-31\nc;2025-06-30\n"


@pytest.mark.parametrize(
    "text",
    [
        OPEN,
        OPEN.replace("9999-12-31", "31.12.9999")
        .replace("2024-03-01", "01.03.2024")
        .replace("2025-06-30", "30.06.2025"),
    ],
)
def test_an_open_end_is_missing_and_asked_about(text: str) -> None:
    dataset = read(text)
    assert [row[1] for row in dataset.preview] == ["2024-03-01", "", "2025-06-30"]
    (doubt,) = dataset.report.ambiguous
    assert (doubt.subject, doubt.chosen, doubt.alternatives) == (Subject.MISSING, "missing", ("text",))
    assert doubt.certainty is Certainty.AMBIGUOUS


def test_one_choice_keeps_it_as_a_day() -> None:
    kept = read(OPEN, Reading().choose(Subject.MISSING, "text", "until"))
    assert [row[1] for row in kept.preview] == ["2024-03-01", "9999-12-31", "2025-06-30"]
    assert kept.columns[1].type == "date"


@pytest.mark.parametrize("others", [("1899-05-01", "1931-02-03"), ("1948-05-01", "2010-02-03")])
def test_a_day_that_others_are_near_to_is_a_day(others: tuple[str, str]) -> None:
    dataset = read(f"k;born\na;{others[0]}\nb;1900-01-01\nc;{others[1]}\n")
    assert dataset.preview[1][1] == "1900-01-01"
    assert not dataset.warnings
