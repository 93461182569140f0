"""Settings fail at start, naming the environment variable."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic_settings import SettingsConfigDict

from plotlane_kit.settings import Profile, ServiceSettings, SettingsError, data_home, load_settings


class Example(ServiceSettings):
    model_config = SettingsConfigDict(env_prefix="PLOTLANE_EXAMPLE_")


def test_the_environment_is_read_under_the_services_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_EXAMPLE_PORT", "4711")
    assert load_settings(Example).port == 4711


def test_a_wrong_setting_is_named_by_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_EXAMPLE_PORT", "many")
    with pytest.raises(SettingsError, match="PLOTLANE_EXAMPLE_PORT: .*integer"):
        load_settings(Example)


def test_a_variable_that_is_no_setting_is_refused_with_the_nearest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_EXAMPLE_PROT", "4711")
    with pytest.raises(SettingsError, match=r"PLOTLANE_EXAMPLE_PROT: .* nearest is PLOTLANE_EXAMPLE_PORT$"):
        load_settings(Example)


def test_the_folder_that_a_supervisor_tells_every_service_is_no_slip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_EXAMPLE_DATA_DIR", "/mine")
    load_settings(Example)


def test_a_rule_over_several_settings_is_told_in_its_own_words() -> None:
    with pytest.raises(SettingsError, match=r"^PLOTLANE_EXAMPLE_\*: host '10.0.0.1' is not a loopback address"):
        load_settings(Example, host="10.0.0.1")


@pytest.mark.parametrize("host", ["0.0.0.0", "10.0.0.1", "example.org"])
def test_the_local_profile_listens_on_loopback_only(host: str) -> None:
    with pytest.raises(SettingsError, match="not a loopback address"):
        load_settings(Example, host=host)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost"])
def test_every_loopback_address_will_do(host: str) -> None:
    assert load_settings(Example, host=host).host == host


def test_the_server_profile_may_listen_anywhere() -> None:
    assert load_settings(Example, host="0.0.0.0", profile="server").profile is Profile.SERVER


def test_the_data_folder_follows_its_variable_then_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/xdg")
    assert data_home() == Path("/xdg/plotlane")
    monkeypatch.setenv("PLOTLANE_DATA_DIR", "/mine")
    assert data_home() == Path("/mine")
