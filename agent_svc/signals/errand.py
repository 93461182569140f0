"""The errand: one prompt in its session, done inside its run of the signal's group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar, Final
from uuid import uuid4

from agent_svc.errors import words_of
from agent_svc.groups.group import MemberRun
from agent_svc.groups.run_end import Hearing, RunEnd
from agent_svc.groups.seat import Seat
from agent_svc.groups.turn import GroupTurn
from agent_svc.sessions.hold import Hold
from agent_svc.signals.inside import InsidePlaces
from agent_svc.signals.new_data import NewData
from agent_svc.signals.prompt import Prompt
from agent_svc.signals.rooms import Room
from agent_svc.spending.budget import TurnBudget
from agent_svc.turns.events import Done, TurnOutcome
from agent_svc.turns.places import PlaceRequest, Places, RunOutcome
from agent_svc.turns.plotter import KIND, RUNS_POOL
from agent_svc.turns.replies import Replies
from agent_svc.turns.turn import Turn
from plotlane_kit.caller import Caller
from plotlane_kit.errors import OF_THE_CONTENT, TABLE, PlotlaneError, Reason

#: What fails by the fault of what was asked for; all else is ours, and given back where it was counted.
_FAULT_OF_THE_ASKED: Final = OF_THE_CONTENT | {Reason.NOT_ELIGIBLE, Reason.BUDGET}
_BUDGET: Final = TABLE[Reason.BUDGET].sse


@dataclass(frozen=True, slots=True)
class Tools:
    """What errands are done with; `replies` makes some whose places are those inside of a run."""

    new_data: NewData
    replies: Callable[[Places], Replies]
    places: Places


class ErrandTurn(GroupTurn):
    """A turn of which the log says `signal_run`."""

    LINE: ClassVar = "signal_run"


@dataclass(slots=True)
class Errand:
    """One prompt on its way; `end` is None until it has ended."""

    position: int
    prompt: Prompt
    room: Room | None = None
    end: RunEnd | None = None
    run_id: str = field(default_factory=lambda: str(uuid4()))
    budget: TurnBudget = field(init=False)

    def __post_init__(self) -> None:
        self.budget = TurnBudget(usage_limit=self.prompt.usage_limit)

    @property
    def limited(self) -> bool:
        """Whether a usage limit ended it, or kept the model from saying all that it had to."""
        return self.budget.limited or (self.end is not None and self.end.code == _BUDGET)

    def fail(self, because: PlotlaneError) -> None:
        """It ends before it has begun."""
        refused = because.reason is Reason.BUDGET
        outcome = TurnOutcome.REFUSED if refused else TurnOutcome.FAILED
        self.end = RunEnd(outcome, 0, TABLE[because.reason].sse, words_of(because))

    def member(self, *, with_model: bool) -> MemberRun:
        """What the scheduler is asked for."""
        assert self.room is not None, "an errand without a session has ended"
        return MemberRun(
            self.run_id,
            self.room.session_id,
            self.room.library,
            resources=self.prompt.resources,
            tag=self.prompt.tag,
            context=self.prompt.context,
            with_model=with_model,
        )

    async def begin(self, turn: GroupTurn, seat: Seat, tools: Tools, on_start: Callable[[str], None]) -> None:
        """Begin it as a task of its own; `on_start` is told the run's id when it has its place."""

        async def play(turn: Turn, _hold: Hold) -> Done:
            refused: PlotlaneError | None = None
            async with seat.place(turn.caller, PlaceRequest(RUNS_POOL, KIND), turn.emit) as place:
                on_start(self.run_id)
                turn.go_to_the_end()
                replies = tools.replies(InsidePlaces(place, tools.places))
                try:
                    done = await self._done(turn, Hold(place.run_id, place.token), replies, tools)
                    if done.outcome is not TurnOutcome.OK and place.outcome is RunOutcome.OK:
                        place.outcome = RunOutcome.NOT_READY
                    return done
                except PlotlaneError as error:
                    refused = error
                    place.outcome = RunOutcome.FAILED if error.reason in _FAULT_OF_THE_ASKED else RunOutcome.ERROR
            raise refused

        await turn.begin(seat, play)

    async def follow(self, turn: GroupTurn) -> RunEnd:
        """How it ended, once it has."""
        hearing = Hearing()
        async for numbered in turn.log.follow():
            end = hearing.hear(numbered.event)
            if end is not None:
                return end if end.text else RunEnd(end.outcome, end.version, end.code, hearing.said)
        raise AssertionError("a turn ends with its last event")

    async def _done(self, turn: Turn, run: Hold, replies: Replies, tools: Tools) -> Done:
        if self.prompt.data:
            taking = tools.new_data.take(turn.caller, turn.session_id, self.prompt.data, run, self.budget)
            await replies.recorded(turn, taking)
        if self.prompt.text.strip():
            return await replies.to_message(turn, run, self.prompt.text, budget=self.budget)
        return await replies.to_button(turn, run, budget=self.budget)


def turn_of(caller: Caller, errand: Errand) -> ErrandTurn:
    """The turn that an errand is done in."""
    assert errand.room is not None
    return ErrandTurn(caller, errand.room.session_id)
