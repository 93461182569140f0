"""Stacked records: values below one another behind their names are rows, where all records have the same names."""

from __future__ import annotations

import pytest

from agent_svc.data import read
from agent_svc.data.layout.stacked import stacked_records

PSQL = "-[ RECORD 1 ]---\nregion | North\nsum    | 1.5\n-[ RECORD 2 ]---\nregion | a | b\nsum    | \n"
MYSQL = "***** 1. row *****\n   id: 1\nname: Ann\n***** 2. row *****\n   id: 2\nname: x: y\n"
YAML = "- name: A\n  v: 1.5\n\n- name: 'B'\n  v: null\n"


@pytest.mark.parametrize(
    ("text", "csv"),
    [
        (PSQL, "region,sum\nNorth,1.5\na | b,\n"),
        (MYSQL, "id,name\n1,Ann\n2,x: y\n"),
        (YAML, "name,v\nA,1.5\nB,\n"),
    ],
)
def test_values_below_one_another_are_a_row_for_each_record_and_told(text: str, csv: str) -> None:
    dataset = read(text)
    assert dataset.csv == csv
    assert "a line of its own" in dataset.warnings[0].message


@pytest.mark.parametrize(
    "text",
    [
        "- buy: milk\n- read: book\n",
        "- a: 1\n  b: 2\n- a: 3\n",
        "- a: 1\nb: 2\n- a: 3\nb: 4\n",
        "- a: [1, 2]\n  b: 2\n- a: [3]\n  b: 4\n",
        "- a: 1\n  a: 2\n- a: 3\n  a: 4\n",
        "name: A\nv: 1\n",
    ],
)
def test_lists_of_other_things_are_no_records(text: str) -> None:
    assert stacked_records(text) is None
