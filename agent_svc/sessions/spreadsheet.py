"""The spreadsheet: the table that a version drew, for people's spreadsheets, made when somebody asks for it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from agent_svc.data.spreadsheet import neutral_csv
from agent_svc.errors import ArtifactNotFoundError
from agent_svc.pipeline.drawn_table import drawn_table
from agent_svc.sessions.artifacts import MEDIA_TYPES, ArtifactStore
from agent_svc.sessions.version import Artifact, Version

SPREADSHEET_NAME: Final = "data-spreadsheet.csv"
_CODE, _DATA = "plot.py", "data.csv"


async def spreadsheet(artifacts: ArtifactStore, version: Version) -> tuple[Artifact, bytes]:
    """The rows that `version` drew, after its steps, with an apostrophe before each text that could be a formula."""
    code, data = version.artifact(_CODE), version.artifact(_DATA)
    if code is None or data is None:
        raise ArtifactNotFoundError
    run_form, data_csv = await artifacts.get(code.key), await artifacts.get(data.key)
    content = await asyncio.to_thread(_made, run_form.decode(), data_csv.decode(), version)
    media_type = MEDIA_TYPES[Path(SPREADSHEET_NAME).suffix]
    return Artifact(SPREADSHEET_NAME, media_type, len(content), ""), content


def _made(run_form: str, data_csv: str, version: Version) -> bytes:
    columns, drawn = drawn_table(run_form, data_csv, version.steps)
    return neutral_csv(drawn, columns).encode()
