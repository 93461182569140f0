"""Settings: what is refused at start, and what is derived."""

from __future__ import annotations

from typing import Any

import pytest

from gateway.settings import GatewaySettings
from plotlane_kit.settings import SettingsError, load_settings

OIDC = {"identity": "oidc", "oidc_issuer": "https://id.example.org", "oidc_audience": "plotlane"}
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
        ({"identity": "badge"}, "PLOTLANE_GATEWAY_IDENTITY"),
        ({"identity": "oidc"}, "needs PLOTLANE_GATEWAY_OIDC_ISSUER"),
        (OIDC | {"oidc_issuer": "http://id.example.org"}, "OIDC_ISSUER must be an https address"),
        (OIDC | {"oidc_jwks_url": "ftp://id.example.org"}, "OIDC_JWKS_URL must be an https address"),
        ({"anonymous": True}, "knows everybody already"),
        ({"identity": "anonymous", "trusted_proxies": "10.0.0.1/8"}, "PLOTLANE_GATEWAY_TRUSTED_PROXIES"),
        ({"stream_limit": 100, "stream_reserve": 100}, "stream_limit must be larger"),
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


def test_admins_keep_their_spelling_and_guests_are_invited_where_nobody_signs_in() -> None:
    assert load(**OIDC, oidc_admins="Ada@example.org, x7").oidc_admins == ("Ada@example.org", "x7")
    assert load(identity="anonymous").invites_guests
    assert load(**OIDC, anonymous=True).invites_guests
    assert not load(**OIDC).invites_guests
