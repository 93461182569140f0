"""Tokens of an identity provider: who signed them, for whom, when, and for which tier."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from google.auth import jwt
from google.auth.crypt import EsSigner, RSASigner

from gateway.identity.jwks import KEEP_S, RETRY_S, SigningKeys, fetch_json, pem_of
from gateway.identity.mode import Identity
from gateway.identity.oidc import LONGEST_TOKEN, OidcVerifier
from plotlane_kit.caller import Tier
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import UpstreamError

ISSUER = "https://id.example.org"
RSA_KEY = rsa.generate_private_key(65_537, 2_048)
EC_KEY = ec.generate_private_key(ec.SECP256R1())


def number(value: int) -> str:
    return base64.urlsafe_b64encode(value.to_bytes((value.bit_length() + 7) // 8, "big")).rstrip(b"=").decode()


def rsa_entry(kid: str = "r", key: rsa.RSAPrivateKey = RSA_KEY, **more: str) -> dict[str, str]:
    public = key.public_key().public_numbers()
    return {"kty": "RSA", "kid": kid, "n": number(public.n), "e": number(public.e), **more}


def ec_entry() -> dict[str, str]:
    public = EC_KEY.public_key().public_numbers()
    return {"kty": "EC", "crv": "P-256", "kid": "e", "x": number(public.x), "y": number(public.y)}


class Provider:
    """Serves a key set, and counts how often it was asked."""

    def __init__(self, *entries: dict[str, str]) -> None:
        self.entries = list(entries)
        self.asked: list[str] = []
        self.is_down = False

    def fetch(self, address: str) -> Any:
        self.asked.append(address)
        if self.is_down:
            raise OSError
        if address.endswith("openid-configuration"):
            return {"jwks_uri": f"{ISSUER}/keys"}
        return {"keys": self.entries}


def private(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())


def token(kid: str = "r", key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey = RSA_KEY, **changes: Any) -> str:
    make: Callable[..., Any] = RSASigner.from_string if isinstance(key, rsa.RSAPrivateKey) else EsSigner.from_string
    now = int(time.time())
    claims = {"iss": ISSUER, "aud": "plotlane", "sub": "ada", "iat": now, "exp": now + 60, **changes}
    claims = {name: value for name, value in claims.items() if value is not None}
    return bytes(jwt.encode(make(private(key), kid), claims)).decode()  # type: ignore[no-untyped-call]


def verifier(provider: Provider | None = None) -> OidcVerifier:
    provider = provider or Provider(rsa_entry(), ec_entry())
    keys = SigningKeys(ISSUER, ManualClock(), fetch=provider.fetch)
    return OidcVerifier(ISSUER, "plotlane", keys, admins=("boss", "boss@example.org"), tier=Tier.PREMIUM)


@pytest.mark.parametrize(("kid", "key"), [("r", RSA_KEY), ("e", EC_KEY)], ids=["RS256", "ES256"])
async def test_a_token_of_the_issuer_for_us_is_somebody(kid: str, key: Any) -> None:
    assert await verifier().verify(token(kid, key)) == Identity(f"{ISSUER} ada", Tier.PREMIUM)


async def test_one_of_several_audiences_is_enough() -> None:
    assert await verifier().verify(token(aud=["other", "plotlane"])) is not None


@pytest.mark.parametrize(
    ("claims", "tier"),
    [
        ({"sub": "boss"}, Tier.ADMIN),
        ({"email": "boss@example.org", "email_verified": True}, Tier.ADMIN),
        ({"email": "boss@example.org"}, Tier.PREMIUM),
        ({"email": "boss@example.org", "email_verified": "true"}, Tier.PREMIUM),
        ({"email": "eve@example.org", "email_verified": True, "tier": "admin"}, Tier.PREMIUM),
    ],
)
async def test_an_admin_is_who_the_list_names_by_subject_or_verified_address(claims: Any, tier: Tier) -> None:
    identity = await verifier().verify(token(**claims))
    assert identity is not None
    assert identity.tier is tier


@pytest.mark.parametrize(
    "wrong",
    [
        {"iss": "https://id.example.org/"},
        {"aud": "another"},
        {"aud": None},
        {"aud": []},
        {"sub": None},
        {"sub": ""},
        {"sub": 7},
        {"nbf": "now"},
        {"exp": None},
    ],
)
async def test_a_token_for_others_or_without_its_times_is_nobody(wrong: dict[str, Any]) -> None:
    assert await verifier().verify(token(**wrong)) is None


@pytest.mark.parametrize(("claim", "seconds_from_now"), [("exp", -120), ("iat", 600), ("nbf", 600)])
async def test_a_token_for_another_time_is_nobody(claim: str, seconds_from_now: int) -> None:
    changes: dict[str, Any] = {claim: int(time.time()) + seconds_from_now}
    assert await verifier().verify(token(**changes)) is None


async def test_a_token_that_another_key_signed_is_nobody() -> None:
    forged = token(key=rsa.generate_private_key(65_537, 2_048))
    assert await verifier().verify(forged) is None
    assert await verifier().verify(token("e", RSA_KEY)) is None


def part(value: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()


async def test_what_is_no_signed_token_is_nobody() -> None:
    head, claims, signature = token().split(".")
    unsigned = part({"alg": "none", "kid": "r"})
    # The public key is no secret: a signature that anybody can make with it must not count.
    symmetric = part({"alg": "HS256", "typ": "JWT", "kid": "r"})
    broken = [
        None,
        "",
        "a.b.c",
        f"{head}.{claims}.",
        f"{unsigned}.{claims}.",
        f"{symmetric}.{claims}.{signature}",
        f"{part([])}.{claims}.{signature}",
        f"{part({'alg': 'RS256'})}.{claims}.{signature}",
        f"{part({'alg': ['RS256'], 'kid': 'r'})}.{claims}.{signature}",
        f"{head}.{part([1])}.{signature}",
        "ä.ö.ü",
        "x" * (LONGEST_TOKEN + 1),
    ]
    for text in broken:
        assert await verifier().verify(text) is None, text


async def test_keys_are_found_by_discovery_and_kept_for_an_hour() -> None:
    provider, clock = Provider(rsa_entry()), ManualClock()
    keys = SigningKeys(ISSUER, clock, fetch=provider.fetch)
    for _ in range(3):
        assert list(await keys.of("r")) == ["r"]
    assert provider.asked == [f"{ISSUER}/.well-known/openid-configuration", f"{ISSUER}/keys"]
    clock.advance(KEEP_S + 1)
    await keys.of("r")
    assert len(provider.asked) == 4


async def test_a_new_key_is_fetched_but_nobody_can_make_us_fetch_all_the_time() -> None:
    provider, clock = Provider(rsa_entry()), ManualClock()
    keys = SigningKeys(ISSUER, clock, "https://id.example.org/set", provider.fetch)
    await keys.of("r")
    provider.entries.append(rsa_entry("new"))
    for _ in range(5):
        assert await keys.of("new") == {}
    assert len(provider.asked) == 1
    clock.advance(RETRY_S + 1)
    assert list(await keys.of("new")) == ["new"]
    assert len(provider.asked) == 2


async def test_a_provider_that_is_away_takes_nobody_out_whose_key_is_known_and_lets_nobody_new_in() -> None:
    provider, clock = Provider(rsa_entry()), ManualClock()
    keys = SigningKeys(ISSUER, clock, fetch=provider.fetch)
    provider.is_down = True
    for _ in range(3):
        with pytest.raises(UpstreamError):
            await keys.of("r")
    assert len(provider.asked) == 1
    provider.is_down = False
    clock.advance(RETRY_S + 1)
    assert await keys.of("r")
    provider.is_down = True
    clock.advance(KEEP_S + 1)
    assert await keys.of("r")


@pytest.mark.parametrize(
    "entry", [rsa_entry(use="enc"), {"kty": "oct", "k": "AAAA"}, {"kty": "EC", "crv": "P-521", "x": "A", "y": "A"}]
)
def test_a_key_that_is_not_for_signatures_of_ours_is_left_out(entry: dict[str, str]) -> None:
    assert pem_of(entry) is None


def test_keys_are_fetched_over_https_alone() -> None:
    for address in ("http://id.example.org/keys", "file:///etc/passwd", "http://127.0.0.1.evil.org:80/"):
        with pytest.raises(ValueError, match="https"):
            fetch_json(address)
