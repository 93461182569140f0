"""The status: what waits and runs, and what the caller may do."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from gateway.agent_client import AgentClient
from gateway.identity.gatekeeper import caller_of
from gateway.identity.mode import SIGN_IN, IdentityMode
from gateway.present.usage import usage
from gateway.scheduler_client import SchedulerClient


class StatusRoutes:
    """GET /v1/status"""

    def __init__(self, agent: AgentClient, scheduler: SchedulerClient, mode: IdentityMode) -> None:
        self._agent = agent
        self._scheduler = scheduler
        self._mode = mode

    def routes(self) -> list[Route]:
        return [Route("/v1/status", self.show)]

    async def show(self, request: Request) -> JSONResponse:
        caller = caller_of(request)
        queue, agent = await asyncio.gather(self._scheduler.status(caller), self._agent.status(caller))
        # A guest is told how to become somebody: null where nobody can.
        guest = {"sign_in": self._mode.value if self._mode in SIGN_IN else None} if caller.address else {}
        return JSONResponse(
            {
                "tier": queue.tier or caller.tier.value,
                "user_max_runs": queue.user_max_runs,
                "user_runs": queue.user_runs,
                "waiting": queue.waiting,
                "in_flight": queue.in_flight,
                "concurrency": queue.concurrency,
                "libraries": list(agent.libraries),
                "provider": agent.provider,
                "identity": (IdentityMode.ANONYMOUS if caller.address else self._mode).value,
                "usage": usage(queue.usage),
                **guest,
            }
        )
