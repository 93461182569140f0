"""Google's tokens, signed here with a key of our own whose certificate the check is given."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import NameOID
from google.auth import crypt, jwt

from plotlane_kit.callers.check import Doubt
from plotlane_kit.callers.google_token import (
    AUTHORIZATION_KEY,
    SERVERLESS_KEY,
    GoogleTokenBadge,
    GoogleTokenCheck,
)
from plotlane_kit.clock import ManualClock

AUDIENCE = "https://renderer.example.org"
EMAIL = "agent@plots.example.org"
METHOD = "/plotlane.renderer.v1.RendererService/Cancel"


class Issuer:
    """Signs tokens as Google does."""

    def __init__(self) -> None:
        key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
        now = datetime.now(UTC)
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(1)
            .not_valid_before(now - timedelta(days=1))
            .not_valid_after(now + timedelta(days=1))
            .sign(key, hashes.SHA256())
        )
        pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        private = key.private_bytes(pem, pkcs8, serialization.NoEncryption())
        self._signer: Any = crypt.RSASigner.from_string(private.decode(), key_id="key-1")  # type: ignore[no-untyped-call]
        self.certificates = {"key-1": certificate.public_bytes(pem).decode()}

    def token(self, **claims: Any) -> str:
        now = int(time.time())
        known = {
            "iss": "https://accounts.google.com",
            "aud": AUDIENCE,
            "email": EMAIL,
            "email_verified": True,
            "iat": now,
            "exp": now + 3600,
        }
        return str(jwt.encode(self._signer, {**known, **claims}).decode())  # type: ignore[no-untyped-call]


@pytest.fixture(scope="module")
def issuer() -> Issuer:
    return Issuer()


@pytest.fixture
def check(issuer: Issuer) -> GoogleTokenCheck:
    return GoogleTokenCheck(AUDIENCE, [EMAIL], ManualClock(), lambda: issuer.certificates)


def bearer(token: str) -> dict[str, str]:
    return {AUTHORIZATION_KEY: f"Bearer {token}"}


async def test_a_token_of_a_known_account_for_our_audience_is_believed(check: GoogleTokenCheck, issuer: Issuer) -> None:
    assert await check.doubt(METHOD, bearer(issuer.token())) is None


@pytest.mark.parametrize(
    ("claims", "doubt"),
    [
        ({"aud": "https://other.example.org"}, Doubt.WRONG),
        ({"exp": int(time.time()) - 3600, "iat": int(time.time()) - 7200}, Doubt.EXPIRED),
        ({"iat": int(time.time()) + 3600}, Doubt.WRONG),
        ({"iss": "https://evil.example.org"}, Doubt.FOREIGN),
        ({"email": "somebody@example.org"}, Doubt.FOREIGN),
        ({"email": None}, Doubt.FOREIGN),
        ({"email_verified": False}, Doubt.FOREIGN),
    ],
)
async def test_any_other_token_is_doubted(
    check: GoogleTokenCheck, issuer: Issuer, claims: dict[str, Any], doubt: Doubt
) -> None:
    assert await check.doubt(METHOD, bearer(issuer.token(**claims))) is doubt


@pytest.mark.parametrize(
    ("shown", "doubt"),
    [
        ({}, Doubt.MISSING),
        ({AUTHORIZATION_KEY: ""}, Doubt.MISSING),
        ({AUTHORIZATION_KEY: "Basic eA=="}, Doubt.MALFORMED),
        ({AUTHORIZATION_KEY: "Bearer "}, Doubt.MALFORMED),
        ({AUTHORIZATION_KEY: "Bearer a.b.c"}, Doubt.WRONG),
        ({AUTHORIZATION_KEY: "Bearer nonsense"}, Doubt.WRONG),
    ],
)
async def test_what_is_no_token_is_doubted(check: GoogleTokenCheck, shown: dict[str, str], doubt: Doubt) -> None:
    assert await check.doubt(METHOD, shown) is doubt


async def test_a_token_of_somebody_elses_key_is_wrong(check: GoogleTokenCheck) -> None:
    assert await check.doubt(METHOD, bearer(Issuer().token())) is Doubt.WRONG


@pytest.mark.parametrize(("serverless", "doubt"), [("", Doubt.MISSING), ("Bearer x.y.z", Doubt.WRONG)])
async def test_the_serverless_header_wins_whenever_it_is_there_even_when_empty(
    check: GoogleTokenCheck, issuer: Issuer, serverless: str, doubt: Doubt
) -> None:
    shown = {**bearer(issuer.token()), SERVERLESS_KEY: serverless}
    assert await check.doubt(METHOD, shown) is doubt
    assert await check.doubt(METHOD, {AUTHORIZATION_KEY: "", SERVERLESS_KEY: f"Bearer {issuer.token()}"}) is None


async def test_certificates_that_cannot_be_had_believe_nobody(issuer: Issuer) -> None:
    def fail() -> dict[str, str]:
        raise OSError

    check = GoogleTokenCheck(AUDIENCE, [EMAIL], ManualClock(), fail)
    assert await check.doubt(METHOD, bearer(issuer.token())) is Doubt.WRONG


async def test_certificates_are_fetched_once_an_hour(issuer: Issuer) -> None:
    clock, fetched = ManualClock(), []

    def fetch() -> dict[str, str]:
        fetched.append(clock.monotonic())
        return issuer.certificates

    check = GoogleTokenCheck(AUDIENCE, [EMAIL], clock, fetch)
    for step_s in (0, 3599, 1):
        clock.advance(step_s)
        assert await check.doubt(METHOD, bearer(issuer.token())) is None
    assert fetched == [0, 3600]


async def test_a_badge_is_renewed_five_minutes_before_its_hour_is_over() -> None:
    clock, tokens = ManualClock(), iter("abc")
    badge = GoogleTokenBadge(AUDIENCE, clock, lambda audience: f"{audience}/{next(tokens)}")
    shown: list[tuple[str, str]] = []
    for step_s in (0, 3299, 1):
        clock.advance(step_s)
        shown += await badge.metadata(METHOD, {})
    assert [value.rpartition("/")[2] for _, value in shown] == ["a", "a", "b"]
    assert shown[0] == (AUTHORIZATION_KEY, f"Bearer {AUDIENCE}/a")
