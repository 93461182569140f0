"""The statement that reads data.csv, tried with pandas itself."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

from agent_svc.code.bind import bind
from agent_svc.code.loader import load, load_statement, order_statements
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme
from agent_svc.code.validate import validate


@dataclass(frozen=True)
class Column:
    name: str
    type: str
    order: tuple[str, ...] = ()


def read(columns: list[Column], text: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> pd.DataFrame:
    (folder / "data.csv").write_text(text, encoding="utf-8")
    monkeypatch.chdir(folder)
    names: dict[str, object] = {"pd": pd}
    exec(load_statement(columns), names)
    frame = names["df"]
    assert isinstance(frame, pd.DataFrame)
    return frame


def test_each_type_gets_its_argument_and_empty_arguments_are_left_out() -> None:
    assert load_statement([Column("A", "number")]) == (
        'df = pd.read_csv("data.csv", keep_default_na=False, na_values=[""])'
    )


def test_a_long_statement_is_wrapped_one_argument_a_line() -> None:
    columns = [Column("Id", "text"), Column("Tag", "date"), Column("ok", "boolean")]

    assert load_statement(columns) == (
        "df = pd.read_csv(\n"
        '    "data.csv",\n'
        '    dtype={"Id": "str", "ok": "boolean"},\n'
        '    parse_dates=["Tag"],\n'
        '    date_format="ISO8601",\n'
        "    keep_default_na=False,\n"
        '    na_values=[""],\n'
        ")"
    )


def test_texts_stay_texts_and_empty_fields_are_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = read([Column("Id", "text")], 'Id\n007\nNA\nnull\n""\n', tmp_path, monkeypatch)

    assert frame["Id"].iloc[:3].tolist() == ["007", "NA", "null"]
    assert frame["Id"].isna().tolist() == [False, False, False, True]


def test_numbers_are_numbers_with_missing_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = read([Column("a", "number"), Column("b", "number")], "a,b\n1,0.5\n2,\n", tmp_path, monkeypatch)

    assert frame["a"].tolist() == [1, 2]
    assert frame["b"].isna().tolist() == [False, True]


def test_days_and_moments_in_one_column_are_dates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = read([Column("t", "date")], 't\n2024-03-01\n2024-03-01T13:05:00\n""\n', tmp_path, monkeypatch)

    assert frame["t"].iloc[1] == pd.Timestamp("2024-03-01 13:05")
    assert frame["t"].isna().tolist() == [False, False, True]


def test_true_and_false_are_booleans_with_missing_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = read([Column("ok", "boolean"), Column("n", "number")], "ok,n\ntrue,1\nfalse,2\n,3\n", tmp_path, monkeypatch)

    assert frame["ok"].dtype == "boolean"
    assert frame["ok"].isna().tolist() == [False, False, True]


def test_names_that_look_like_code_are_only_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = 'a"]) or print("'
    quoted_name = '"' + name.replace('"', '""') + '"'
    frame = read([Column(name, "text")], f"{quoted_name}\n1\n", tmp_path, monkeypatch)

    assert frame.columns.tolist() == [name]


def test_the_run_form_differs_from_the_working_form_in_this_statement_alone(script: str, theme_block: str) -> None:
    working = bind(script, theme_block, {"x": "A", "y": ["B"]}, {"title": None}, Theme.LIGHT)
    columns = [Column("A", "text")]

    assert load(working, columns) == working.replace("df = load_user_data()", load_statement(columns))


def test_months_get_their_order_in_a_statement_of_their_own(script: str, theme_block: str) -> None:
    months = Column("Monat", "text", ("Jan", "Feb"))
    run_form = load(bind(script, theme_block, {"x": "Monat", "y": ["B"]}, {"title": None}, Theme.LIGHT), [months])

    assert 'df["Monat"] = pd.Categorical(df["Monat"], ["Jan", "Feb"], ordered=True)\n' in run_form
    assert validate(run_form) == ()
    frame = pd.DataFrame({"Monat": ["Feb", None, "Jan"]})
    exec(order_statements([months])[0], {"pd": pd, "df": frame})
    assert frame.sort_values("Monat")["Monat"].tolist()[:2] == ["Jan", "Feb"]


def test_a_form_that_already_loads_is_refused(script: str, theme_block: str) -> None:
    run_form = load(bind(script, theme_block, {}, {}, Theme.LIGHT), [])

    with pytest.raises(ScriptShapeError, match="expected the placeholder"):
        load(run_form, [])
