"""What holds whatever happens: nothing overshoots, a refusal costs nothing, a replay or a snapshot is the same ledger.

A machine of hypothesis does anything at any time; beside the ledger it keeps the plainest books that could be right.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from plotlane_kit.caller import Caller, Tier
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.settings import Profile
from scheduler_svc.core.quota.calendar import DAY_S
from scheduler_svc.core.quota.day import FORGOTTEN
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.ledger import Ledger
from scheduler_svc.core.quota.snapshot import LedgerSnapshot, restore_ledger, snapshot_of
from scheduler_svc.core.run import EndReason, Outcome
from scheduler_svc.journal.codec import decode, encode
from scheduler_svc.quota_settings import QuotaSettings
from tests.unit.scheduler_svc.quota.till import Till

TIGHT = QuotaSettings.model_validate(
    {
        "messages_per_minute": 3,
        "copies_per_minute": 2,
        "copies_per_day": 5,
        "runs_per_day": 3,
        "premium_runs_per_day": 5,
        "tokens_per_day": 10,
        "premium_tokens_per_day": 20,
        "global_tokens_per_day": 35,
        "sessions": 3,
        "strikes": 2,
        "address": {"messages_per_minute": 4, "runs_per_day": 4, "tokens_per_day": 13, "sessions": 4},
    }
).policy(Profile.SERVER)

WHO = st.sampled_from(
    [
        Caller("ada", Tier.PUBLIC),
        Caller("bea", Tier.PREMIUM),
        Caller("root", Tier.ADMIN),
        Caller("cid", Tier.PUBLIC),
        *(Caller(name, Tier.PUBLIC, address) for name in ("anon-1", "anon-2") for address in ("here", "there")),
    ]
)
LEASES = st.sampled_from(["turn-1", "turn-2", "turn-3"])


@dataclass
class Booked:
    """One reservation as plain books have it."""

    who: Caller
    amount: int
    day: int
    lease: str


class Quotas(RuleBasedStateMachine):
    """Anything, at any time, by anybody."""

    def __init__(self) -> None:
        super().__init__()
        self.till = Till(TIGHT)
        self.replayed = Ledger(TIGHT)
        self.number = 0
        self.open: dict[str, Booked] = {}
        self.tokens: Counter[tuple[str, int]] = Counter()
        self.runs: Counter[tuple[str, int]] = Counter()
        self.live_runs: dict[str, tuple[Caller, int]] = {}
        self.sent: list[tuple[Caller, float]] = []
        self.kept: dict[str, set[str]] = {}
        self.kept_at: dict[tuple[str, str], str] = {}
        self.sent_at: list[tuple[str, float]] = []
        self.tokens_at: Counter[tuple[str, int]] = Counter()
        self.runs_at: Counter[tuple[str, int]] = Counter()

    @initialize(offset=st.floats(0, 2 * DAY_S))
    def begin(self, offset: float) -> None:
        self.till.set_calendar(offset)
        self._replay()

    def _replay(self) -> None:
        for event in self.till.history:
            self.replayed.apply(event)
        self.till.history.clear()

    def _day(self) -> int:
        return self.till.ledger.moment(self.till.now).day

    def _name(self) -> str:
        self.number += 1
        return f"n{self.number}"

    @rule(seconds=st.one_of(st.floats(0, 90), st.floats(0, DAY_S), st.sampled_from([60.0, DAY_S])))
    def time_passes(self, seconds: float) -> None:
        self.till.now += seconds

    @rule()
    def midnight_comes(self) -> None:
        self.till.now += self.till.ledger.calendar.moment(self.till.now).day_left_s

    @rule(who=WHO, amount=st.integers(1, 12), lease=LEASES)
    def tokens_are_reserved(self, who: Caller, amount: int, lease: str) -> None:
        name = self._name()
        before = snapshot_of(self.till.ledger)
        if self.till.tokens(amount, name, who, lease) is None:
            self.open[name] = Booked(who, amount, self._day(), lease)
            self.tokens[who.user, self._day()] += amount
            self.tokens_at[who.address, self._day()] += amount
        else:
            assert snapshot_of(self.till.ledger) == before
            assert self._would_overshoot(who, amount)
        self._replay()

    def _would_overshoot(self, who: Caller, amount: int) -> bool:
        day = self._day()
        limit = {Tier.PUBLIC: 10, Tier.PREMIUM: 20, Tier.ADMIN: 10**9}[who.tier]
        everybody = sum(used for (_, on), used in self.tokens.items() if on == day)
        at_address = self.tokens_at[who.address, day] if who.address else 0
        return self.tokens[who.user, day] + amount > limit or everybody + amount > 35 or at_address + amount > 13

    @precondition(lambda self: self.open)
    @rule(data=st.data(), used=st.integers(0, 15))
    def a_reservation_is_settled(self, data: st.DataObject, used: int) -> None:
        name = data.draw(st.sampled_from(sorted(self.open)))
        booked = self.open.pop(name)
        assert self.till.settle(name, used * MICRO, booked.who) is None
        self.tokens[booked.who.user, booked.day] -= booked.amount - min(used, booked.amount)
        self.tokens_at[booked.who.address, booked.day] -= booked.amount - min(used, booked.amount)
        self._replay()

    @rule(lease=LEASES)
    def a_lease_dies(self, lease: str) -> None:
        for ledger in (self.till.ledger, self.replayed):
            ledger.lease_ended(lease)
        self.open = {name: booked for name, booked in self.open.items() if booked.lease != lease}

    @rule(who=WHO)
    def a_message_is_sent(self, who: Caller) -> None:
        if not isinstance(self.till.reserve(QuotaKind.MESSAGES, who=who), PlotlaneError):
            self.sent.append((who, self.till.now))
            self.sent_at.append((who.address, self.till.now))
        self._replay()

    @rule(who=WHO)
    def a_run_is_submitted(self, who: Caller) -> None:
        name = self._name()
        before = snapshot_of(self.till.ledger)
        if self.till.run(name, who) is None:
            self.replayed.run_accepted(name, who.user, "plot", self.till.now, who.address)
            self.runs_at[who.address, self._day()] += 1
            self.live_runs[name] = (who, self._day())
            self.runs[who.user, self._day()] += 1
        else:
            assert snapshot_of(self.till.ledger) == before

    @precondition(lambda self: self.live_runs)
    @rule(
        data=st.data(),
        started=st.booleans(),
        reason=st.sampled_from(EndReason),
        outcome=st.sampled_from([None, *Outcome]),
    )
    def a_run_ends(self, data: st.DataObject, started: bool, reason: EndReason, outcome: Outcome | None) -> None:
        name = data.draw(st.sampled_from(sorted(self.live_runs)))
        who, day = self.live_runs.pop(name)
        for ledger in (self.till.ledger, self.replayed):
            ledger.run_ended(name, started=started, reason=reason, outcome=outcome)
        is_ours = reason in (EndReason.LOST, EndReason.RENDERER_LOST) or outcome in (Outcome.ERROR, Outcome.NOT_READY)
        if not started or is_ours:
            self.runs[who.user, day] -= 1
            self.runs_at[who.address, day] -= 1

    @rule(who=WHO, name=st.sampled_from("abcde"))
    def a_session_is_kept(self, who: Caller, name: str) -> None:
        if self.till.reserve(QuotaKind.SESSIONS, who=who, name=name) is None:
            is_new = name not in self.kept.setdefault(who.user, set())
            self.kept[who.user].add(name)
            if is_new:
                self.kept_at[who.user, name] = who.address
        self._replay()

    @rule(who=WHO, name=st.sampled_from("abcde"))
    def a_session_is_deleted(self, who: Caller, name: str) -> None:
        self.till.settle(name, 0, who)
        self.kept.get(who.user, set()).discard(name)
        self.kept_at.pop((who.user, name), None)
        self._replay()

    @rule(who=WHO)
    def a_user_is_struck(self, who: Caller) -> None:
        self.till.strike(who.user)
        self._replay()

    @rule(who=WHO)
    def strikes_are_reset(self, who: Caller) -> None:
        self.till.reset(who.user)
        self._replay()

    @rule(hours=st.integers(-30, 30))
    def the_clock_is_corrected(self, hours: int) -> None:
        latest = self.till.ledger.day
        self.till.set_calendar(self.till.ledger.calendar.offset_s + hours * 3_600)
        if latest - self.till.ledger.calendar.moment(self.till.now).day > 1:
            self._days_begin_anew()
        self._replay()

    def _days_begin_anew(self) -> None:
        for books in (self.tokens, self.tokens_at, self.runs, self.runs_at):
            books.clear()
        self.open = {name: replace(booked, day=FORGOTTEN) for name, booked in self.open.items()}
        self.live_runs = {name: (who, FORGOTTEN) for name, (who, _) in self.live_runs.items()}

    @rule()
    def the_process_restarts_from_a_snapshot(self) -> None:
        text = encode(snapshot_of(self.till.ledger))
        ledger = Ledger(TIGHT)
        restore_ledger(ledger, decode(LedgerSnapshot, text))
        self.till.ledger = ledger

    @invariant()
    def tokens_never_overshoot_and_are_what_the_books_say(self) -> None:
        day = self._day()
        for who, limit in ((Caller("ada", Tier.PUBLIC), 10), (Caller("bea", Tier.PREMIUM), 20)):
            assert self.till.used_tokens(who) == self.tokens[who.user, day] <= limit
        everybody = sum(used for (_, on), used in self.tokens.items() if on == day)
        assert self.till.used_by_everybody() == everybody <= 35

    @invariant()
    def runs_never_overshoot_and_are_what_the_books_say(self) -> None:
        for who, limit in ((Caller("ada", Tier.PUBLIC), 3), (Caller("bea", Tier.PREMIUM), 5)):
            assert self.till.today(who).runs == self.runs[who.user, self._day()] <= limit

    @invariant()
    def no_minute_holds_more_messages_than_allowed(self) -> None:
        self.sent = [(who, at) for who, at in self.sent if at + 60.0 > self.till.now]
        sent = Counter(who.user for who, _ in self.sent if who.tier is not Tier.ADMIN)
        assert all(count <= 3 for count in sent.values())
        assert all(
            self.till.used(QuotaKind.MESSAGES, Period.MINUTE, Caller(user, Tier.PUBLIC)) == count
            for user, count in sent.items()
        )

    @invariant()
    def nobody_keeps_more_sessions_than_allowed(self) -> None:
        for user, names in self.kept.items():
            kept = self.till.used(QuotaKind.SESSIONS, Period.STANDING, Caller(user, Tier.ADMIN))
            assert kept == len(names) <= 3

    @invariant()
    def an_address_never_overshoots_and_has_what_the_books_say(self) -> None:
        day, kept = self._day(), Counter(self.kept_at.values())
        self.sent_at = [(address, at) for address, at in self.sent_at if at + 60.0 > self.till.now]
        sent = Counter(address for address, _ in self.sent_at)
        for address in ("here", "there"):
            account = self.till.ledger.address(address)
            assert account.day.used(QuotaKind.RUNS, day) == self.runs_at[address, day] <= 4
            assert account.day.used(QuotaKind.TOKENS, day) == self.tokens_at[address, day] * MICRO <= 13 * MICRO
            assert account.in_minute(QuotaKind.MESSAGES, self.till.now) == sent[address] <= 4
            assert account.standing.total(QuotaKind.SESSIONS) == kept[address] <= 4

    @invariant()
    def a_replay_gives_the_same_ledger(self) -> None:
        assert snapshot_of(self.replayed) == snapshot_of(self.till.ledger)


Quotas.TestCase.settings = settings(max_examples=100, stateful_step_count=80)
TestQuotas = Quotas.TestCase
