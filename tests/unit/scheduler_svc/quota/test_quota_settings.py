"""The quota settings: the design's numbers in profile server, none in profile local, and what a person may write."""

from __future__ import annotations

import pytest

from plotlane_kit.caller import Tier
from plotlane_kit.settings import SettingsError, load_settings
from scheduler_svc.core.quota.kind import MICRO, Period, QuotaKind
from scheduler_svc.core.quota.policy import QuotaPolicy, StrikePolicy
from scheduler_svc.settings import SchedulerSettings

PREFIX = "PLOTLANE_SCHEDULER_"


def policy_of(monkeypatch: pytest.MonkeyPatch, **environment: str) -> QuotaPolicy:
    for name, value in environment.items():
        monkeypatch.setenv(PREFIX + name, value)
    return load_settings(SchedulerSettings).policy().quotas


def limit(policy: QuotaPolicy, tier: Tier, kind: QuotaKind, period: Period = Period.DAY) -> int | None:
    return {(each.kind, each.period): each.amount for each in policy.limits(tier)}.get((kind, period))


def test_profile_local_has_no_quota_but_strikes(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(monkeypatch)
    assert [policy.limits(tier) for tier in Tier] == [(), (), ()]
    assert policy.global_tokens is None
    assert policy.strikes == StrikePolicy(3, 600.0, 3_600.0)


def test_profile_local_has_the_quotas_that_are_set(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(monkeypatch, QUOTAS__PASTES_PER_MINUTE="4")
    assert [len(policy.limits(tier)) for tier in Tier] == [1, 1, 1]
    assert limit(policy, Tier.ADMIN, QuotaKind.PASTES, Period.MINUTE) == 4


def test_profile_server_has_the_quotas_of_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(monkeypatch, PROFILE="server")
    assert policy.global_tokens == 100_000_000 * MICRO
    assert limit(policy, Tier.PREMIUM, QuotaKind.RUNS) == 200


def test_a_quota_can_be_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = policy_of(monkeypatch, PROFILE="server", QUOTAS__RUNS_PER_DAY="none", QUOTAS__GLOBAL_TOKENS_PER_DAY="none")
    assert limit(policy, Tier.PUBLIC, QuotaKind.RUNS) is None
    assert limit(policy, Tier.PREMIUM, QuotaKind.RUNS) == 200
    assert policy.global_tokens is None


def test_telemetry_measures_against_the_public_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    assert policy_of(monkeypatch).yardstick_tokens == 10_000_000 * MICRO
    assert policy_of(monkeypatch, QUOTAS__TOKENS_PER_DAY="500").yardstick_tokens == 500 * MICRO


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QUOTAS__RUNS_PER_DAY", "0"),
        ("QUOTAS__RUNS_PER_DAY", "many"),
        ("QUOTAS__STRIKES", "0"),
        ("QUOTAS__WEIGHTS__OUTPUT", "-1"),
        ("QUOTAS__WEIGHTS__OUTPUT", "0.0000001"),
    ],
)
def test_a_wrong_number_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=PREFIX + name):
        policy_of(monkeypatch, **{name: value})
