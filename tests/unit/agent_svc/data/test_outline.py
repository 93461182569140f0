"""Outline: a delimiter that fits the outline of a long text fits all of it, and a bounded part of it is read."""

from __future__ import annotations

import pytest

from agent_svc.data import Reading, Subject
from agent_svc.data.choices import Delimiter
from agent_svc.data.layout.flips import with_sound_flips
from agent_svc.data.layout.outline import outline
from agent_svc.data.layout.table import Table
from agent_svc.data.report import Certainty, Decision

LONG = "a;b\n" + "1,5;2\n" * 15_000


@pytest.mark.parametrize(
    ("odd", "delimiter"),
    [
        ("1;2;3;;", Delimiter.SEMICOLON),
        ("1", Delimiter.SEMICOLON),
        ("x" * 300 + ";1", Delimiter.SEMICOLON),
        ("1 2 3", Delimiter.SPACE),
        ("1;2" + " " * 300 + "x", Delimiter.NONE),
    ],
)
def test_the_lines_that_fit_a_delimiter_least_are_in_it(odd: str, delimiter: Delimiter) -> None:
    short = outline(LONG + odd + "\n" + "1,5;2\n" * 15_000, delimiter)
    assert short is not None
    assert odd in short.split("\n")
    assert len(short) < len(LONG)


def test_it_counts_no_empty_cells_at_the_ends_of_lines() -> None:
    short = outline((LONG + "1;2;;;;\n" + "1;2;3\n").encode(), Delimiter.SEMICOLON)
    assert short is not None
    assert "1;2;3" in short


@pytest.mark.parametrize(
    "source", [LONG + '"x\ny";1\n', LONG.encode("utf-16"), (LONG + "ä;1\n").encode("cp1252"), LONG.replace("\n", "\r")]
)
def test_texts_whose_lines_are_no_rows_for_certain_have_none(source: str | bytes) -> None:
    assert outline(source, Delimiter.SEMICOLON) is None


def test_other_delimiters_of_a_long_text_are_tried_on_a_part_of_it() -> None:
    tried: list[int] = []

    def structure(source: bytes | str, reading: Reading) -> Table:
        tried.append(len(source))
        chosen = Decision(Subject.DELIMITER, str(reading.delimiter), "It was chosen.", Certainty.CERTAIN)
        return Table(("a",), (("1",),), (1,), decisions=(chosen,))

    asked = Decision(Subject.DELIMITER, "semicolon", "", Certainty.CERTAIN, ("comma", "none"))
    (sound,) = with_sound_flips((asked,), LONG * 5, Reading(), structure)
    assert sound.alternatives == ("comma", "none")
    assert max(tried) < len(LONG)
