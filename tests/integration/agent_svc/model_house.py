"""A house whose agent speaks to a scripted model, and the steps that the scripts are made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from plotlane.agent.v1 import agent_pb2 as pb
from tests.integration.agent_svc.agent_house import CSV, AgentHouse, Guest
from tests_support.scripted_model import Answer, ScriptedModel, uses

FINE = uses("verdict", {"verdict": "fine"})


def model_settings(server: ScriptedModel, **more: Any) -> dict[str, Any]:
    """What the agent is told about its model."""
    return {"provider": "anthropic", "api_key": "key", "base_url": server.url, "reach": "loopback", **more}


def uses_all(*tools: tuple[str, Mapping[str, Any] | str]) -> Answer:
    """An answer that asks for several tools at once."""
    blocks = [
        uses(name, arguments, call_id=f"call-{number}").blocks[0] for number, (name, arguments) in enumerate(tools)
    ]
    return Answer(blocks, "tool_use")


def plots(**wish: Any) -> Answer:
    """An answer that asks for the plot."""
    return uses("plot_pipeline", wish)


def edits(*pairs: tuple[str, str], summary: str = "The margin is wider.") -> Answer:
    """An adapter's answer."""
    hunks = [{"find": find, "replace": replace} for find, replace in pairs]
    return uses("edit_code", {"edits": hunks, "summary": summary})


class ModelGuest:
    """A user who speaks to an agent with a model; what is not scripted by a test is judged to be fine."""

    def __init__(self, house: AgentHouse, server: ScriptedModel) -> None:
        self.house = house
        self.server = server
        self.guest: Guest = house.guest()

    async def session(self, text: str = CSV, chart_id: str = "scatter") -> str:
        """A session that is ready to plot."""
        self.server.will(FINE)
        return await self.guest.session(chart_id, text)

    async def say(self, session_id: str, text: str, *steps: Any) -> list[pb.TurnEvent]:
        """A turn of a message that passes the guard and is answered by `steps`, all of which are used."""
        self.server.will(FINE, *steps)
        events = await self.guest.say(session_id, text)
        assert self.server.left == 0, f"{self.server.left} steps of the script were not asked for"
        return events

    def asked(self, model_purpose_tool: str) -> list[dict[str, Any]]:
        """The requests that offered this tool."""
        return [
            request
            for request in self.server.requests
            if any(tool["name"] == model_purpose_tool for tool in request.get("tools", []))
        ]


def texts_of(request: Mapping[str, Any]) -> str:
    """Every text that a request carries, the system's included."""
    found = [block["text"] for block in request["system"]]
    for message in request["messages"]:
        for part in message["content"]:
            found.append(part.get("text") or part.get("content") or "")
    return "\n".join(map(str, found))
