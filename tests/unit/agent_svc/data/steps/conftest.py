"""A table that the steps of these tests work on, and the process that runs their code."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from agent_svc.data import Dataset, read
from agent_svc.data.steps import Stepped, replay
from tests.unit.agent_svc.data.steps.script_runner import ScriptRunner

TABLE = """Group,Dose (mg),Day,Month,Alive
a,1,2024-01-01,January,yes
a,2.5,2024-01-03,February,no
b,,2024-02-05,March,yes
b,4,2024-02-07,January,
,5,,February,no
"""

Make = Callable[..., Stepped]


@pytest.fixture
def table() -> Dataset:
    return read(TABLE)


@pytest.fixture
def make(table: Dataset) -> Make:
    """The table after steps."""
    return lambda *steps: replay(table, steps)


@pytest.fixture(scope="session")
def runner() -> Iterator[ScriptRunner]:
    running = ScriptRunner()
    yield running
    running.close()
