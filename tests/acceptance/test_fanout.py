"""A fan-out in a whole house: over HTTP, through the death of the agent, to pictures that can be opened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests_support import Event, RunningHouse, Visitor
from tests_support.visitor import events_of

MakeVisitor = Callable[..., Visitor]
StartHouse = Callable[..., RunningHouse]
QUICK = ["matplotlib", "seaborn", "plotnine"]


def ends(events: list[Event]) -> list[tuple[str, str]]:
    """(library, outcome) of every `done`, sorted; the whole's has no library."""
    done = [event.data for event in events if event.name == "done"]
    return sorted((data.get("library", ""), data["outcome"]) for data in done)


def resumed(visitor: Visitor, group_id: str, after: int) -> list[Event]:
    address = f"/v1/fanouts/{group_id}/events"
    with visitor.http.stream("GET", address, headers={"Last-Event-ID": str(after)}) as response:
        assert response.status_code == 200
        return list(events_of(response.iter_lines()))


def test_a_fan_out_whose_agent_is_killed_is_told_to_its_end_and_the_next_one_is_drawn(
    own_house: StartHouse, new_visitor: MakeVisitor
) -> None:
    house = own_house({"PLOTLANE_SCHEDULER_LEASE_GRACE_S": "0.5"})
    visitor = new_visitor(house)
    session = visitor.open_session()
    address, body = f"/v1/sessions/{session}/fanout", {"libraries": QUICK}
    with visitor.http.stream("POST", address, json=body) as response:
        assert response.status_code == 200
        events = events_of(response.iter_lines())
        ready: dict[str, Any] = next(events).data
        next(event for event in events if event.data.get("step") == "rendering")
        house.kill("agent")
        cut = list(events)
    assert [event.data["code"] for event in cut if event.name == "error"] == ["upstream"]

    told = resumed(visitor, ready["group_id"], after=3)
    assert [library for library, _ in ends(told)] == sorted(["", *QUICK])
    for event in told:
        if event.name == "done" and "library" in event.data:
            kept = visitor.http.get(f"/v1/sessions/{event.data['session_id']}").json()["versions"]
            assert len(kept) == (event.data["version"] or 0), "what was told is what is there"

    with visitor.http.stream("POST", address, json=body) as response:
        drawn = list(events_of(response.iter_lines()))
    assert ends(drawn) == sorted([("", "ok"), *((library, "ok") for library in QUICK)])
    said = {"version": 1, "reaction": "up", "include_data": True}
    copy = drawn[0].data["members"][0]["session_id"]
    assert visitor.http.post(f"/v1/sessions/{copy}/feedback", json=said).status_code == 201
    assert len(list((house.data_dir / "agent" / "feedback").iterdir())) == 1
