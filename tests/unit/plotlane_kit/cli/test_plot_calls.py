"""What `plotlane plot` says of a sheet that is not there, and of how a file was read."""

from __future__ import annotations

import pytest

from plotlane.agent.v1 import agent_pb2
from plotlane_kit.cli.plot_calls import DataFile, no_such_sheet, nothing_fits, say_how_read

TABLE = DataFile("book.xlsx", b"", "2025")


def test_a_sheet_that_is_not_there_is_answered_with_those_that_are() -> None:
    asked = agent_pb2.UploadFileResponse(sheets=["2023", "2024"])
    assert no_such_sheet(TABLE, asked).endswith("choose one of these with --sheet: 2023, 2024")


def test_a_book_with_one_sheet_needs_none() -> None:
    asked = agent_pb2.UploadFileResponse(change=agent_pb2.DatasetChange())
    assert "leave --sheet out" in no_such_sheet(TABLE, asked)


def test_a_decision_without_another_way_offers_none(capsys: pytest.CaptureFixture[str]) -> None:
    open_, settled = (
        agent_pb2.Decision(subject="table", chosen="table 2", certainty="ambiguous", alternatives=others)
        for others in (["table 1"], [])
    )
    say_how_read("a.csv", agent_pb2.Dataset(report=[open_]))
    assert '--read "table=table 1"' in capsys.readouterr().out
    say_how_read("a.csv", agent_pb2.Dataset(report=[settled]))
    assert "instead" not in capsys.readouterr().out


def test_data_with_numbers_are_not_said_to_have_none() -> None:
    columns = [agent_pb2.Column(name=name, type=agent_pb2.COLUMN_TYPE_NUMBER) for name in ("id", "nr")]
    assert "“id”, “nr”" in nothing_fits(agent_pb2.Dataset(columns=columns))
    assert nothing_fits(agent_pb2.Dataset()) == "nothing in these data can be counted or measured"
