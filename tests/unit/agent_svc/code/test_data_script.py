"""The data script: what a model may write to change a table."""

from __future__ import annotations

import pytest

from agent_svc.code.data_script import data_script, problems_of
from agent_svc.data.column import Column, ColumnType

COLUMNS = (
    Column("Month", ColumnType.TEXT, None, "Month", order=("Jan", "Feb")),
    Column("Yield", ColumnType.NUMBER, None, "Yield"),
)


def test_the_script_reads_the_table_as_a_plot_does_and_writes_what_is_in_df() -> None:
    lines = data_script(COLUMNS, "  df = df.dropna()\n").splitlines()
    assert lines[:2] == ["import numpy as np", "import pandas as pd"]
    assert any(line.startswith("df = pd.read_csv(") for line in lines)
    assert any("pd.Categorical" in line for line in lines)
    assert lines[-3:] == ["df = df.dropna()", "", 'df.to_csv("result.csv", index=False)']


@pytest.mark.parametrize(
    "body",
    [
        "df = df.dropna()",
        'df["Ratio"] = df["Yield"] / df["Yield"].sum()',
        'df = df.groupby("Month", observed=True)["Yield"].mean().reset_index()',
        'df = df.merge(df.groupby("Month", observed=True)["Yield"].mean().rename("Mean"), on="Month")',
        'df["Log"] = np.log10(df["Yield"].clip(lower=1))',
    ],
)
def test_ordinary_pandas_may_run(body: str) -> None:
    assert problems_of(COLUMNS, body) == ()


@pytest.mark.parametrize(
    "body",
    [
        "import os",
        "df = pd.read_csv('/etc/passwd')",
        "df = pd.read_pickle('x')",
        "df.to_csv('/tmp/x')",
        "open('x')",
        "df = None",
        "df = pd.DataFrame({'a': [1]})",
        "df.eval('__import__(1)')",
        "df = df.query('@pd.x')",
        "while True: pass",
        "().__class__",
        "df = df[",
    ],
)
def test_what_no_change_of_a_table_needs_may_not(body: str) -> None:
    assert problems_of(COLUMNS, body)
