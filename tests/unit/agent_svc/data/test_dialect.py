"""Dialect: the delimiter is found with evidence, and a decimal comma is none."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator

import pytest

from agent_svc.data import Certainty, Delimiter, Quoting, Reading, Subject, read
from agent_svc.data.errors import OpenQuoteError, RaggedRowError
from agent_svc.data.layout.dialect import detect_dialect
from agent_svc.data.layout.quoting import records_of


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("a,b\n1,2\n", "comma"),
        ("a\tb\n1\t2\n", "tab"),
        ("a;b\n1;2\n", "semicolon"),
        ("a|b\n1|2\n", "pipe"),
        ("a;b\n1,5;2,5\n3,5;4,5\n", "semicolon"),
        ("1,5;2,5\n3,5;4,5\n", "semicolon"),
        ("a\tb\n1,5\tx; y\n2,5\tz; y\n", "tab"),
        ("Wert\n0,435\n1,5\n", "none"),
        ("Ort\nBerlin, Mitte\nHamburg\n", "none"),
        ("x\n1\n2\n", "none"),
        ("sep=;\na;b\n1,5;2\n", "semicolon"),
        ('a,b\n"x;y",1\n"z;w",2\n', "comma"),
        ("a,b\n1,2\n1\n1,2\n1\n", "comma"),
        ("名称；数量\n苹果；10\n梨；20\n", "wide semicolon"),
        ("名称：数量：价格\n苹果：10：3\n梨：20：4\n", "wide colon"),
        ("苹果：1,250\n梨：20\n", "wide colon"),
        ("sep=；\n名称；数量\n苹果；10\n", "wide semicolon"),
        ("10：30\n11：45\n", "none"),
        ("名称：苹果\n数量：10\n颜色：红\n", "none"),
        ("北京；上海很大\n广州\n深圳\n", "none"),
    ],
)
def test_the_delimiter_is_the_one_that_splits_header_and_rows_alike(text: str, delimiter: str) -> None:
    assert detect_dialect(text).decision.chosen == delimiter


def test_the_decision_counts_its_evidence_and_names_the_alternatives() -> None:
    decision = read("a;b\n1,5;2\n2,5;3\n").report.find(Subject.DELIMITER)
    assert decision is not None
    assert decision.evidence == "It gives 2 cells in 3 of the first 3 rows."
    assert decision.certainty is Certainty.CERTAIN
    assert decision.alternatives == ("comma", "none")


def test_a_delimiter_can_be_flipped() -> None:
    flipped = Reading().choose(Subject.DELIMITER, "pipe")
    assert read("a|b,c\nx|y,z\n", flipped).csv == 'a,"b,c"\nx,"y,z"\n'


def test_quoted_cells_hold_delimiters_quotes_and_line_ends() -> None:
    dataset = read('name,n\n"Smith, J. ""Jo""",1\n"two\nlines",2\n')
    assert [row[0] for row in dataset.preview] == ['Smith, J. "Jo"', "two\nlines"]


def test_single_quotes_count_where_they_make_the_rows_even() -> None:
    assert read("a,b\n'x, y',1\n'z, w',2\n").preview == (("x, y", "1"), ("z, w", "2"))


def test_inch_marks_that_never_close_are_text_and_that_is_said() -> None:
    dataset = read('pipe,n\n"5,1\n6,2\n')
    assert dataset.preview[0] == ('"5', "1")
    assert "quotes are read as part of the text" in dataset.warnings[0].message


def test_a_title_above_the_table_is_left_out_and_that_is_said() -> None:
    dataset = read("Measured on Monday\n\na;b\n1;2\n3;4\n")
    assert dataset.csv == "a,b\n1,2\n3,4\n"
    assert [notice.message for notice in dataset.warnings] == ["Row 1 above the table left out."]


def test_rows_of_several_cells_under_one_word_are_refused_rather_than_read_as_one_column() -> None:
    with pytest.raises(RaggedRowError, match="Row 2 has 2 cells, the header has 1"):
        read("Messung\n1;2\n3;4;5\n6;7;8;9\n")


def test_a_quote_that_never_closes_is_refused_with_its_row() -> None:
    with pytest.raises(OpenQuoteError, match=r"Row 3 opens a quote.*Close the quote") as refusal:
        read('a,b\nx,1\n"y, z,2\nw,3\n')
    assert refusal.value.metadata["row"] == "3"


@pytest.mark.parametrize(
    "text", ["a,b\n\nc,d", "a,b\n", "\n", "a\n\n\n", "x,,\n", " a, b \n", 'a,"b\nc"\n', "a\rb,c\n"]
)
def test_text_is_split_as_the_csv_module_splits_it(text: str) -> None:
    def outcome(records: Callable[[], Iterator[list[str]]]) -> list[list[str]] | None:
        try:
            return list(records())
        except csv.Error:
            return None

    lines = io.StringIO(text, newline="\n")
    expected = outcome(lambda: csv.reader(lines, skipinitialspace=True, strict=True))
    assert outcome(lambda: records_of(text, Delimiter.COMMA, Quoting.DOUBLED)) == expected
