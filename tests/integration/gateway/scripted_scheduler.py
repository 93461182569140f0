"""A scheduler that answers one fixed status, and whose health can be asked."""

from __future__ import annotations

from typing import Any

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane.scheduler.v1 import scheduler_pb2_grpc
from plotlane_kit.caller import caller_from
from plotlane_kit.serve import RunningServer, ServiceApp, start_server

SERVICE = "plotlane.scheduler.v1.SchedulerService"


class ScriptedScheduler(scheduler_pb2_grpc.SchedulerServiceServicer):
    """Three runs wait and five are in flight; the tier is the caller's."""

    async def GetStatus(self, request: pb.GetStatusRequest, context: Any) -> pb.GetStatusResponse:
        return pb.GetStatusResponse(
            pools=[
                pb.PoolStatus(pool="render", waiting=70),
                pb.PoolStatus(pool="runs", waiting=3, in_flight=5, concurrency=5, capacity=1),
            ],
            tier=caller_from(context.invocation_metadata()).tier.value,
            user_max_runs=2,
            user_runs=1,
            usage=[
                pb.Usage(kind=pb.QUOTA_KIND_RUNS, period=pb.QUOTA_PERIOD_DAY, used=3, limit=50, resets_in_s=900),
                pb.Usage(kind=pb.QUOTA_KIND_SESSIONS, period=pb.QUOTA_PERIOD_STANDING, used=51, limit=50),
                pb.Usage(kind=99, period=pb.QUOTA_PERIOD_DAY, used=1, limit=1),  # type: ignore[arg-type]  # of a newer build
            ],
        )


async def serve_scheduler() -> RunningServer:
    """Serve it on a free port of loopback."""
    app = ServiceApp(
        "scheduler",
        [SERVICE],
        lambda server: scheduler_pb2_grpc.add_SchedulerServiceServicer_to_server(ScriptedScheduler(), server),
    )
    return await start_server(app, "127.0.0.1", 0)
