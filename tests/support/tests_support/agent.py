"""An agent process under test: it can be killed at any moment and started again at the same address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from tests_support.scheduler import SchedulerProcess


class AgentProcess(SchedulerProcess):
    """`python -m agent_svc` with settings of its own, PLOTLANE_AGENT_* in lower case."""

    module: ClassVar = "agent_svc"
    prefix: ClassVar = "PLOTLANE_AGENT_"
    known: ClassVar[Mapping[str, object]] = {}
