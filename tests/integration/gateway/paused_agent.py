"""`python -m tests.integration.gateway.paused_agent PORT`: a scripted agent as a process of its own."""

from __future__ import annotations

import asyncio
import sys

from plotlane.agent.v1 import agent_pb2_grpc
from plotlane_kit.serve import ServiceApp, start_server
from tests.integration.gateway.scripted_agent import SERVICE, ScriptedAgent, paused_turn, ready


async def main(port: int) -> None:
    """Serve a turn that never goes on; print the address."""
    agent = ScriptedAgent()
    agent.scripts["s1"] = paused_turn([ready()])
    app = ServiceApp(
        "agent", [SERVICE], lambda server: agent_pb2_grpc.add_AgentServiceServicer_to_server(agent, server)
    )
    running = await start_server(app, "127.0.0.1", port)
    print(running.address, flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
