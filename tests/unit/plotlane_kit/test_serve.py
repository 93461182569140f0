"""The drain: running calls get so many seconds in all, however many of them the service itself waited."""

from __future__ import annotations

import pytest
from grpc_health.v1.health import aio as health_aio

from plotlane_kit.clock import ManualClock
from plotlane_kit.gate import Gate
from plotlane_kit.serve import RunningServer, ServiceApp


class Stopped:
    """A server that notes how many seconds its calls got."""

    grace_s = -1.0

    async def stop(self, grace_s: float) -> None:
        self.grace_s = grace_s


@pytest.mark.parametrize(
    ("drain_s", "waited_s", "grace_s"),
    [
        (30.0, 0.0, 30.0),
        (30.0, 12.0, 18.0),
        (30.0, 30.0, 1.0),  # the last word
        (30.0, 34.0, 1.0),
        (0.5, 0.5, 0.5),
        (0.0, 0.0, 0.0),
    ],
)
async def test_what_the_service_waited_for_its_work_is_part_of_the_drain(
    drain_s: float, waited_s: float, grace_s: float
) -> None:
    clock, server = ManualClock(), Stopped()

    async def drain() -> None:
        clock.advance(waited_s)

    app = ServiceApp("renderer", [], lambda _: None, drain=drain)
    running = RunningServer(app, server, health_aio.HealthServicer(), Gate([]), "", clock)  # type: ignore[arg-type]
    await running.shutdown(drain_s)
    assert server.grace_s == grace_s
