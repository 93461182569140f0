"""The caller: who a request is for, as metadata between services."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

USER_KEY: Final = "x-plotlane-user"
TIER_KEY: Final = "x-plotlane-tier"
ADDRESS_KEY: Final = "x-plotlane-address"
LOCAL_USER: Final = "local"


class Tier(StrEnum):
    """Who is asking; decided by the gateway's verified identity, never by the client."""

    PUBLIC = "public"
    PREMIUM = "premium"
    ADMIN = "admin"


_TIERS: Final = {tier.value: tier for tier in Tier}


@dataclass(frozen=True, slots=True)
class Caller:
    """An opaque user id and its tier."""

    user: str
    tier: Tier
    address: str = field(default="", repr=False)
    """What several users at one network address share: a keyed hash of it, set by the gateway for anonymous users alone
    and never logged; empty: nothing is counted for an address."""


def caller_metadata(caller: Caller) -> tuple[tuple[str, str], ...]:
    """The metadata that carries `caller` to the next service."""
    named = ((USER_KEY, caller.user), (TIER_KEY, caller.tier.value))
    return (*named, (ADDRESS_KEY, caller.address)) if caller.address else named


def caller_from(metadata: Iterable[tuple[str, str | bytes]] | None) -> Caller:
    """The caller that `metadata` names.

    A missing or unknown tier is public and a missing user is the one local user: neither is an error, so that
    services deploy in any order and a bare grpcurl call works.
    """
    found = {key: value for key, value in (metadata or ()) if isinstance(value, str)}
    tier = found.get(TIER_KEY, "")
    return Caller(
        user=found.get(USER_KEY) or LOCAL_USER,
        tier=_TIERS.get(tier, Tier.PUBLIC),
        address=found.get(ADDRESS_KEY, ""),
    )
