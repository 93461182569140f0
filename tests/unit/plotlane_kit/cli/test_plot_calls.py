"""What `plotlane plot` says of a sheet that is not there."""

from __future__ import annotations

from plotlane.agent.v1 import agent_pb2
from plotlane_kit.cli.plot_calls import DataFile, no_such_sheet

TABLE = DataFile("book.xlsx", b"", "2025")


def test_a_sheet_that_is_not_there_is_answered_with_those_that_are() -> None:
    asked = agent_pb2.UploadFileResponse(sheets=["2023", "2024"])
    assert no_such_sheet(TABLE, asked).endswith("choose one of these with --sheet: 2023, 2024")


def test_a_book_with_one_sheet_needs_none() -> None:
    asked = agent_pb2.UploadFileResponse(change=agent_pb2.DatasetChange())
    assert "leave --sheet out" in no_such_sheet(TABLE, asked)
