"""Identity mode `tokens`: a file of hashed tokens, each with its user and tier.

The file holds one JSON object a line; empty lines and lines that begin with `#` are skipped:

    {"sha256": "<64 hex digits>", "user": "ada", "tier": "premium"}

`sha256` is the hash of the token's UTF-8 bytes. Tokens must be random (32 bytes from a generator of secrets, say):
their hash is unsalted because nobody can guess them. A user may have several; all must name the same tier.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from gateway.identity.mode import Identity, IdentityMode
from plotlane_kit.caller import Tier
from plotlane_kit.settings import SettingsError

LONGEST_TOKEN: Final = 512  # characters; more is not even hashed


class TokenLine(BaseModel):
    """One line of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    sha256: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$", to_lower=True)]
    user: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    tier: Tier


class TokenVerifier:
    """Knows the tokens of one file, read once."""

    mode: Final = IdentityMode.TOKENS

    def __init__(self, lines: Sequence[TokenLine]) -> None:
        self._known = [(bytes.fromhex(line.sha256), Identity(line.user, line.tier)) for line in lines]

    async def verify(self, token: str | None) -> Identity | None:
        """Whose token this is; takes the same time for every token, known or not."""
        if token is None or len(token) > LONGEST_TOKEN:
            return None
        digest = hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
        found: Identity | None = None
        for known, identity in self._known:
            if hmac.compare_digest(known, digest):
                found = identity
        return found


def read_tokens(path: Path) -> list[TokenLine]:
    """The lines of the tokens file. Raises `SettingsError` that names the line and what is wrong with it."""
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"PLOTLANE_GATEWAY_TOKENS_FILE: {path} cannot be read as UTF-8 text") from error
    lines = [
        _parse(line, f"{path}, line {number}")
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    _check(lines, path)
    return lines


def _parse(line: str, where: str) -> TokenLine:
    try:
        return TokenLine.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "the line"
        raise SettingsError(f"{where}: {field}: {first['msg']}") from None


def _check(lines: Sequence[TokenLine], path: Path) -> None:
    if not lines:
        raise SettingsError(f"{path}: no token in it, so nobody could sign in")
    tiers: dict[str, Tier] = {}
    owners: dict[str, str] = {}
    for line in lines:
        if tiers.setdefault(line.user, line.tier) is not line.tier:
            raise SettingsError(f"{path}: user {line.user!r} has two tiers; give all tokens of a user the same one")
        if owners.setdefault(line.sha256, line.user) != line.user:
            raise SettingsError(
                f"{path}: users {owners[line.sha256]!r} and {line.user!r} share a token; give each an own one"
            )
