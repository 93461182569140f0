"""The answers: what is drawn now and what was drawn last, by job and theme, so that a replay joins or is given them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from renderer_svc.errors import JobConflict
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.outcome import Outcome
from renderer_svc.picture import Picture
from renderer_svc.round import Round

#: Endings that say nothing about the script: a replay deserves another try.
_NOT_KEPT: Final = frozenset({Outcome.LAUNCHER, Outcome.LOW_MEMORY})


class Answers:
    """Keeps every picture that is being drawn, and the last ones that were."""

    def __init__(self, stored: int) -> None:
        """`stored`: how many ended ones are kept."""
        self._stored = stored
        self._pictures: OrderedDict[tuple[str, str], Picture] = OrderedDict()
        self._rounds: dict[tuple[str, str], Round] = {}

    def known(self, job: Job, script: ThemedScript) -> Picture | None:
        """The picture of `script` to join; None: it is to be drawn. Raises `JobConflict` for other content."""
        key = (job.job_id, script.theme)
        picture, running = self._pictures.get(key), self._rounds.get(key)
        if picture is not None and picture.content != job.content_of(script):
            raise JobConflict(metadata={"job_id": job.job_id, "theme": script.theme})
        return None if running is not None and running.is_abandoned else picture

    def enter(self, running: Round) -> None:
        """From now on who asks for a picture of `running` joins it."""
        for picture in running.pictures:
            key = (running.job.job_id, picture.script.theme)
            self._pictures[key] = picture
            self._rounds[key] = running

    def pictures_of(self, job: Job) -> list[Picture]:
        """Of each of the job's scripts, all of which were entered."""
        return [self._pictures[job.job_id, script.theme] for script in job.scripts]

    def rounds_of(self, job: Job) -> set[Round]:
        """What is under way for `job`."""
        return {self._rounds[key] for s in job.scripts if (key := (job.job_id, s.theme)) in self._rounds}

    def settle(self, running: Round, picture: Picture, result: ThemeResult) -> None:
        """`picture` has ended: an answer is kept, and the oldest ones make room for it."""
        key = (running.job.job_id, picture.script.theme)
        picture.end(result)
        if self._rounds.get(key) is running:
            del self._rounds[key]
        if self._pictures.get(key) is picture and not _is_answer(running, result):
            del self._pictures[key]
        ended = [key for key, picture in self._pictures.items() if picture.result is not None]
        for key in ended[: max(0, len(ended) - self._stored)]:
            del self._pictures[key]


def _is_answer(running: Round, result: ThemeResult) -> bool:
    abandoned = result.outcome is Outcome.CANCELLED and not running.cancelled
    return not abandoned and result.outcome not in _NOT_KEPT
