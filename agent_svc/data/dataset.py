"""Dataset: a table that has been read, with the account of how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from agent_svc.data.column import Column
from agent_svc.data.frame import read_frame
from agent_svc.data.numbers.written_marks import WrittenMarks
from agent_svc.data.profile import Profile
from agent_svc.data.report import Notice, Report

if TYPE_CHECKING:
    import pandas as pd

PREVIEW_ROWS: Final = 20


@dataclass(frozen=True, slots=True)
class Dataset:
    """A table in canonical form.

    `csv` is the exact `data.csv`; `preview` holds its first 20 rows as the page shows them. `marks` are those in the
    numbers of the source, by column as it was read, where its cells show any.
    """

    columns: tuple[Column, ...]
    rows: int
    csv: str
    profile: Profile
    report: Report
    warnings: tuple[Notice, ...]
    preview: tuple[tuple[str, ...], ...]
    marks: Mapping[str, WrittenMarks] = field(default_factory=dict)

    def frame(self) -> pd.DataFrame:
        """The typed frame, read as the run form of a script reads it."""
        return read_frame(self.csv, self.columns)
