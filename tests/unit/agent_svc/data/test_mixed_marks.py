"""Mixed marks: a column of both decimal marks is numbers where each value can be read in one way only."""

from __future__ import annotations

import pytest

from agent_svc.data import NoticeKind, Reading, Subject, read

THOUSANDS = "k;v\na;1.234,5\nb;1,234.5\n"


def test_each_value_is_read_by_its_own_mark_and_told() -> None:
    dataset = read("k;v\na;37,2\nb;38.1\nc;36\n")
    assert [row[1] for row in dataset.preview] == ["37.2", "38.1", "36"]
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.CONVERTED]


@pytest.mark.parametrize("text", [THOUSANDS, "k;v\na;37,2\nb;38.1\nc;1.234\n", "k;v\na;37,2 €\nb;38.1 $\n"])
def test_what_could_be_read_in_two_ways_stays_text_and_is_told(text: str) -> None:
    dataset = read(text)
    assert dataset.columns[1].type == "text"
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.UNREADABLE]


def test_thousands_of_both_kinds_are_numbers_for_who_says_so() -> None:
    dataset = read(THOUSANDS, Reading().choose(Subject.TYPE, "number", "v"))
    assert [row[1] for row in dataset.preview] == ["1234.5", "1234.5"]
