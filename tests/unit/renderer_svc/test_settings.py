"""What the renderer refuses to be told."""

from __future__ import annotations

from pathlib import Path

import pytest

from plotlane_kit.settings import SettingsError, load_settings
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
