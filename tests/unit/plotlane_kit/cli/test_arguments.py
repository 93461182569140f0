"""What people type after `plotlane plot`, as the agent takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plotlane.agent.v1 import agent_pb2
from plotlane_kit.cli.arguments import MAX_BYTES, ArgumentError, parse_bindings, parse_choices, parse_options, read_file
from plotlane_kit.cli.plot_calls import merge_bindings

KINDS = {
    "title": agent_pb2.OPTION_KIND_TEXT,
    "log_y": agent_pb2.OPTION_KIND_BOOLEAN,
    "bins": agent_pb2.OPTION_KIND_INTEGER,
    "x_range": agent_pb2.OPTION_KIND_RANGE,
}


def test_a_family_is_bound_by_naming_its_role_again() -> None:
    bound = parse_bindings(["y=A", "y=B = C"])
    assert [(binding.role, binding.column) for binding in bound] == [("y", "A"), ("y", "B = C")]


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("title=10", "10"),
        ("title=a=b", "a=b"),
        ("title=null", None),
        ("log_y=true", True),
        ("log_y=Off", False),
        ("bins=12", 12.0),
        ("x_range=0,5.5", [0.0, 5.5]),
        ("x_range=,5", [None, 5.0]),
        ("x_range=[1, null]", [1, None]),
    ],
)
def test_an_option_is_read_by_its_declared_kind(argument: str, value: object) -> None:
    name = argument.split("=")[0]
    assert parse_options([argument], KINDS) == {name: value}


def test_an_option_that_the_chart_does_not_have_is_left_for_the_agent_to_refuse() -> None:
    assert parse_options(["colour=red"], KINDS) == {"colour": "red"}


@pytest.mark.parametrize("argument", ["log_y=maybe", "bins=many", "x_range=1", "x_range=a,b", "title", "=x"])
def test_what_cannot_be_read_is_named(argument: str) -> None:
    with pytest.raises(ArgumentError, match=argument.split("=")[0] or "name=value"):
        parse_options([argument], KINDS)


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_bytes("Rübe;1,5\n".encode("cp1252"))
    assert read_file(path) == "Rübe;1,5\n".encode("cp1252")


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    with path.open("wb") as out:
        out.truncate(MAX_BYTES + 1)
    with pytest.raises(ArgumentError, match=r"huge\.csv: 10\.0 MB; at most 10 MB"):
        read_file(path)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"gone\.csv: No such file"):
        read_file(tmp_path / "gone.csv")


def test_automatic_bindings_stay_where_nothing_was_asked_for() -> None:
    automatic = parse_bindings(["x=time", "y=load", "group=site"])
    merged = merge_bindings(parse_bindings(["y=site"]), automatic)
    assert [(binding.role, binding.column) for binding in merged] == [("y", "site"), ("x", "time")]


def test_the_subject_of_a_choice_may_hold_equals_signs() -> None:
    assert parse_choices(["decimal_mark:a=b=point", "header=none"]) == {"decimal_mark:a=b": "point", "header": "none"}


@pytest.mark.parametrize("argument", ["header", "=none"])
def test_a_choice_without_a_subject_says_how_it_is_written(argument: str) -> None:
    with pytest.raises(ArgumentError, match="write it as subject=choice, such as decimal_mark:Yield=comma"):
        parse_choices([argument])
