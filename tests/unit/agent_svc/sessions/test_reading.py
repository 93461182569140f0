"""The reading: decisions by name, flipped one by one."""

from __future__ import annotations

import pytest

from agent_svc.data import ColumnReading, ColumnType, Delimiter, HeaderRow, Reading, read
from agent_svc.errors import InvalidError
from agent_svc.sessions.reading import merged, reading_of, subject_of
from plotlane_kit.errors import PlotlaneError


def test_every_decision_that_can_be_flipped_is_taken_back_by_its_name() -> None:
    dataset = read("Tag;Wert;Notiz\n01.02.2024;1.234;NA\n03.04.2024;2.345;x\n")
    flippable = [decision for decision in dataset.report.decisions if decision.flippable]
    assert flippable
    for decision in flippable:
        for choice in decision.alternatives:
            assert reading_of({subject_of(decision): choice}) != Reading()


def test_structure_comes_before_columns_in_whatever_order_it_is_said() -> None:
    reading = reading_of({"type:a": "text", "header": "none", "delimiter": "comma"})
    assert reading.columns == {"a": ColumnReading(type=ColumnType.TEXT)}
    assert (reading.delimiter, reading.header) == (Delimiter.COMMA, HeaderRow.NONE)


def test_a_new_structure_forgets_what_was_chosen_for_the_columns() -> None:
    before = {"delimiter": "comma", "type:a": "text"}
    assert merged(before, {"header": "none"}) == {"delimiter": "comma", "header": "none"}
    assert merged(before, {"type:b": "text"}) == {"delimiter": "comma", "type:a": "text", "type:b": "text"}


def test_a_new_delimiter_forgets_the_place_in_the_text_and_keeps_the_other_structure() -> None:
    before = {"table": "table 2", "start": "row 3", "header": "none", "footer": "kept", "type:a": "text"}
    assert merged(before, {"delimiter": "comma"}) == {"header": "none", "footer": "kept", "delimiter": "comma"}
    assert merged(before, {"footer": "left out"}) == before | {"footer": "left out"}


def test_choices_of_structure_hold_together_in_whatever_order_they_are_said() -> None:
    reading = reading_of({"start": "row 3", "table": "table 2", "delimiter": "comma"})
    assert (reading.start, reading.table, reading.delimiter) == (3, 2, Delimiter.COMMA)


@pytest.mark.parametrize("name", ["mood", "", ":a", "type"])
def test_a_decision_that_does_not_exist_is_refused(name: str) -> None:
    with pytest.raises(PlotlaneError):
        reading_of({name: "text"})


def test_the_refusal_lists_the_decisions_that_there_are() -> None:
    with pytest.raises(InvalidError) as refused:
        reading_of({"mood": "sunny"})
    assert "delimiter" in refused.value.violations[0].message
