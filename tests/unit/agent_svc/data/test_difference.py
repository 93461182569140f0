"""The difference of two tables, in numbers and in one sentence."""

from __future__ import annotations

from agent_svc.data import read
from agent_svc.data.difference import difference


def test_rows_columns_and_types_are_compared() -> None:
    before = read("a;b;c\n1;x;1\n2;y;2\n3;z;3\n")
    after = read("a;c;d\n1;u;5\n2;v;6\n")
    found = difference(before, after)
    assert (found.rows_before, found.rows_after, found.added, found.removed) == (3, 2, ("d",), ("b",))
    assert found.retyped == {"c": ("number", "text")}
    assert found.sentence() == "The data was changed by code (3 → 2 rows; new: d; gone: b; c: number → text)."


def test_equal_tables_differ_in_nothing() -> None:
    table = read("a;b\n1;2\n3;4\n")
    assert difference(table, table).sentence() == "The data was changed by code (2 → 2 rows)."
