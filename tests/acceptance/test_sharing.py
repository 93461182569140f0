"""Several windows and several users on one house: caps, the queue, and Stop."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from plotlane.scheduler.v1 import scheduler_pb2, scheduler_pb2_grpc
from plotlane_kit.caller import Caller, Tier, caller_metadata
from plotlane_kit.channel import open_channel
from tests_support import Event, RunningHouse, Visitor, kept_house

MakeVisitor = Callable[..., Visitor]
USERS = 16


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with tokens for public users and one place for runs."""
    tokens = tmp_path_factory.mktemp("tokens") / "tokens"
    tokens.write_text("\n".join(token_line(number) for number in range(USERS)))
    environment = {
        "PLOTLANE_GATEWAY_IDENTITY": "tokens",
        "PLOTLANE_GATEWAY_TOKENS_FILE": str(tokens),
        "PLOTLANE_SCHEDULER_RUNS__CONCURRENCY": "1",
    }
    with kept_house(tmp_path_factory.mktemp("house"), environment) as house:
        yield house


def token_line(number: int) -> str:
    sha256 = hashlib.sha256(f"token-{number}".encode()).hexdigest()
    return json.dumps({"sha256": sha256, "user": f"user-{number}", "tier": "public"})


@pytest.fixture(scope="module")
def numbers() -> Iterator[int]:
    return iter(range(USERS))


@pytest.fixture
def ada(numbers: Iterator[int]) -> str:
    """The token of a user that no other test has met."""
    return f"token-{next(numbers)}"


@pytest.fixture
def ben(numbers: Iterator[int]) -> str:
    """The token of somebody else."""
    return f"token-{next(numbers)}"


@contextmanager
def only_place_taken(house: RunningHouse) -> Iterator[Callable[[], None]]:
    """Another user's run holds the only place until the returned function is called, or the block ends."""
    started, released = threading.Event(), threading.Event()

    async def occupy() -> None:
        async with open_channel(house.address("scheduler")) as channel:
            stub = scheduler_pb2_grpc.SchedulerServiceStub(channel)
            metadata = caller_metadata(Caller("occupant", Tier.ADMIN))
            request = scheduler_pb2.SubmitRequest(run_id=uuid.uuid4().hex, pool="runs", kind="plot")
            async for response in stub.Submit(request, metadata=metadata):
                if response.status.state == scheduler_pb2.RUN_STATE_STARTED:
                    started.set()
                    await asyncio.to_thread(released.wait)
                    done = scheduler_pb2.ReleaseRequest(run_id=request.run_id, token=response.status.token)
                    await stub.Release(done, metadata=metadata)

    occupant = threading.Thread(target=asyncio.run, args=(occupy(),))
    occupant.start()
    assert started.wait(30)
    try:
        yield released.set
    finally:
        released.set()
        occupant.join(30)


def until_queued(events: Iterator[Event]) -> Event:
    return next(event for event in events if event.name == "status" and event.data["step"] == "queued")


def test_two_windows_work_side_by_side_a_third_plot_is_refused_and_another_user_still_queues(
    shared: RunningHouse, new_visitor: MakeVisitor, ada: str, ben: str
) -> None:
    windows = [new_visitor(shared, ada) for _ in range(3)]
    neighbour = new_visitor(shared, ben)
    sessions = [window.open_session() for window in windows]
    theirs = neighbour.open_session()
    with (
        only_place_taken(shared) as free_the_place,
        ThreadPoolExecutor() as threads,
        windows[0].turn(sessions[0]) as first,
        windows[1].turn(sessions[1]) as second,
    ):
        assert until_queued(first).data["position"] == 1
        assert until_queued(second).data["position"] == 2

        third = windows[2].plot(sessions[2])
        error = next(event for event in third if event.name == "error")
        assert error.data["code"] == "run_limit"
        assert "you already have 2 plots or data runs in progress" in error.data["text"]
        assert third[-1].name == "done"

        with neighbour.turn(theirs) as other:
            queued = until_queued(other).data
            assert (queued["position"], queued["waiting"]) == (3, 3)
            free_the_place()
            ends = [threads.submit(list, events) for events in (first, second, other)]
            for end in ends:
                assert [e.data["status"] for e in end.result() if e.name == "plot"] == ["ok"]


def test_a_session_of_another_user_does_not_exist(
    shared: RunningHouse, new_visitor: MakeVisitor, ada: str, ben: str
) -> None:
    session = new_visitor(shared, ada).open_session()
    foreign = new_visitor(shared, ben).http.get(f"/v1/sessions/{session}")
    assert foreign.status_code == 404
    assert foreign.json()["error"]["code"] == "session_expired"


def test_a_second_action_in_a_busy_session_is_refused_before_it_starts(
    shared: RunningHouse, new_visitor: MakeVisitor, ada: str
) -> None:
    window = new_visitor(shared, ada)
    session = window.open_session()
    other_tab = new_visitor(shared, ada)
    with only_place_taken(shared), window.turn(session) as events:
        until_queued(events)
        for refused in (
            other_tab.http.post(f"/v1/sessions/{session}/messages", json={"action": "create_plot"}),
            other_tab.http.post(f"/v1/sessions/{session}/dataset", json={"text": "a,b\n1,2\n"}),
            other_tab.http.put(f"/v1/sessions/{session}/options", json={"title": "New"}),
        ):
            assert refused.status_code == 409
            assert refused.json()["error"]["code"] == "run_active"
        window.cancel(session)


def test_stop_while_queued_leaves_the_queue_and_frees_the_session(
    shared: RunningHouse, new_visitor: MakeVisitor, ada: str
) -> None:
    window = new_visitor(shared, ada)
    session = window.open_session()
    with only_place_taken(shared) as free_the_place:
        with window.turn(session) as events:
            until_queued(events)
            new_visitor(shared, ada).cancel(session)
            assert list(events)[-1].data["outcome"] == "cancelled"
        free_the_place()
        assert window.plot(session)[-1].data == {"outcome": "ok", "version": 1}


def test_stop_while_rendering_ends_the_sandbox_and_frees_the_session(
    shared: RunningHouse, new_visitor: MakeVisitor, ada: str
) -> None:
    window = new_visitor(shared, ada)
    session = window.open_session()
    with window.turn(session) as events:
        next(event for event in events if event.name == "status" and event.data["step"] == "rendering")
        new_visitor(shared, ada).cancel(session)
        assert list(events)[-1].data["outcome"] == "cancelled"
    assert window.plot(session)[-1].data == {"outcome": "ok", "version": 1}
