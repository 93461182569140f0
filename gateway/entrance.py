"""The entrance: who lets people in, and how, as the settings want it."""

from __future__ import annotations

from importlib.util import find_spec
from ipaddress import ip_network

from gateway.identity.gatekeeper import GuestRules
from gateway.identity.guests import Guests
from gateway.identity.jwks import SigningKeys
from gateway.identity.local import LocalVerifier
from gateway.identity.mode import IdentityMode, Verifier
from gateway.identity.nobody import NobodyVerifier
from gateway.identity.oidc import OidcVerifier
from gateway.identity.tokens import TokenVerifier, read_tokens
from gateway.settings import GatewaySettings
from plotlane_kit.clock import SystemClock
from plotlane_kit.settings import SettingsError


def verifier_of(settings: GatewaySettings) -> Verifier:
    """Who knows people by what they show. Raises `SettingsError` for a wrong tokens file or a missing package."""
    if settings.identity is IdentityMode.TOKENS:
        assert settings.tokens_file is not None, "the settings have checked that"
        return TokenVerifier(read_tokens(settings.tokens_file))
    if settings.identity is IdentityMode.OIDC:
        if find_spec("google.auth") is None:
            raise SettingsError("identity 'oidc' needs google-auth: pip install 'google-auth[cryptography]'")
        keys = SigningKeys(settings.oidc_issuer, SystemClock(), settings.oidc_jwks_url)
        return OidcVerifier(
            settings.oidc_issuer, settings.oidc_audience, keys, settings.oidc_admins, settings.oidc_tier
        )
    if settings.identity is IdentityMode.ANONYMOUS:
        return NobodyVerifier()
    return LocalVerifier(settings.local_tier)


def guest_rules_of(settings: GatewaySettings, secret: bytes) -> GuestRules | None:
    """How guests are known; None when everybody has to sign in."""
    if not settings.invites_guests:
        return None
    proxies = tuple(map(ip_network, settings.trusted_proxies))
    return GuestRules(Guests(secret), proxies, secure=settings.secure_cookies)
