"""Beside: tables side by side are not joined row by row, or it is told that they may be several."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, Dataset, Decision, Reading, Subject, read
from agent_svc.data.errors import UnknownChoiceError

UNLIKE = "Product,Units,,Month,Revenue\nA,10,,Jan,100\nB,20,,Feb,120\n,,,Mar,90\n,,,Apr,130\n"
ALIKE = "Product,Units,,Month,Revenue\nA,10,,Jan,100\nB,20,,Feb,120\n"


def names(found: Dataset) -> list[str]:
    return [one.name for one in found.columns]


def of_tables(found: Dataset) -> Decision | None:
    return next((one for one in found.report.decisions if one.subject is Subject.TABLE), None)


def test_the_longer_of_two_tables_is_read_and_the_other_is_one_choice_away() -> None:
    found = read(UNLIKE)
    decision = of_tables(found)
    assert (names(found), found.rows) == (["Month", "Revenue"], 4)
    assert decision is not None
    assert (decision.certainty, decision.alternatives) == (Certainty.AMBIGUOUS, ("table 1", "table 3"))
    other = read(UNLIKE, Reading().choose(Subject.TABLE, "table 1"))
    assert (names(other), other.rows) == (["Product", "Units"], 2)
    both = read(UNLIKE, Reading().choose(Subject.TABLE, "table 3"))
    assert names(both) == ["Product", "Units", "Month", "Revenue"]


def test_tables_of_one_length_are_read_as_one_and_asked_about() -> None:
    found = read(ALIKE)
    decision = of_tables(found)
    assert len(found.columns) == 4
    assert decision is not None
    assert (decision.certainty, decision.alternatives) == (Certainty.AMBIGUOUS, ("table 1", "table 2"))
    with pytest.raises(UnknownChoiceError):
        read(ALIKE, Reading().choose(Subject.TABLE, "table 4"))


def test_titles_above_each_of_them_are_no_names() -> None:
    found = read("Sales,,,Costs,\nCity,EUR,,Kind,EUR\nUlm,1,,Rent,5\nBonn,2,,Food,6\nKöln,3,,,\n")
    assert (names(found), found.rows) == (["City", "EUR"], 3)


@pytest.mark.parametrize(
    "text",
    [
        "Region,Q1,Q2,,H1,H2\nN,1,2,,3,4\nS,1,2,,3,4\n",
        "Month,Plan,Sum,,Actual,Total\nJan,1,2,,3,4\nFeb,1,2,,3,4\nMar,1,2,,,\n",
        "Month,Plan,,Comment,Author\nJan,1,,good,Ann\nFeb,2,,bad,Bob\nMar,3,,,\n",
        "Name,Team,,Hours,Pay\nAnn,x,,1,2\nBob,y,,3,4\n,,,4,6\n",
        "Region,,Q1,Q2\nN,,1,2\nS,,1,2\n",
    ],
    ids=["measures", "measures to come", "comments", "sums", "one column"],
)
def test_a_column_left_free_inside_of_one_table_parts_nothing(text: str) -> None:
    found = read(text)
    assert of_tables(found) is None
    assert len(found.columns) == text.split("\n")[0].count(",")
