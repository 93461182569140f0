"""Reading: one decision is flipped by one choice, and a choice that does not exist is refused."""

from __future__ import annotations

import pytest

from agent_svc.data import DecimalMark, Reading, Subject, read
from agent_svc.data.errors import UnknownChoiceError
from plotlane_kit.errors import Reason


@pytest.mark.parametrize(
    ("subject", "choice", "column", "message"),
    [
        (Subject.DECIMAL, "dot", "v", "“dot” is no decimal_mark; choose one of “point”, “comma”"),
        (Subject.TYPE, "integer", "v", "“integer” is no column_type"),
        (Subject.TYPE, "number", None, "chosen for one column; name the column"),
        (Subject.HEADER, "none", "v", "chosen for the whole table; leave the column out"),
        (Subject.ENCODING, "klingon", None, "no known encoding"),
        (Subject.ENCODING, "zlib", None, "no known encoding"),
        (Subject.DELIMITER, "slash", None, "choose one of “comma”, “tab”"),
    ],
)
def test_a_choice_that_does_not_exist_is_refused(
    subject: Subject, choice: str, column: str | None, message: str
) -> None:
    with pytest.raises(UnknownChoiceError, match=message) as refusal:
        Reading().choose(subject, choice, column)
    assert refusal.value.reason is Reason.INVALID


def test_a_choice_for_a_column_that_is_not_there_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UnknownChoiceError, match="no column “Ertrg”; the nearest is “Ertrag”"):
        read("Ertrag,b\n1,2\n", Reading().choose(Subject.TYPE, "text", "Ertrg"))


def test_choosing_leaves_the_reading_before_as_it_was() -> None:
    before = Reading().choose(Subject.DECIMAL, "comma", "a")
    after = before.choose(Subject.DECIMAL, "point", "b")
    assert set(before.columns) == {"a"}
    assert set(after.columns) == {"a", "b"}


def test_choices_for_one_column_add_up() -> None:
    reading = Reading().choose(Subject.TYPE, "number", "a").choose(Subject.DECIMAL, "comma", "a")
    assert (reading.of("a").type, reading.of("a").decimal) == ("number", "comma")


def test_a_column_without_a_choice_follows_the_table() -> None:
    reading = Reading(decimal=DecimalMark.COMMA).choose(Subject.DECIMAL, "point", "a")
    assert (reading.of("a").decimal, reading.of("b").decimal) == ("point", "comma")


def test_another_delimiter_forgets_the_choices_for_columns() -> None:
    reading = Reading().choose(Subject.TYPE, "text", "a").choose(Subject.DELIMITER, "tab")
    assert reading.columns == {}


def test_every_alternative_of_a_report_is_a_choice() -> None:
    text = "d;n;id\n01/02/2024;1.234;007\n03/04/2024;2.345;008\n"
    for decision in read(text).report.decisions:
        for alternative in decision.alternatives:
            flipped = read(text, Reading().choose(decision.subject, alternative, decision.column))
            again = flipped.report.find(decision.subject, decision.column)
            assert again is not None
            assert again.chosen == alternative
