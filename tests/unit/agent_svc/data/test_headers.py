"""Headers: every column has a clean name of its own, and each rename is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import ColumnType, read
from agent_svc.data.layout.headers import canonical_names, unit_in


@pytest.mark.parametrize(
    ("headers", "names", "renamed"),
    [
        (["a", "b"], ("a", "b"), 0),
        ([" a ", "b\n c"], ("a", "b c"), 0),
        (["a", "a", "a"], ("a", "a 2", "a 3"), 2),
        (["a", "a 2", "a"], ("a", "a 2", "a 3"), 1),
        (["a", "", ""], ("a", "Column 2", "Column 3"), 2),
        (["", "Column 1"], ("Column 1 2", "Column 1"), 1),
        (["a", "A"], ("a", "A"), 0),
    ],
)
def test_repeated_and_empty_headers_are_renamed_with_a_notice_each(
    headers: list[str], names: tuple[str, ...], renamed: int
) -> None:
    found, notices = canonical_names(headers)
    assert found == names
    assert len(notices) == renamed


def test_the_notice_tells_old_and_new_name() -> None:
    (notice,) = read("Wert,Wert\n1,2\n").warnings
    assert notice.message == "Column 2 repeats the name “Wert”; it is called “Wert 2”."


@given(st.lists(st.text(max_size=4), min_size=1, max_size=12))
def test_names_are_unique_and_never_empty(headers: list[str]) -> None:
    names, _ = canonical_names(headers)
    assert len(set(names)) == len(headers)
    assert all(names)


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("人口（百万）", "百万"),
        ("売上【円】", "円"),
        ("Ertrag (t/ha)", "t/ha"),
        ("Ertrag [t/ha]", "t/ha"),
        ("Temp. (°C)", "°C"),
        ("Anteil [%]", "%"),
        ("Ertrag", None),
        ("2018 [YR2018]", None),
        ("Einwohner (Deutschland)", None),
        ("Sales (USA)", None),
        ("Length (us)", "us"),
        ("Tests (total)", None),
        ("Preis (Euro)", "Euro"),
        ("Wert (2)", None),
        ("Wert (2019)", None),
        ("(kg)", None),
        ("a (b) c", None),
        ("x ()", None),
    ],
)
def test_a_unit_is_read_from_the_end_of_a_header(header: str, unit: str | None) -> None:
    assert unit_in(header) == unit


def test_only_numbers_have_a_unit() -> None:
    dataset = read("Ort (Land),Ertrag (t/ha)\nUlm,1.5\n")
    assert [(column.type, column.unit) for column in dataset.columns] == [
        (ColumnType.TEXT, None),
        (ColumnType.NUMBER, "t/ha"),
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (",city,n\n0,Ulm,5\n1,Bonn,7\n", "Index"),
        (",city,n\n2,Ulm,5\n0,Bonn,7\n1,Köln,8\n", "Index"),
        (",city,n\n2019,Ulm,5\n2020,Bonn,7\n", "Column 1"),
        (",signal\n0,5\n1,7\n", "Column 1"),
        (",2023,2024,Total\n1,5,6,11\n2,7,8,15\n", "Column 1"),  # along which each year goes
        (",2023,n\n1,5,6\n2,7,8\n", "Index"),
        (",Index,n\n0,103.2,5\n1,104.1,7\n", "Number"),
        (",city,n\na,Ulm,5\nb,Bonn,7\n", "Column 1"),
    ],
)
def test_a_column_without_a_name_that_numbers_the_rows_is_called_so(text: str, name: str) -> None:
    assert read(text).columns[0].name == name
