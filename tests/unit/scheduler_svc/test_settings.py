"""The settings: two profiles, the environment, and what is refused at start."""

from __future__ import annotations

import pytest

from plotlane_kit.settings import Profile, SettingsError, load_settings
from scheduler_svc.settings import RenderSettings, RunsSettings, SchedulerSettings


def test_the_server_profile_is_the_table() -> None:
    settings = load_settings(SchedulerSettings, profile=Profile.SERVER)
    runs, render = settings.policy().pools
    assert settings.slots()["runs"] == 5
    assert (runs.starts_per_minute, runs.capacity) == (6, 60)
    assert [(lane.name, lane.user_cap, lane.max_wait_s) for lane in runs.lanes] == [
        ("premium", 5, 600),
        ("public", 2, 600),
        ("admin", 5, 600),
    ]
    assert [(lane.name, lane.max_wait_s, lane.user_waiting_cap) for lane in render.lanes] == [
        ("pipeline-public", 600, None),
        ("pipeline", 600, None),
        ("data", 600, None),
        ("convert", 120, 2),
        ("toggle", 120, 2),
    ]
    assert render.capacity == 60
    assert (settings.position_heartbeat_s, settings.lease_grace_s) == (15, 10)


def test_the_local_profile_has_no_rate_and_as_many_runs_as_render_slots() -> None:
    settings = load_settings(SchedulerSettings, render=RenderSettings(slots=3))
    assert settings.profile is Profile.LOCAL
    assert settings.starts_per_minute is None
    assert settings.slots() == {"runs": 3, "render": 3}


@pytest.mark.parametrize(
    ("runs", "capacity"),
    [
        (RunsSettings(), 60),  # 6 a minute for 600 s
        (RunsSettings(starts_per_minute=7, max_wait_s=90), 10),  # floor(10.5)
        (RunsSettings(starts_per_minute=None), 60),
        (RunsSettings(capacity=3), 3),
    ],
)
def test_the_capacity_is_what_can_start_within_the_longest_wait(runs: RunsSettings, capacity: int) -> None:
    assert load_settings(SchedulerSettings, profile=Profile.SERVER, runs=runs).runs_capacity == capacity


def test_nested_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_SCHEDULER_PROFILE", "server")
    monkeypatch.setenv("PLOTLANE_SCHEDULER_RUNS__CONCURRENCY", "8")
    monkeypatch.setenv("PLOTLANE_SCHEDULER_RUNS__STARTS_PER_MINUTE", "none")
    monkeypatch.setenv("PLOTLANE_SCHEDULER_LEASE_GRACE_S", "2.5")
    settings = load_settings(SchedulerSettings)
    assert (settings.concurrency, settings.starts_per_minute, settings.lease_grace_s) == (8, None, 2.5)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("RUNS__CONCURRENCY", "0"),
        ("RUNS__STARTS_PER_MINUTE", "fast"),
        ("RUNS__NO_SUCH_SETTING", "1"),
        ("RENDER__SLOTS", "-1"),
        ("RUNS__PREMIUM_CAP", "4294967296"),
        ("RUNS__PUBLIC_CAP", "4294967296"),
        ("RUNS__ADMIN_CAP", "4294967296"),
        ("POSITION_HEARTBEAT_S", "0"),
        ("LEASE_GRACE_S", "-1"),
    ],
)
def test_a_wrong_setting_stops_the_start_and_is_named(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"PLOTLANE_SCHEDULER_{name}", value)
    with pytest.raises(SettingsError, match=f"PLOTLANE_SCHEDULER_{name}"):
        load_settings(SchedulerSettings)


@pytest.mark.parametrize("model", [SchedulerSettings, RunsSettings, RenderSettings])
def test_every_setting_says_what_it_is(model: type[SchedulerSettings]) -> None:
    assert [name for name, field in model.model_fields.items() if not field.description] == []
