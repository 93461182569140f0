"""kill -9 of any one service hangs no other: people read what happened, and it works again after the restart."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator

import httpx
import pytest

from tests_support import Event, RunningHouse, Visitor, kept_house

MakeVisitor = Callable[..., Visitor]
StartHouse = Callable[..., RunningHouse]


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """One house for the tests whose victim comes back; what a dead agent has left holds its place for a minute."""
    with kept_house(tmp_path_factory.mktemp("house"), {"PLOTLANE_SCHEDULER_LEASE_GRACE_S": "60"}) as house:
        yield house


def rendering(event: Event) -> bool:
    return event.name == "status" and event.data["step"] == "rendering"


def test_a_turn_whose_agent_dies_ends_with_upstream_and_the_next_one_works(
    mended: RunningHouse, new_visitor: MakeVisitor
) -> None:
    visitor = new_visitor(mended)
    session = visitor.open_session()
    assert visitor.plot(session)[-1].data["version"] == 1
    with visitor.turn(session) as events:
        next(event for event in events if rendering(event))
        mended.kill("agent")
        ended = list(events)
    assert [event.data["code"] for event in ended if event.name == "error"] == ["upstream"]
    assert ended[-1].name == "done"
    assert [version["number"] for version in visitor.http.get(f"/v1/sessions/{session}").json()["versions"]] == [1]
    assert visitor.plot(session)[-1].data == {"outcome": "ok", "version": 2}


def test_words_whose_agent_dies_have_changed_nothing_and_are_done_when_they_are_said_again(
    mended: RunningHouse, new_visitor: MakeVisitor
) -> None:
    visitor = new_visitor(mended)
    session = visitor.open_session()
    visitor.plot(session)
    with visitor.turn(session, text="log scale") as events:
        next(event for event in events if rendering(event))
        mended.kill("agent")
        list(events)
    assert visitor.http.get(f"/v1/sessions/{session}").json()["options"]["log_y"] is False
    assert visitor.plot(session, text="log scale")[-1].data == {"outcome": "ok", "version": 2}
    assert visitor.http.get(f"/v1/sessions/{session}").json()["options"]["log_y"] is True


@pytest.mark.parametrize("victim", ["scheduler", "renderer"])
def test_a_scheduler_or_renderer_that_dies_is_waited_for_and_the_plot_is_made(
    mended: RunningHouse, new_visitor: MakeVisitor, victim: str
) -> None:
    visitor = new_visitor(mended)
    session = visitor.open_session()
    with visitor.turn(session) as events:
        next(event for event in events if rendering(event))
        mended.kill(victim)
        ended = list(events)
    assert ended[-1].data == {"outcome": "ok", "version": 1}, [event.data for event in ended]


def test_a_gateway_that_dies_loses_nothing(mended: RunningHouse, new_visitor: MakeVisitor) -> None:
    visitor = new_visitor(mended)
    session = visitor.open_session()
    seen: list[Event] = []
    with pytest.raises(httpx.TransportError), visitor.turn(session) as events:
        for event in events:
            seen.append(event)
            if rendering(event):
                mended.kill("gateway")
    turn_id = seen[0].data["turn_id"]
    again = new_visitor(mended)
    headers = {"Last-Event-ID": str(len(seen))}
    resumed = again.http.get(f"/v1/sessions/{session}/turns/{turn_id}/events", headers=headers)
    assert resumed.status_code == 200
    assert '"version":1' in resumed.text.replace(" ", "")
    assert again.http.get(f"/v1/sessions/{session}").json()["versions"][0]["status"] == "ok"


def test_a_house_whose_supervisor_dies_leaves_no_service_behind(own_house: StartHouse) -> None:
    house = own_house({})
    pids = [entry.pid for entry in house.register().services.values()]
    handles = [os.pidfd_open(pid) for pid in pids]
    house.process.kill()
    house.process.wait(10)
    for handle in handles:
        ready, _, _ = select.select([handle], [], [], 20)
        os.close(handle)
        assert ready, "a service outlived its supervisor"


def test_sigterm_drains_in_order_and_the_plot_that_runs_is_finished_and_kept(
    own_house: StartHouse, new_visitor: MakeVisitor
) -> None:
    # Time enough for a plot on a machine that is busy.
    house = own_house({"PLOTLANE_AGENT_DRAIN_S": "60", "PLOTLANE_STOP_S": "90"})
    visitor = new_visitor(house)
    session = visitor.open_session()
    with visitor.turn(session) as events:
        next(event for event in events if rendering(event))
        house.process.send_signal(signal.SIGTERM)
        assert list(events)[-1].data == {"outcome": "ok", "version": 1}
    assert house.stop() == 0
    stopped = [line.split("|")[0].strip() for line in house.lines if line.endswith("| stopped")]
    assert stopped == ["agent", "gateway", "renderer", "scheduler"]
    restarted = own_house({}, house.data_dir)
    kept = new_visitor(restarted).http.get(f"/v1/sessions/{session}").json()
    assert [version["status"] for version in kept["versions"]] == ["ok"]
