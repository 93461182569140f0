"""What people type after `plotlane plot`, as the agent takes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from plotlane.agent.v1 import agent_pb2
from plotlane_kit.cli.arguments import ArgumentError, parse_bindings, parse_options, read_text
from plotlane_kit.cli.plot import merge_bindings

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


@pytest.mark.parametrize(("encoding", "found"), [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("cp1252", "cp")])
def test_a_file_is_text_in_the_encoding_it_was_written_in(tmp_path: Path, encoding: str, found: str) -> None:
    text = "Größe;Höhe\nMünchen;1,5\nKöln;2,5\nFürth;3,5\n"
    path = tmp_path / "data.csv"
    path.write_bytes(text.encode(encoding))
    read, named = read_text(path)
    assert read == text
    assert named.startswith(found)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match=r"gone\.csv: No such file"):
        read_text(tmp_path / "gone.csv")


def test_automatic_bindings_stay_where_nothing_was_asked_for() -> None:
    automatic = parse_bindings(["x=time", "y=load", "group=site"])
    merged = merge_bindings(parse_bindings(["y=site"]), automatic)
    assert [(binding.role, binding.column) for binding in merged] == [("y", "site"), ("x", "time")]
