"""Settings: what is refused at start, and what is derived."""

from __future__ import annotations

from typing import Any

import pytest

from gateway.settings import GatewaySettings
from plotlane_kit.settings import SettingsError, load_settings

ADDRESSES = {"agent_address": "127.0.0.1:1", "scheduler_address": "127.0.0.1:2"}


def load(**changes: Any) -> GatewaySettings:
    return load_settings(GatewaySettings, **{**ADDRESSES, **changes})


def test_the_defaults_are_those_of_the_design() -> None:
    settings = load()
    assert (settings.port, settings.identity, settings.local_tier) == (8080, "local", "admin")
    assert (settings.turn_max_s, settings.silence_s, settings.ping_s) == (890, 190, 15)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"profile": "server", "host": "0.0.0.0"}, "identity 'local' serves on loopback alone"),
        ({"profile": "server", "host": "10.0.0.1"}, "identity 'local' serves on loopback alone"),
        ({"identity": "tokens"}, "needs PLOTLANE_GATEWAY_TOKENS_FILE"),
        (
            {"profile": "server", "host": "0.0.0.0", "identity": "tokens", "tokens_file": "t"},
            "needs PLOTLANE_GATEWAY_ALLOWED_HOSTS",
        ),
        ({"turn_max_s": 180}, "turn_max_s must be larger than run_max_s"),
        ({"agent_address": ""}, "PLOTLANE_GATEWAY_AGENT_ADDRESS"),
        ({"ping_s": 0}, "PLOTLANE_GATEWAY_PING_S"),
        ({"identity": "oidc"}, "PLOTLANE_GATEWAY_IDENTITY"),
    ],
)
def test_settings_that_cannot_work_are_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        load(**changes)


def test_lists_come_from_the_environment_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_GATEWAY_ALLOWED_HOSTS", "Plots.example.org, plots")
    monkeypatch.setenv("PLOTLANE_GATEWAY_ALLOWED_ORIGINS", "https://plots.example.org/")
    settings = load()
    assert settings.hosts == {"plots.example.org", "plots"}
    assert settings.allowed_origins == ("https://plots.example.org",)


def test_a_loopback_gateway_answers_under_every_name_of_loopback() -> None:
    assert load().hosts == {"127.0.0.1", "localhost", "::1"}


def test_another_gateway_answers_under_its_own_host_alone() -> None:
    settings = load(profile="server", host="10.0.0.1", identity="tokens", tokens_file="t")
    assert settings.hosts == {"10.0.0.1"}
