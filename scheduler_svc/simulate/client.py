"""The client: whoever owns one run; it submits, works while it has its place, releases, and sometimes gets lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scheduler_svc.core.commands import Attach, CancelRun, LoseStream, Release, Submit
from scheduler_svc.core.events import Event, Refused
from scheduler_svc.core.run import Outcome, RunRequest, RunState
from scheduler_svc.simulate.chronicle import Story

if TYPE_CHECKING:
    from scheduler_svc.simulate.world import World


class Client:
    """One run's owner. It knows only what a real one would: it hears nothing while it has no stream."""

    def __init__(self, world: World, story: Story, request: RunRequest, done: Callable[[], None]) -> None:
        """`done`: called once, when the client knows that its run is over or was refused."""
        self.request = request
        self._world = world
        self._story = story
        self._done = done
        self._token = 0
        self._listening = False
        self._away = False
        self._working = False
        self._finished = False
        self._over = False
        world.join(request.run_id, self)

    def submit(self) -> None:
        """Ask for a place."""
        self._world.connect(self.request.run_id, self)
        self._world.ask(Submit(self.request, tag=tag_of(self.request)), self._answered)

    def _answered(self, events: list[Event]) -> None:
        if events and isinstance(events[-1], Refused):
            self.refuse(events[-1])
        else:
            self.listen()

    def refuse(self, refused: Refused) -> None:
        """Learn that the run was not accepted."""
        self._story.refused = refused.error.reason.value
        self._end()

    def listen(self) -> None:
        """Have a stream, and learn from it where the run stands."""
        run = self._world.scheduler.run(self.request.run_id)
        if run is not None and not self._over:
            self._token = run.token
            self._listening = True
            self.look()
            if self._finished:
                self._finish()

    def look(self) -> None:
        """Learn where the run stands; the scheduler has something new about it."""
        run = self._world.scheduler.run(self.request.run_id)
        if self._over or run is None:
            return
        if run.state is RunState.ENDED and (self._listening or self._away):
            self._end()  # a user whose client is gone for good asks again elsewhere, later
        elif run.state is RunState.IN_FLIGHT and self._listening and not self._working:
            self._working = True
            self._world.after(self._story.run_s, self._finish)

    def _finish(self) -> None:
        self._finished = True
        if self._listening and not self._over:  # otherwise it releases as soon as it has a stream again
            self._world.ask(Release(self.request.run_id, self._token, Outcome.OK), lambda _: self._end())

    def _end(self) -> None:
        if not self._over:
            self._over = True
            self._world.forget(self.request.run_id)
            self._done()

    def cancel(self) -> None:
        """Its user presses Stop."""
        if not self._over:
            self._world.ask(CancelRun(self.request.run_id, self.request.user), lambda _: self.look())

    # What goes wrong with its stream.

    def lose(self) -> None:
        """Its connection breaks while the scheduler lives."""
        if self._listening and not self._over:
            self.hang_up()
            self._world.ask(LoseStream(self.request.run_id), lambda _: None)

    def hang_up(self) -> None:
        """Have no stream, by its own doing."""
        self._listening, self._away = False, True

    def come_back(self) -> None:
        """It has a connection again."""
        if self._away and not self._over:
            self._away = False
            self.reattach()

    def cut(self) -> None:
        """The scheduler is gone, and the stream with it."""
        self._listening = False

    def reattach(self) -> None:
        """Take the run up on a new stream."""
        if not self._away and not self._over and self._token:
            self._world.ask(Attach(self.request.run_id, self._token), self._attached)

    def _attached(self, events: list[Event]) -> None:
        if events and isinstance(events[-1], Refused):
            self._end()
        else:
            self.listen()

    def return_to(self) -> None:
        """Be back, on a stream that somebody else has taken up."""
        self._away = False
        self.listen()


def tag_of(request: RunRequest) -> str:
    """A tag as the edge would draw one, but the same each time."""
    return f"tag-{request.run_id}"
