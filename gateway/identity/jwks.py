"""The signing keys of an identity provider: fetched when they are needed, kept for an hour, renewed when one is new."""

from __future__ import annotations

import asyncio
import base64
import json
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any, Final

from plotlane_kit.clock import Clock
from plotlane_kit.errors import UpstreamError
from plotlane_kit.event_log import event_log

Fetch = Callable[[str], Any]  #: the JSON at an address; blocks; raises OSError or ValueError

KEEP_S: Final = 3_600.0
RETRY_S: Final = 60.0  #: between two fetches, whatever tokens ask for: nobody makes us flood the provider
_FETCH_S: Final = 10.0
_MOST_BYTES: Final = 1 << 20
_MOST_KEYS: Final = 100
_DISCOVERY: Final = "/.well-known/openid-configuration"

_log = event_log("gateway")


class SigningKeys:
    """The public keys of `issuer`, as PEM by key id."""

    def __init__(self, issuer: str, clock: Clock, address: str = "", fetch: Fetch | None = None) -> None:
        """`address`: of the key set; empty: what the issuer's discovery document says."""
        self._issuer = issuer
        self._clock = clock
        self._address = address
        self._fetch = fetch or fetch_json
        self._keys: Mapping[str, bytes] = {}
        self._fetched_at = float("-inf")
        self._tried_at = float("-inf")
        self._fetching = asyncio.Lock()

    async def of(self, key_id: object) -> Mapping[str, bytes]:
        """The key of that id alone; empty when the provider has none such.

        Raises `UpstreamError` when no key could ever be fetched.
        """
        if not isinstance(key_id, str):
            return {}
        async with self._fetching:
            now = self._clock.monotonic()
            wanted = key_id not in self._keys or now - self._fetched_at > KEEP_S
            if wanted and now - self._tried_at > RETRY_S:
                self._tried_at = now
                await self._renew()
            if not self._keys:  # keys of before go on being good: providers announce new ones in advance
                raise UpstreamError("The identity provider is not answering; try again in a minute.")
        found = self._keys.get(key_id)
        return {} if found is None else {key_id: found}

    async def _renew(self) -> None:
        try:
            self._keys = await asyncio.to_thread(self._read)
        except (OSError, ValueError, TypeError, KeyError) as error:
            _log.warning("signing_keys_failed", kind=type(error).__name__)
            return
        self._fetched_at = self._clock.monotonic()

    def _read(self) -> Mapping[str, bytes]:
        address = self._address or str(self._fetch(f"{self._issuer.rstrip('/')}{_DISCOVERY}")["jwks_uri"])
        keys = self._fetch(address)["keys"][:_MOST_KEYS]
        return {str(key["kid"]): pem for key in keys if "kid" in key and (pem := pem_of(key)) is not None}


def pem_of(key: Mapping[str, Any]) -> bytes | None:
    """The public key of an RSA or P-256 entry of a key set; None for kinds that sign nothing here.

    Raises ValueError for one that is broken.
    """
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    public: rsa.RSAPublicKey | ec.EllipticCurvePublicKey
    if key.get("use", "sig") != "sig":
        return None
    if key.get("kty") == "RSA":
        public = rsa.RSAPublicNumbers(_number(key["e"]), _number(key["n"])).public_key()
    elif key.get("kty") == "EC" and key.get("crv") == "P-256":
        public = ec.EllipticCurvePublicNumbers(_number(key["x"]), _number(key["y"]), ec.SECP256R1()).public_key()
    else:
        return None
    return public.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


def may_be_asked_for_keys(address: str) -> bool:
    """Whether nobody between here and there can give us keys of their own."""
    return address.startswith(("https://", "http://127.0.0.1:", "http://localhost:", "http://[::1]:"))


def fetch_json(address: str) -> Any:
    """The JSON at an address of the provider. Raises OSError or ValueError."""
    if not may_be_asked_for_keys(address):
        raise ValueError("keys are fetched over https alone")
    with urllib.request.urlopen(address, timeout=_FETCH_S) as answer:  # noqa: S310  # checked above
        return json.loads(answer.read(_MOST_BYTES))


def _number(text: str) -> int:
    return int.from_bytes(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), "big")
