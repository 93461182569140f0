"""Dataset: a table that has been read, with the account of how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from agent_svc.data.column import Column
from agent_svc.data.frame import read_frame
from agent_svc.data.profile import Profile
from agent_svc.data.report import Notice, Report

if TYPE_CHECKING:
    import pandas as pd

PREVIEW_ROWS: Final = 20


@dataclass(frozen=True, slots=True)
class Dataset:
    """A table in canonical form.

    `csv` is the exact `data.csv`; `preview` holds its first 20 rows as the page shows them.
    """

    columns: tuple[Column, ...]
    rows: int
    csv: str
    profile: Profile
    report: Report
    warnings: tuple[Notice, ...]
    preview: tuple[tuple[str, ...], ...]

    def frame(self) -> pd.DataFrame:
        """The typed frame, read as the run form of a script reads it."""
        return read_frame(self.csv, self.columns)
