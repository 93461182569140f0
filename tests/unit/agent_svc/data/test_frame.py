"""Frame: pandas gets back exactly what `data.csv` holds, with its types."""

from __future__ import annotations

import pandas as pd
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import Column, ColumnType, csv_arguments, read, read_frame
from agent_svc.data.canonical import write_csv

TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from(["\n", '"', ","]), min_size=1, max_size=12
).filter(lambda text: text == text.strip())


def test_each_type_has_its_pandas_type() -> None:
    dataset = read("d;n;b;t\n01.02.2024;1,5;ja;007\n02.02.2024;2,5;nein;NA?\n")
    frame = dataset.frame()
    assert pd.api.types.is_datetime64_any_dtype(frame["d"])
    assert pd.api.types.is_float_dtype(frame["n"])
    assert pd.api.types.is_bool_dtype(frame["b"])
    assert frame["t"].tolist() == ["007", "NA?"]


def test_times_with_and_without_fractions_are_one_pandas_column_of_dates() -> None:
    frame = read("d,n\n2024-03-01T10:00:00,1\n2024-03-01T10:00:00.5,2\n2024-03-02,3\n").frame()
    assert pd.api.types.is_datetime64_any_dtype(frame["d"])


def test_missing_values_are_missing_in_every_type() -> None:
    frame = read("d;n;b;t\n01.02.2024;1,5;ja;x\n;;;y\n03.02.2024;2;nein;\n").frame()
    assert frame.isna().sum().tolist() == [1, 1, 1, 1]


def test_a_row_of_one_missing_value_survives() -> None:
    assert len(read("a\n1\nNA\n3\n").frame()) == 3


def test_the_arguments_are_those_of_the_exported_script() -> None:
    columns = [
        Column("t", ColumnType.TEXT, None, "t"),
        Column("d", ColumnType.DATE, None, "d"),
        Column("n", ColumnType.NUMBER, None, "n"),
    ]
    arguments = csv_arguments(columns)
    assert (arguments.dtype, arguments.parse_dates) == ({"t": "string"}, ["d"])


@given(st.lists(st.tuples(TEXT, TEXT), min_size=1, max_size=6))
def test_text_comes_back_from_the_csv_unchanged(rows: list[tuple[str, str]]) -> None:
    columns = [Column(name, ColumnType.TEXT, None, name) for name in ("a", "b")]
    frame = read_frame(write_csv(["a", "b"], rows), columns)
    assert [tuple(row) for row in frame.to_numpy().tolist()] == rows
