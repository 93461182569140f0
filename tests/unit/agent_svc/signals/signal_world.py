"""A world for signals: what their work touches, as twins that write down what happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from agent_svc.errors import SessionNotFoundError
from agent_svc.groups.group import MemberRun, News, Started
from agent_svc.groups.run_end import RunEnd
from agent_svc.sessions.hold import Hold
from agent_svc.sessions.quotas import Counted
from agent_svc.signals import Prompt, Result, Signal
from agent_svc.signals.bell import Bell
from agent_svc.signals.errand import Tools
from agent_svc.signals.handlers import Handlers
from agent_svc.signals.handover import ClaimNext
from agent_svc.signals.rooms import Room
from agent_svc.signals.shop import SignalShop
from agent_svc.signals.signal import SignalEnd, SignalRun
from agent_svc.spending.budget import TurnBudget
from agent_svc.turns.events import Done, TurnOutcome
from agent_svc.turns.places import Places, RunOutcome
from agent_svc.turns.turn import Turn
from plotlane_kit.caller import Caller
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import PlotlaneError
from tests.unit.agent_svc.turns.places_twin import PlacesTwin

TAG = "ab" * 16


@dataclass
class World:
    """What a signal's work touches, written down in the order of its happening."""

    happened: list[str] = field(default_factory=list)
    refuse: list[PlotlaneError] = field(default_factory=list)  # of the next tries to open the group
    outcomes: dict[str, RunOutcome | None] = field(default_factory=dict)
    failing: dict[str, PlotlaneError] = field(default_factory=dict)  # by the words of the prompt
    members: list[MemberRun] = field(default_factory=list)  # of all groups, in the order of their opening
    post_phase: bool = False
    news: dict[str, asyncio.Queue[News]] = field(default_factory=dict)  # of each run's group
    gate: asyncio.Event = field(default_factory=asyncio.Event)  # words `wait` are answered when it is set
    ends: dict[int, RunEnd] = field(default_factory=dict)
    end: SignalEnd | None = None
    result: Result | None = None
    fresh: int = 0
    bell: Bell = field(default_factory=Bell)

    def note(self, what: str) -> None:
        """Write down that it happened."""
        self.happened.append(what)
        self.bell.ring()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Return as soon as it is so."""
        while not holds():
            await self.bell.next().wait()

    # the group
    @asynccontextmanager
    async def open(
        self, caller: Caller, group_id: str, runs: Sequence[MemberRun], *, post_phase: bool = False
    ) -> AsyncIterator[Any]:
        if self.refuse:
            raise self.refuse.pop(0)
        news: asyncio.Queue[News] = asyncio.Queue()
        self.members += runs
        self.news |= {run.run_id: news for run in runs}
        self.post_phase = post_phase
        self.note("opened")
        world = self

        class Group:
            async def news(self) -> AsyncIterator[News]:
                while True:
                    yield await news.get()

            async def give_back(self, run_id: str, outcome: RunOutcome | None) -> None:
                world.outcomes[run_id] = outcome

            async def drop(self, run_id: str) -> None:
                world.outcomes[run_id] = None

            def rejoin(self, caller: Caller, run: MemberRun, on_queued: Any) -> Any:
                raise AssertionError("no run was sent away")

        try:
            yield Group()
        finally:
            self.note("locks free")

    def start(self, *numbers: int) -> None:
        """The scheduler starts these members."""
        for number in numbers:
            run_id = self.members[number].run_id
            self.news[run_id].put_nowait(News(run_id, Started(7, tag=TAG)))

    # the rooms
    async def of(self, caller: Caller, prompt: Prompt) -> Room:
        if prompt.session == "foreign":
            raise SessionNotFoundError
        if prompt.session is None:
            self.fresh += 1
            return Room("fresh", "matplotlib", made=True)
        return Room(prompt.session, "matplotlib")

    async def clear(self, caller: Caller, room: Room) -> None:
        self.fresh -= room.made

    # the replies
    async def recorded(self, turn: Turn, work: Any) -> Any:
        return await work

    async def to_message(self, turn: Turn, hold: Hold, text: str, *, budget: TurnBudget) -> Done:
        self.note(f"did {text}")
        if text == "wait":
            await self.gate.wait()
        if text in self.failing:
            raise self.failing[text]
        return Done(TurnOutcome.OK, 1)

    # the book
    async def begin(self, seq: int, runs: Sequence[SignalRun]) -> None:
        self.ends.update({number: run.end for number, run in enumerate(runs) if run.end is not None})

    async def end_run(self, seq: int, position: int, end: RunEnd, *, limited: bool) -> None:
        self.ends[position] = end
        self.bell.ring()

    async def end_signal(self, seq: int, end: SignalEnd, now: float) -> None:
        self.end = end


class Handler:
    """Makes the prompts that it was made with."""

    def __init__(self, world: World, prompts: Sequence[Prompt]) -> None:
        self.world = world
        self.prompts = list(prompts)

    async def handle(self, signal: Signal) -> list[Prompt]:
        return self.prompts

    async def post(self, signal: Signal, result: Result) -> None:
        self.world.note("post")
        self.world.result = result


class WithoutPost:
    """The same without a post phase."""

    async def handle(self, signal: Signal) -> list[Prompt]:
        return [Prompt(session="s1", text="draw")]


class BookTwin:
    """What the work writes down, for the world to see."""

    def __init__(self, world: World) -> None:
        self.begin, self.end_run, self.end = world.begin, world.end_run, world.end_signal


class FreeQuotas:
    """Quotas without limits."""

    @asynccontextmanager
    async def spending(self, caller: Caller, what: Counted, count: int = 1) -> AsyncIterator[None]:
        yield

    @asynccontextmanager
    async def storing(self, caller: Caller, session_id: str, room_bytes: int) -> AsyncIterator[None]:
        yield

    async def strike(self, caller: Caller) -> None: ...

    async def keep_session(self, caller: Caller, session_id: str) -> None: ...

    async def forget_session(self, caller: Caller, session_id: str) -> None: ...


def shop_of(world: World, handler: Any, claim_next: ClaimNext = ClaimNext.ACCEPTED, book: Any = None) -> SignalShop:
    """A shop in `world` whose one handler is `mine`; `book`: None: the world itself."""

    def replies(_places: Places) -> Any:
        return world

    return SignalShop(
        book=BookTwin(world) if book is None else book,  # type: ignore[arg-type]
        handlers=Handlers({"mine": handler}, 5.0, 5.0),
        rooms=world,  # type: ignore[arg-type]
        groups=world,
        tools=Tools(world, replies, PlacesTwin()),  # type: ignore[arg-type]
        clock=ManualClock(),
        claim_next=claim_next,
        asks_a_model=lambda _prompt: False,
        changed=world.bell.ring,
    )


def prompts(*texts: str) -> list[Prompt]:
    """Prompts in sessions named for their words."""
    return [Prompt(session=f"s-{text}", text=text) for text in texts]
