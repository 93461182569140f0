"""A round: the pictures of one job that are drawn together, and who waits for them."""

from __future__ import annotations

import asyncio

from renderer_svc.job import Job
from renderer_svc.picture import Picture
from renderer_svc.stop import Stop


class Round:
    """Drawn side by side in as many places as were free."""

    def __init__(self, job: Job, pictures: list[Picture], slots: list[int]) -> None:
        self.job = job
        self.pictures = pictures
        self.slots = slots
        self.callers = 0
        self.cancelled = False  # on request, as opposed to abandoned by its callers
        self.stop = Stop()
        self.task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        """Whether each picture has its result."""
        return all(picture.result is not None for picture in self.pictures)

    @property
    def is_abandoned(self) -> bool:
        """Whether it only ends because nobody reads it: whoever comes now wants one that is drawn."""
        return self.stop.requested and not self.cancelled
