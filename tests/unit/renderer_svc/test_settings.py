"""What the renderer refuses to be told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from plotlane_kit.settings import SettingsError, load_settings
from renderer_svc import settings
from renderer_svc.meter import total_memory
from renderer_svc.settings import RendererSettings


def test_running_code_without_walls_has_to_be_asked_for_by_name() -> None:
    assert load_settings(RendererSettings).sandbox == "zygote"
    assert load_settings(RendererSettings, sandbox="none").sandbox == "none"


def test_a_renderer_without_walls_serves_on_loopback_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLOTLANE_RENDERER_PROFILE", "server")
    monkeypatch.setenv("PLOTLANE_RENDERER_HOST", "192.0.2.1")
    monkeypatch.setenv("PLOTLANE_RENDERER_SANDBOX", "none")
    key = tmp_path / "key"
    key.write_text("k" * 64)
    key.chmod(0o600)
    monkeypatch.setenv("PLOTLANE_RENDERER_CALLERS__CHECK", "shared-key")
    monkeypatch.setenv("PLOTLANE_RENDERER_CALLERS__KEY_FILE", str(key))
    with pytest.raises(SettingsError, match="without any wall"):
        load_settings(RendererSettings)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LIMITS__WALL_S", "0.1", "greater than or equal to 1"),
        ("LIMITS__WALL_S", "nan", "less than or equal to 600"),
        ("LIMITS__CPU_S", "1", "greater than or equal to 5"),
        ("LIMITS__FILES", "100000000", "less than or equal to 1000000"),
        ("LIMITS__MEMORY_BYTES", str(1 << 60), "which is all the memory that this machine has"),
        ("LIMITS__DISK_BYTES", str(1 << 60), "which is all the memory that this machine has"),
        ("START_MEMORY_BYTES", str(1 << 60), "which is all the memory that this machine has"),
        ("MEMORY_FLOOR_BYTES", str(1 << 60), "which is all the memory that this machine has"),
    ],
)
def test_a_bound_that_no_sandbox_could_live_with_is_refused_by_its_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, words: str
) -> None:
    monkeypatch.setenv(f"PLOTLANE_RENDERER_{name}", value)
    with pytest.raises(SettingsError) as refusal:
        load_settings(RendererSettings)
    assert str(refusal.value).startswith(f"PLOTLANE_RENDERER_{name}: ")
    assert words in str(refusal.value)


def test_all_the_memory_of_the_machine_may_be_given_to_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_RENDERER_LIMITS__MEMORY_BYTES", str(total_memory()))
    assert load_settings(RendererSettings).run_limits().memory_bytes == total_memory()


def test_user_ids_that_this_system_does_not_have_are_refused_before_a_sandbox_fails_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 0)
    monkeypatch.setattr(settings, "_is_mapped", lambda uid: uid < 65_536)
    assert load_settings(RendererSettings, sandbox_uid_base=61_000).sandbox_uid_base == 61_000
    with pytest.raises(SettingsError, match="does not have the user ids up to"):
        load_settings(RendererSettings, sandbox_uid_base=65_500)
