"""Reader: whatever is pasted is read or refused, and what was read is read again as the same."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agent_svc.data import Dataset, Limits, NoticeKind, Reading, Subject, read, read_file
from agent_svc.data.errors import JsonTableError, TableTooBigError
from plotlane_kit.errors import PlotlaneError, Reason
from tests_support.pinned import pinned

CELLS = st.one_of(
    st.sampled_from(["", "NA", "-", "none", "ja", "nein", "yes", "true", "x", "+", "inf", "DE", '"', "'", "Ä"]),
    st.sampled_from(
        ["1.234", "1,234", "0,435", "007", "1e5", "(3)", "5 kg", "12 %", "€ 5", "1 234,5", "1e-12", "-0.0"]
    ),
    st.sampled_from(
        ["01.02.2024", "01/02/2024", "2024-03-01", "Mär 2024", "03.2024", "2024-03-01 10:00:00.5", "9999-12-31"]
    ),
    st.integers(-(10**20), 10**20).map(str),
    st.floats().map(str),
    st.text(max_size=6),
)
TABLES = st.lists(st.lists(CELLS, min_size=1, max_size=4), min_size=1, max_size=8).flatmap(
    lambda rows: st.sampled_from([",", ";", "\t", "|"]).map(lambda mark: "\n".join(mark.join(row) for row in rows))
)
PIECES = st.lists(
    st.sampled_from(
        [*",;\t|\"'\n\r\0 {}[]:.-/0123456789eEaä€%()\u200d\u202e\u0308\ufeff\ud800\x1f", "sep=", "null", "Mar"]
    )
).map("".join)


def read_or_refuse(source: str | bytes) -> Dataset | None:
    try:
        return read(source)
    except PlotlaneError as error:
        refusal = error
    assert refusal.reason in (Reason.UNPARSEABLE, Reason.TOO_LONG)
    assert refusal.message.endswith(".")
    return None


@given(st.one_of(st.text(), PIECES, TABLES))
@example("a\n0000-00-00")
@example('"')
@example("sep=;\n")
@example('[{"": 1}]')
@example("a,b\n٣,²\n")
@settings(max_examples=200)
def test_any_text_is_read_or_refused_with_a_reason(text: str) -> None:
    read_or_refuse(text)


@given(
    st.binary(max_size=60)
    | st.builds(
        bytes.__add__, st.sampled_from([b"\xff\xfe", b"\xef\xbb\xbf", b"a;b\n", b"PK\x03\x04"]), st.binary(max_size=60)
    )
    | st.builds(str.encode, TABLES, st.sampled_from(["utf-16", "utf-16-le", "gb18030", "utf-7"]))
)
@settings(max_examples=200)
def test_any_bytes_are_read_or_refused_with_a_reason(raw: bytes) -> None:
    read_or_refuse(raw)


@given(st.one_of(TABLES, PIECES))
def test_reading_is_deterministic(text: str) -> None:
    first, again = read_or_refuse(text), read_or_refuse(text)
    assert first == again


def test_the_end_of_a_files_name_says_that_it_is_json() -> None:
    assert read(b'"a"\n1\n').csv == "a\n1\n"
    assert read_file(b"[1, 2]", "numbers.json").csv == "value\n1\n2\n"
    with pytest.raises(JsonTableError, match="single value"):
        read_file(b'"a"', "text.JSON")


def test_a_file_may_have_200_000_rows() -> None:
    with pytest.raises(TableTooBigError, match=r"200,001 rows; the limit is 200,000"):
        read_file(b"a,b\n" + b"1,2\n" * 200_001, "long.csv")


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(max_size=5),
        lambda v: st.lists(v) | st.dictionaries(st.text(max_size=3), v),
    )
)
def test_any_json_is_read_or_refused_with_a_reason(value: object) -> None:
    read_or_refuse(json.dumps(value))


@given(st.one_of(TABLES, PIECES))
@example("{\n,")
@settings(max_examples=200)
def test_the_canonical_csv_is_read_as_the_same_dataset(text: str) -> None:
    dataset = read_or_refuse(text)
    if dataset is None:
        return
    again = read(dataset.csv, pinned(dataset), Limits(cell_characters=1000))
    assert again.csv == dataset.csv
    assert [(c.name, c.type) for c in again.columns] == [(c.name, c.type) for c in dataset.columns]


@pytest.mark.parametrize("name", ["[1]", "{}", "<td>", "|a|", "# a", "% a", "> a", "```", "sep=;", "x=[", "Series("])
def test_no_name_makes_the_canonical_csv_something_else_than_csv(name: str) -> None:
    for record in ({name: "> x"}, {name: "> x", "n": 1}):
        dataset = read(json.dumps([record, record]))
        assert read(dataset.csv).csv == dataset.csv


def test_fences_of_code_and_commas_alone_in_a_row_stay_in_the_canonical_csv() -> None:
    for cells in ("```", "a"), ("1,2", "3,4"):
        dataset = read(json.dumps([{"x,y": cell} for cell in cells]))
        assert read(dataset.csv, pinned(dataset)).csv == dataset.csv


@given(TABLES)
def test_a_dataset_agrees_with_itself(text: str) -> None:
    dataset = read_or_refuse(text)
    if dataset is None:
        return
    frame = dataset.frame()
    assert frame.columns.tolist() == [column.name for column in dataset.columns]
    assert len(frame) == dataset.rows == dataset.profile.rows
    assert [int(count) for count in frame.isna().sum()] == [column.missing for column in dataset.profile.columns]


def test_a_row_of_words_for_missing_values_that_is_left_out_counts_in_no_column() -> None:
    dataset = read("a,b\nNA,NA\n1,2\n")
    assert (dataset.rows, [column.missing for column in dataset.profile.columns]) == (1, [0, 0])


def test_a_messy_german_table_is_read_right() -> None:
    dataset = read(
        "\ufeffDatum;Ertrag (t/ha);Sorte;Bewässert;Anteil;PLZ\r\n"
        "01.02.2024;0,435;Grün;ja;12 %;01067\r\n"
        "2.2.2024;1.234,50;k. A.;nein;14,5 %;80331\r\n"
        "\r\n"
        "03.02.2024;-;Rot;;9 %;04109\r\n"
    )
    assert dataset.csv == (
        "Datum,Ertrag (t/ha),Sorte,Bewässert,Anteil,PLZ\n"
        "2024-02-01,0.435,Grün,true,12,01067\n"
        "2024-02-02,1234.5,,false,14.5,80331\n"
        "2024-02-03,,Rot,,9,04109\n"
    )
    assert [(column.type.value, column.unit) for column in dataset.columns] == [
        ("date", None),
        ("number", "t/ha"),
        ("text", None),
        ("boolean", None),
        ("number", "%"),
        ("text", None),
    ]
    assert dataset.report.ambiguous == ()


def test_merged_cells_can_be_kept_as_written() -> None:
    text = "unit,month,cost\nIT,Jan,1\n,Feb,2\nHR,Jan,3\n,Feb,4\n"

    assert [row[0] for row in read(text).preview] == ["IT", "IT", "HR", "HR"]
    kept = read(text, Reading().choose(Subject.GAPS, "as written", "unit"))
    assert [row[0] for row in kept.preview] == ["IT", "", "HR", ""]


def test_gaps_among_measurements_are_no_merged_cells() -> None:
    text = "month,unit,cost\nJan,A,1\nFeb,B,\nMar,A,3\nApr,B,\n"

    assert [row[2] for row in read(text).preview] == ["1", "", "3", ""]


def test_many_comments_take_time_as_many_lines_do() -> None:
    few, many = (_seconds("# x\n" * lines + "a,b\n1,2\n") for lines in (4_000, 40_000))

    assert many < max(few, 0.05) * 40  # ten times as many; a search of all for each would take a hundred times as long


def _seconds(text: str) -> float:
    started = time.process_time()
    read(text)
    return time.process_time() - started


def test_an_email_and_a_chat_wrap_a_table_without_changing_the_numbers_of_its_rows() -> None:
    dataset = read("```\na,b\n1,x\n2,\n```\n")

    assert dataset.rows == 2
    assert [notice.kind for notice in dataset.warnings] == [NoticeKind.STRIPPED]


def test_a_line_of_one_cell_in_a_mail_is_no_quotation() -> None:
    assert [row[0] for row in read("sign,n\n>,1\n<,2\n").preview] == [">", "<"]
