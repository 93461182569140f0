"""A tool: what turns a job into something that one sandbox runs, be it a library that draws or a converter of files."""

from __future__ import annotations

from typing import Protocol

from renderer_svc.job import Job, ThemedScript
from renderer_svc.limits import Limits
from renderer_svc.task import Task


class Tool(Protocol):
    """What the desk must know of whatever a job runs with."""

    @property
    def available(self) -> bool:
        """Whether it works on this machine."""

    @property
    def remedy(self) -> str:
        """What to install when it does not; empty when it does."""

    def task(self, job: Job, script: ThemedScript, limits: Limits) -> Task:
        """What one sandbox runs for `script` of `job`."""
