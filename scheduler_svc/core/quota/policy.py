"""The policy: every number that quotas obey, as plain frozen data that the settings are turned into."""

from __future__ import annotations

from dataclasses import dataclass, field

from plotlane_kit.caller import Tier
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.tokens import TokenWeights


@dataclass(frozen=True, slots=True)
class Limit:
    """The most of one kind in one period; tokens in millionths."""

    kind: QuotaKind
    period: Period
    amount: int


@dataclass(frozen=True, slots=True)
class StrikePolicy:
    """How many refused messages, how soon after one another, lock a user out, and for how long."""

    count: int = 3
    window_s: float = 600.0
    lockout_s: float = 3_600.0


@dataclass(frozen=True, slots=True)
class QuotaPolicy:
    """What binds each tier, and what binds everybody. Without limits nothing is refused; it is counted all the same."""

    public: tuple[Limit, ...] = ()
    premium: tuple[Limit, ...] = ()
    admin: tuple[Limit, ...] = ()
    address: tuple[Limit, ...] = ()
    """What binds all anonymous users at one network address together, of whatever tier."""
    global_tokens: int | None = None
    """Most weighted tokens of everybody together in a day, in millionths; None: no bound."""
    weights: TokenWeights = field(default_factory=TokenWeights)
    strikes: StrikePolicy = field(default_factory=StrikePolicy)
    yardstick_tokens: int = 10_000_000 * MICRO
    """The day budget that telemetry measures every tier against, in millionths."""
    remember: int = 10_000
    """How many settled reservations are kept, so that a retry finds its answer."""

    def limits(self, tier: Tier) -> tuple[Limit, ...]:
        """What binds one user of `tier`."""
        return {Tier.PUBLIC: self.public, Tier.PREMIUM: self.premium, Tier.ADMIN: self.admin}[tier]
