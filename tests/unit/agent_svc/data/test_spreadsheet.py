"""Spreadsheet download: no cell becomes a formula, and numbers stay numbers."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.data import read, spreadsheet_csv
from agent_svc.data.spreadsheet import FORMULA_STARTS, neutral


@pytest.mark.parametrize("cell", ["=SUM(A1:A9)", "+cmd", "-2+3", "@now", "\t=1", "\r=1", "＝1+1", "＋1", "－1", "＠x"])
def test_a_text_that_could_be_a_formula_gets_an_apostrophe(cell: str) -> None:
    assert neutral(cell) == f"'{cell}"


def test_names_are_neutralised_too() -> None:
    assert spreadsheet_csv(read("=a,b\nx,1\ny,2\n")) == '"\'=a",b\nx,1\ny,2\n'


def test_negative_numbers_and_missing_values_are_as_in_data_csv() -> None:
    dataset = read("v,t\n-1.5,=1\n,x\n3,-y\n")
    assert spreadsheet_csv(dataset) == "v,t\n-1.5,'=1\n,x\n3,'-y\n"
    assert dataset.csv == "v,t\n-1.5,=1\n,x\n3,-y\n"


@given(st.lists(st.tuples(st.text(max_size=6), st.integers()), min_size=1, max_size=6))
def test_no_text_of_the_download_starts_like_a_formula(rows: list[tuple[str, int]]) -> None:
    written = "".join(f"k{n}\t“{text.translate(_ONE_LINE)}”\t{value}\n" for n, (text, value) in enumerate(rows))
    dataset = read("k\t=t\tv\n" + written)
    records = list(csv.reader(io.StringIO(spreadsheet_csv(dataset), newline="")))
    assert not any(record[1].startswith(FORMULA_STARTS) for record in records)


_ONE_LINE = dict.fromkeys(map(ord, "\n\r\t\0"), " ")
