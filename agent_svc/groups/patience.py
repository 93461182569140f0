"""The patience: a group that is asked for again while the scheduler is away."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack
from typing import Final
from uuid import uuid4

from agent_svc.groups.group import Group, Groups, MemberRun
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError, Reason

PAUSE_S: Final = 0.5
_TRIES: Final = 240  # two minutes for a scheduler that is away to come back
_AWAY: Final = frozenset({Reason.UPSTREAM, Reason.DRAINING})


async def opened_patiently(
    stack: AsyncExitStack, groups: Groups, caller: Caller, members: Sequence[MemberRun], *, post_phase: bool
) -> Group:
    """A group of `members`, left with `stack`. Raises what `Groups.open` raises; away only after two minutes."""
    group_id = str(uuid4())
    for tries_left in range(_TRIES, -1, -1):
        opening = groups.open(caller, group_id, members, post_phase=post_phase)
        try:
            return await stack.enter_async_context(opening)
        except PlotlaneError as error:
            if error.reason not in _AWAY or not tries_left:
                raise
        await asyncio.sleep(PAUSE_S)
    raise AssertionError("the last try returns or raises")
