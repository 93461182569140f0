"""The ledger: the scheduler's count of a user's tokens, as the meter wants it."""

from __future__ import annotations

from contextlib import suppress

from agent_svc.models.call import Usage
from agent_svc.spending.metered import Lease
from plotlane_kit.caller import Caller
from plotlane_kit.errors import PlotlaneError
from scheduler_svc.client import QuotaClient
from scheduler_svc.core.quota.tokens import TokenCounts


class ScheduledLedger:
    """Counts tokens with the scheduler behind `client`, which weighs their sorts."""

    def __init__(self, client: QuotaClient) -> None:
        self._client = client

    async def reserve(self, caller: Caller, lease: Lease, name: str, bound: Usage) -> None:
        """See `TokenLedger.reserve`."""
        await self._client.reserve_tokens(caller, _counts(bound), name, lease.lease_id, lease.token)

    async def settle(self, caller: Caller, name: str, used: Usage) -> None:
        """See `TokenLedger.settle`."""
        with suppress(PlotlaneError):
            await self._client.settle_tokens(caller, name, _counts(used))


def _counts(usage: Usage) -> TokenCounts:
    return TokenCounts(usage.input, usage.output, usage.cache_read, usage.cache_write)
