"""JSON table: records and columns give the table that a CSV would."""

from __future__ import annotations

import pytest

from agent_svc.data import ColumnType, Limits, NoticeKind, Subject, read
from agent_svc.data.errors import JsonTableError, NulCharacterError, TableTooBigError


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": 1, "b": "x"}, {"a": 2.50, "b": "y"}]',
        '{"a": [1, 2.50], "b": ["x", "y"]}',
        '{"a": 1, "b": "x"}\n{"a": 2.50, "b": "y"}\n',
    ],
    ids=["records", "columns", "lines"],
)
def test_records_columns_and_lines_are_one_table(text: str) -> None:
    assert read(text).csv == "a,b\n1,x\n2.5,y\n"


def test_one_record_is_one_row() -> None:
    assert read('{"a": 1, "b": true}').csv == "a,b\n1,true\n"


def test_a_json_number_has_a_decimal_point_without_doubt() -> None:
    dataset = read('{"a": [1.234, 2.345], "b": ["1.234", "2.345"]}')
    assert dataset.report.find(Subject.DECIMAL, "a") is None
    assert dataset.report.find(Subject.DECIMAL, "b") in dataset.report.ambiguous


def test_json_digits_stay_exact() -> None:
    assert read('{"a": [0.1, 1e3, 123456789012345.678, 1E-9]}').csv == "a\n0.1\n1000\n123456789012345.678\n1e-9\n"


def test_null_nan_and_absent_names_are_missing() -> None:
    dataset = read('[{"a": 1, "b": null}, {"a": NaN, "b": 2}, {"b": 3}]')
    assert dataset.csv == "a,b\n1,\n,2\n,3\n"
    assert [(notice.kind, notice.rows) for notice in dataset.warnings] == [(NoticeKind.PADDED, (3,))]


def test_text_in_json_is_cleaned_like_any_other() -> None:
    assert read('[{"a": " x\\u200b "}, {"a": "\\ud800y"}]').preview == (("x",), ("y",))


def test_json_text_with_leading_zeros_stays_text() -> None:
    assert read('[{"zip": "01067"}, {"zip": "80331"}]').columns[0].type is ColumnType.TEXT


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[{"a": 1},', "Line 1, column 11 is not valid JSON"),
        ('[{"a": 1}, [2]]', "Record 2 is not an object"),
        ('[{"a": {"b": {"c": {"d": 1}}}}]', "Record 1, “a.b.c”, holds an object, more than 2 deep"),
        ('[["a", "b"], [1]]', "Row 2 has 1 values, others have 2"),
        ('{"a": [1, [2]]}', "Record 2, “a”, holds a list"),
        ('{"a": [1, 2], "b": [1]}', "Column “b” has 1 values, “a” has 2"),
        ('[{"a": 1, "a": 2}]', "holds the name “a” twice"),
        ('{"a": 1}\n{"a" 2}\n', "Line 2, column 6 is not valid JSON"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_json_that_is_no_table_is_refused_with_its_place_and_the_remedy(text: str, message: str) -> None:
    with pytest.raises(JsonTableError, match=message) as refusal:
        read(text)
    assert "list of flat records" in refusal.value.metadata["remedy"]


def test_columns_of_lists_and_deep_objects_are_left_out_beside_plain_ones_and_named() -> None:
    dataset = read(
        '[{"id": 1, "tags": ["x"], "a": {"b": {"c": {"d": 1}}}}, {"id": 2, "tags": [], "a": {"b": {"c": {}}}}]'
    )
    assert [column.name for column in dataset.columns] == ["id"]
    (notice,) = dataset.warnings
    assert "“tags”, “a.b.c”" in notice.message


def test_a_single_record_with_a_list_is_no_table() -> None:
    with pytest.raises(JsonTableError, match="holds a list"):
        read('{"id": 1, "tags": ["x", "y"]}')


def test_records_beside_metadata_in_a_list_are_read_as_the_world_bank_writes_them() -> None:
    dataset = read('[{"page": 1, "total": 2}, [{"date": "2022", "v": 1.5}, {"date": "2021", "v": 2}]]')
    assert dataset.csv == "date,v\n2022,1.5\n2021,2\n"
    assert "item 2" in dataset.warnings[0].message


@pytest.mark.parametrize(
    ("values", "names"),
    [('[[1, "0.5"], [2, "0.7"]]', "m.i,p.1,p.2"), ('[{"t": 1, "v": "0.5"}, {"t": 2, "v": "0.7"}]', "m.i,t,v")],
)
def test_series_of_points_are_a_row_for_each_point_where_no_number_would_be_counted_again(
    values: str, names: str
) -> None:
    dataset = read(f'[{{"m": {{"i": "a"}}, "p": {values}}}, {{"m": {{"i": "b"}}, "p": []}}]')
    assert dataset.csv == f"{names}\na,1,0.5\na,2,0.7\n"
    counted = read(f'[{{"m": 3, "p": {values}}}, {{"m": 4, "p": []}}]')
    assert counted.csv == "m\n3\n4\n"


def test_the_first_of_a_pair_is_a_time_where_all_are_moments() -> None:
    points = '[[1710224521, "0.5"], [1710224536.5, "0.7"]]'
    dataset = read(f'[{{"m": "a", "p": {points}}}, {{"m": "b", "p": {points}}}]')
    assert [(column.name, column.type) for column in dataset.columns[1:]] == [
        ("time", ColumnType.DATE),
        ("p", ColumnType.NUMBER),
    ]


def test_an_escaped_nul_is_refused_too() -> None:
    with pytest.raises(NulCharacterError, match="Record 1, “a”, holds a NUL"):
        read('[{"a": "x\\u0000"}]')


def test_the_limits_hold_for_json() -> None:
    with pytest.raises(TableTooBigError, match="20,001 rows"):
        read('{"a": [' + ",".join("1" * 20_001) + "]}")


@pytest.mark.parametrize(
    "text",
    ['{"a": 1}\n' * 12 + "{", "[" + '{"a": 1},' * 12, "[" + "[1]," * 12, "[" + "1," * 12 + "]"],
    ids=["lines", "records", "rows", "values"],
)
def test_far_too_many_rows_are_counted_before_a_fault_behind_them_is_read(text: str) -> None:
    with pytest.raises(TableTooBigError, match=r"1[23] rows(, or more)?; the limit is 10\. Leave out rows"):
        read(text, limits=Limits(rows=10))


def test_texts_that_look_like_the_ends_of_records_are_no_rows() -> None:
    assert read('[{"a": "' + "},{" * 20 + '"}, {"a": "x"}]', limits=Limits(rows=10)).rows == 2


def test_a_sparse_table_is_measured_before_it_is_filled_up() -> None:
    with pytest.raises(TableTooBigError, match="9,000 columns"):
        read("[" + ",".join(f'{{"k{i}": 1}}' for i in range(9_000)) + "]")


def test_a_header_in_brackets_is_no_json() -> None:
    assert read("[kg],[m]\n1,2\n").columns[0].name == "[kg]"
