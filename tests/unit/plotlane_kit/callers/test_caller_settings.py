"""The settings of the caller check are complete or refused, and a service that others can reach has one."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic_settings import SettingsConfigDict

from plotlane_kit.callers.build import build_badge, build_check
from plotlane_kit.callers.dialing import dialer
from plotlane_kit.callers.google_token import GoogleTokenBadge, GoogleTokenCheck
from plotlane_kit.callers.settings import CallerSettings, CheckKind
from plotlane_kit.callers.shared_key import SharedKeyBadge, SharedKeyCheck
from plotlane_kit.settings import GrpcServiceSettings, SettingsError, load_settings


class ExampleSettings(GrpcServiceSettings):
    model_config = SettingsConfigDict(env_prefix="PLOTLANE_EXAMPLE_")


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    path = tmp_path / "key"
    path.write_text("0123456789abcdef" * 4 + "\n")
    return path


def test_nothing_is_asked_and_shown_unless_it_is_set() -> None:
    settings = load_settings(CallerSettings)
    assert (settings.check, build_check(settings), build_badge(settings)) == (CheckKind.NONE, None, None)


def test_a_shared_key_makes_a_check_and_a_badge(key_file: Path) -> None:
    settings = load_settings(CallerSettings, check="shared-key", key_file=key_file)
    assert isinstance(build_check(settings), SharedKeyCheck)
    assert isinstance(build_badge(settings), SharedKeyBadge)


def test_google_makes_a_check_and_a_badge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_CALLERS_EMAILS", "a@example.org, b@example.org")
    settings = load_settings(CallerSettings, check="google-id-token", audience="https://x.example.org")
    assert settings.emails == ("a@example.org", "b@example.org")
    assert isinstance(build_check(settings), GoogleTokenCheck)
    assert isinstance(build_badge(settings), GoogleTokenBadge)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"check": "shared-key"}, "needs key_file"),
        ({"check": "google-id-token", "audience": "x"}, "needs audience and emails"),
        ({"check": "trust"}, "PLOTLANE_CALLERS_CHECK: "),
    ],
)
def test_an_incomplete_check_is_refused(fields: dict[str, str], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        load_settings(CallerSettings, **fields)


@pytest.mark.parametrize("content", ["too short", None])
def test_a_key_that_is_missing_or_short_is_refused_with_its_file(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "key"
    if content is not None:
        path.write_text(content)
    settings = load_settings(CallerSettings, check="shared-key", key_file=path)
    for build in (build_check, dialer):
        with pytest.raises(SettingsError, match=str(path)):
            build(settings)


def test_a_service_that_others_can_reach_does_not_start_without_a_check(
    key_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SettingsError, match="set PLOTLANE_CALLERS_CHECK to shared-key or google-id-token"):
        load_settings(ExampleSettings, profile="server", host="0.0.0.0")
    monkeypatch.setenv("PLOTLANE_CALLERS_CHECK", "shared-key")
    monkeypatch.setenv("PLOTLANE_CALLERS_KEY_FILE", str(key_file))
    settings = load_settings(ExampleSettings, profile="server", host="0.0.0.0")
    assert settings.callers.check is CheckKind.SHARED_KEY


def test_a_wrong_variable_of_the_check_stops_every_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_CALLERS_CHEK", "shared-key")
    with pytest.raises(SettingsError, match="the nearest is PLOTLANE_CALLERS_CHECK"):
        load_settings(ExampleSettings)
