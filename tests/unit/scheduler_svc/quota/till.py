"""The till: a ledger with a hand-turned clock, so that a test reads as a story of seconds and days."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.settings import Profile
from scheduler_svc.core.quota.check import refuse_runs
from scheduler_svc.core.quota.commands import QuotaCommand, RecordStrike, Reserve, ResetStrikes, SetCalendar, Settle
from scheduler_svc.core.quota.decide import decide
from scheduler_svc.core.quota.events import QuotaEvent
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.policy import QuotaPolicy
from scheduler_svc.core.quota.report import today_of, usage_of
from scheduler_svc.core.quota.usage import Today, Usage
from scheduler_svc.core.run import EndReason, Outcome
from scheduler_svc.quota_settings import QuotaSettings

SERVER = QuotaSettings().policy(Profile.SERVER)
LOCAL = QuotaSettings().policy(Profile.LOCAL)
DAY_S = 86_400.0

ADA = Caller("ada", Tier.PUBLIC)
BEA = Caller("bea", Tier.PREMIUM)
ROOT = Caller("root", Tier.ADMIN)


@dataclass
class Till:
    """One ledger, its time, and everything that has happened."""

    policy: QuotaPolicy = SERVER
    now: float = 0.0
    history: list[QuotaEvent] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.policy)
        self._ids = count(1)

    def do(self, command: QuotaCommand, *, lease_lives: bool = True) -> PlotlaneError | None:
        """Carry out a command; its refusal, if it is refused."""
        decision = decide(self.ledger, command, self.now, lease_lives=lease_lives)
        if isinstance(decision, PlotlaneError):
            return decision
        if decision is not None:
            self.ledger.apply(decision)
            self.history.append(decision)
        return None

    def reserve(
        self, kind: QuotaKind, amount: int = 1, who: Caller = ADA, name: str = "", lease: str = ""
    ) -> PlotlaneError | None:
        return self.do(Reserve(who, name or f"a{next(self._ids)}", kind, amount, lease))

    def tokens(self, whole: int, name: str = "", who: Caller = ADA, lease: str = "turn") -> PlotlaneError | None:
        return self.reserve(QuotaKind.TOKENS, whole * MICRO, who, name, lease)

    def settle(self, name: str, used: int, who: Caller = ADA) -> PlotlaneError | None:
        return self.do(Settle(who, name, used))

    def strike(self, user: str = "ada") -> PlotlaneError | None:
        return self.do(RecordStrike(user))

    def reset(self, user: str = "ada") -> PlotlaneError | None:
        return self.do(ResetStrikes(user))

    def set_calendar(self, offset_s: float) -> None:
        assert self.do(SetCalendar(offset_s)) is None

    def run(self, run_id: str, who: Caller = ADA, kind: str = "plot") -> PlotlaneError | None:
        """As admission does it: ask, then count."""
        refusal = refuse_runs(self.ledger, who.user, [(who.tier, kind)], self.now, who.address)
        if refusal is None:
            self.ledger.run_accepted(run_id, who.user, kind, self.now, who.address)
        return refusal

    def end_run(
        self,
        run_id: str,
        reason: EndReason = EndReason.RELEASED,
        outcome: Outcome | None = None,
        *,
        started: bool = True,
    ) -> None:
        self.ledger.run_ended(run_id, started=started, reason=reason, outcome=outcome)

    def used(self, kind: QuotaKind, period: Period, who: Caller = ADA) -> int:
        return self.usage(kind, period, who).used

    def usage(self, kind: QuotaKind, period: Period, who: Caller = ADA) -> Usage:
        found = usage_of(self.ledger, who, self.ledger.moment(self.now))
        return next(each for each in found if (each.kind, each.period) == (kind, period))

    def used_tokens(self, who: Caller = ADA) -> float:
        return self.today(who).tokens / MICRO

    def used_by_everybody(self) -> float:
        return self.ledger.everybody.used(QuotaKind.TOKENS, self.ledger.moment(self.now).day) / MICRO

    def today(self, who: Caller = ADA) -> Today:
        return today_of(self.ledger, who.user, self.ledger.moment(self.now))
