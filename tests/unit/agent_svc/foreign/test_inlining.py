"""Inlining: functions that are called once become statements, with the same names meaning the same things."""

from __future__ import annotations

import ast

import pytest

from agent_svc.foreign.inlining import inlined


def flat(source: str) -> str:
    return ast.unparse(inlined(ast.parse(source)))


def test_a_main_function_and_its_guard_become_statements() -> None:
    source = 'def main():\n    df = load()\n    draw(df)\nif __name__ == "__main__":\n    main()\n'
    assert flat(source) == "df = load()\ndraw(df)"


def test_a_main_function_that_ends_the_program_becomes_statements() -> None:
    assert flat("def main():\n    draw()\n    return 0\nsys.exit(main())") == "draw()\n0"


def test_a_function_gets_its_arguments_by_place_by_name_and_by_default() -> None:
    source = 'def draw(table, x, *, title, color="red"):\n    plot(table, x, title, color)\ndraw(df, "a", title="b")'
    assert flat(source) == "color = 'red'\nx = 'a'\ntitle = 'b'\nplot(df, x, title, color)"


def test_what_a_function_returns_gets_its_name_outside() -> None:
    assert flat("def load():\n    table = read()\n    return table.dropna()\ndf = load()") == (
        "table = read()\ndf = table.dropna()"
    )
    assert flat("def load():\n    df = read()\n    return df\ndf = load()") == "df = read()"
    assert flat("def make():\n    a, b = pair()\n    return a, b\na, b = make()") == "a, b = pair()"


def test_functions_within_functions_become_statements_one_after_another() -> None:
    source = "def load():\n    return read()\ndef main():\n    df = load()\n    draw(df)\nmain()"
    assert flat(source) == "df = read()\ndraw(df)"


def test_a_name_that_means_something_else_outside_becomes_a_new_one() -> None:
    assert flat("n = 1\ndef draw():\n    n = 2\n    plot(n)\ndraw()\nplot(n)") == "n = 1\nn_2 = 2\nplot(n_2)\nplot(n)"


def test_a_parameter_whose_table_changes_meanwhile_keeps_its_own_value() -> None:
    source = "def clean(raw):\n    df = raw.dropna()\n    df['a'] = raw['b']\n    return df\ndf = clean(df)"
    assert flat(source) == "raw = df\ndf = raw.dropna()\ndf['a'] = raw['b']"


@pytest.mark.parametrize(
    "source",
    [
        "def draw(a):\n    plot(a)\ndraw(1)\ndraw(2)",
        "def draw(a):\n    if a:\n        return\n    plot(a)\ndraw(1)",
        "def draw(*a):\n    plot(a)\ndraw(1)",
        "def draw(a):\n    yield a\ndraw(1)",
        "def draw(a):\n    draw(a)\ndraw(1)",
        "def draw(a):\n    global b\n    b = a\ndraw(1)",
        "@cached\ndef draw(a):\n    plot(a)\ndraw(1)",
        "def draw(a):\n    plot(a)\nx = 1 + draw(1)",
    ],
)
def test_what_cannot_be_told_from_outside_stays_a_function(source: str) -> None:
    assert flat(source) == source
