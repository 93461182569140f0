"""Layout: the table is found between a preamble, other tables and notes, and what is left out is named."""

from __future__ import annotations

import pytest

from agent_svc.data import NoticeKind, Reading, Subject, read
from agent_svc.data.errors import UnknownChoiceError

TWO = "a,b\n1,2\n3,4\n5,6\n\nc,d,e\nx,1,2\ny,3,4\n"


def test_what_is_left_out_around_a_table_is_named_by_its_rows() -> None:
    dataset = read("Umsatz 2023\n\nRegion;Wert\nNord;1,5\nSüd;2,5\n\nQuelle: Amt\n")
    assert dataset.csv == "Region,Wert\nNord,1.5\nSüd,2.5\n"
    assert [(n.kind, n.rows) for n in dataset.warnings] == [(NoticeKind.DROPPED, (1,)), (NoticeKind.DROPPED, (7,))]


def test_another_table_is_one_choice_away() -> None:
    assert read(TWO).csv == "a,b\n1,2\n3,4\n5,6\n"
    assert read(TWO, Reading().choose(Subject.TABLE, "table 2")).csv == "c,d,e\nx,1,2\ny,3,4\n"


def test_the_row_that_a_table_begins_with_can_be_chosen() -> None:
    text = "Messung;;\nOrt;Tag;Wert\nUlm;1;2,5\nBonn;2;3,5\n"
    assert [column.name for column in read(text).columns] == ["Ort", "Tag", "Wert"]
    flipped = read(text, Reading().choose(Subject.START, "row 1").choose(Subject.HEADER, "first row"))
    assert flipped.columns[0].name == "Messung"


@pytest.mark.parametrize(
    ("subject", "choice", "message"),
    [
        (Subject.TABLE, "table 3", "no table 3; there are 2"),
        (Subject.START, "row 5", "Row 5 is not a row"),
        (Subject.START, "row 99", "Row 99 is not a row"),
        (Subject.TABLE, "row 1", "choose one such as “table 1”"),
        (Subject.START, "row x", "choose one such as “row 1”"),
    ],
)
def test_a_place_that_is_not_there_is_refused(subject: Subject, choice: str, message: str) -> None:
    with pytest.raises(UnknownChoiceError, match=message):
        read(TWO, Reading().choose(subject, choice))


def test_notes_can_be_kept_as_rows() -> None:
    text = "land,value\nDE,1\nFR,2\n\nSource: Eurostat\n"
    assert read(text, Reading().choose(Subject.FOOTER, "kept")).rows == 3


@pytest.mark.parametrize(
    "above",
    [
        "Sales\n",
        "Sales,,\nin EUR,,\n",
        "Sales,,Page 1\n,,\n",
        "Sales,,\n2024-05-01,,\n,,\n",
        "By,Office,\nAs of,May,\n,,\n",
    ],
)
@pytest.mark.parametrize("names", ["Region,Sold,Price", "Region,2023,2024"])
def test_titles_as_wide_as_the_table_are_no_names_and_no_table(above: str, names: str) -> None:
    dataset = read(f"{above}{names}\nNorth,1.5,2.5\nSouth,3,4\nWest,5,6.5\n")
    assert [column.name for column in dataset.columns] == names.split(",")
    assert [one.subject for one in dataset.report.ambiguous] == []


def test_a_group_above_all_but_the_first_column_may_be_a_title() -> None:
    text = ",Sales,\nRegion,2023,2024\nNorth,1.5,2.5\nSouth,3,4\n"
    assert [column.name for column in read(text).columns] == ["Region", "Sales 2023", "Sales 2024"]
    flipped = read(text, Reading().choose(Subject.START, "row 2"))
    assert [column.name for column in flipped.columns] == ["Region", "2023", "2024"]


def test_years_below_a_gap_go_on_with_a_table_of_years() -> None:
    assert read("who,from,to\na,1990,1995\n\nb,1991,1999\nc,2001,2004\n").rows == 3


def test_a_total_that_adds_up_is_left_out_and_can_be_kept() -> None:
    text = "region,amount\nnorth,10\nsouth,20\nTotal,30\n"
    assert read(text).rows == 2
    assert read(text, Reading().choose(Subject.TOTALS, "kept")).rows == 3


def test_a_total_may_be_off_by_what_rounding_explains() -> None:
    assert read("k;v\na;0,33\nb;0,33\nc;0,33\nSumme;1,00\n").rows == 3
    assert read("k;v\na;0,33\nb;0,33\nc;0,33\nSumme;1,20\n").rows == 4


def test_a_short_last_row_is_no_note() -> None:
    dataset = read("name,n,m\nAda,1,2\nBob,3,4\nCy\n")
    assert dataset.rows == 3
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.PADDED]


def test_a_change_of_the_delimiter_forgets_the_place_in_the_text() -> None:
    reading = Reading().choose(Subject.TABLE, "table 2").choose(Subject.DELIMITER, "comma")
    assert (reading.table, reading.delimiter) == (None, "comma")
    assert reading.choose(Subject.FOOTER, "kept").delimiter == "comma"


def test_names_that_come_again_behind_a_gap_begin_a_table_of_their_own() -> None:
    text = "Store A\nMonth,Units\nJan,5\nFeb,6\n\nStore B\nMonth,Units\nJan,50\nFeb,61\nMar,92\n"
    assert read(text, Reading().choose(Subject.TABLE, "table 1")).csv == "Month,Units\nJan,5\nFeb,6\n"
    assert read(text, Reading().choose(Subject.TABLE, "table 2")).csv == "Month,Units\nJan,50\nFeb,61\nMar,92\n"


def test_names_that_come_again_between_rows_are_those_of_a_new_page() -> None:
    assert read("Month,Units\nJan,5\nFeb,6\nMonth,Units\nMar,9\n").csv == "Month,Units\nJan,5\nFeb,6\nMar,9\n"
