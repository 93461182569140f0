"""Real dates beside texts of another order in one column may have been swapped, which is asked about."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, NoticeKind, Subject, read

HALF = "date,v\n2024-01-02,0\n2024-02-02,1\n02/13/2024,2\n02/14/2024,3\n2024-03-02,4\n"


def test_dates_that_a_spreadsheet_may_have_swapped_are_asked_about() -> None:
    found = read(HALF)
    assert found.preview[2][0] == "2024-02-13"
    decision = found.report.find(Subject.TYPE, "date")
    assert decision is not None
    assert (decision.chosen, decision.certainty) == ("date", Certainty.AMBIGUOUS)
    assert "may have swapped its day and month" in found.warnings[0].message


@pytest.mark.parametrize(
    "text",
    [
        HALF.replace("2024-03-02", "2024-03-20"),  # a day that no month is
        HALF.replace("02/14/2024", "02/04/2024"),  # a text that would have become a date
        "date,v\n2024-01-02,0\n2024-02-02,1\n",
        "date,v\n13/02/2024,0\n14/02/2024,1\n",
    ],
)
def test_dates_of_one_order_are_not(text: str) -> None:
    assert not [one for one in read(text).warnings if "swapped" in one.message and one.kind is NoticeKind.AMBIGUOUS]
