"""The stream limit: how many streams may be open, and whether that holds everybody who may wait."""

from __future__ import annotations

import resource
from typing import Final

from gateway.scheduler_client import SchedulerClient
from plotlane_kit.caller import LOCAL_USER, Caller, Tier
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.event_log import event_log
from plotlane_kit.settings import SettingsError

OWN_FILES: Final = 64  # file descriptors that the process has besides its connections

_log = event_log("gateway")


def shortage(limit: int, reserve: int, *, waiting: int, in_flight: int) -> str:
    """What is wrong with `limit` for a queue of `waiting` runs beside `in_flight`, one sentence; empty: nothing."""
    needed = waiting + in_flight + reserve
    if limit >= needed:
        return ""
    return (
        f"PLOTLANE_GATEWAY_STREAM_LIMIT: {limit} do not hold the {waiting} runs that may wait, {in_flight} in flight "
        f"and a reserve of {reserve}; set at least {needed}, or a smaller PLOTLANE_SCHEDULER_RUNS__CAPACITY"
    )


async def check_queue(scheduler: SchedulerClient, limit: int, reserve: int) -> None:
    """Raise `SettingsError` when the scheduler may let in more than `limit` can be told.

    A scheduler that does not answer yet is no error: services start in any order.
    """
    try:
        queue = await scheduler.status(Caller(LOCAL_USER, Tier.PUBLIC))
    except PlotlaneError as error:
        _log.warning("queue_unknown", reason=error.reason.value)
        return
    wrong = shortage(limit, reserve, waiting=queue.capacity, in_flight=queue.concurrency)
    if wrong:
        raise SettingsError(wrong)


def make_room(limit: int) -> None:
    """Have the system allow `limit` connections at once. Raises `SettingsError` when it does not."""
    needed = limit + OWN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return
    if hard != resource.RLIM_INFINITY and hard < needed:
        raise SettingsError(
            f"PLOTLANE_GATEWAY_STREAM_LIMIT: the system allows {hard} open files, {limit} streams need {needed}; "
            f"raise the limit (ulimit -n {needed}) or set fewer streams"
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))
