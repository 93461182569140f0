"""Opaque user ids: what other services know a user by."""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Final

from gateway.identity.mode import Identity, IdentityMode
from plotlane_kit.caller import LOCAL_USER, Caller
from plotlane_kit.settings import SettingsError

SECRET_BYTES: Final = 32
SECRET_FILE: Final = "user-id.secret"  # noqa: S105  # a file name


class OpaqueIds:
    """Makes user ids that only the holder of the secret can connect with a name."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def caller(self, mode: IdentityMode, identity: Identity) -> Caller:
        """The caller that other services see for a verified identity; the same name in two modes is two users.

        The one user of mode `local` has no name to hide, and is who a command on this machine acts for: what the page
        has made, `plotlane signal` and a bare gRPC call find.
        """
        if mode is IdentityMode.LOCAL:
            return Caller(LOCAL_USER, identity.tier)
        return Caller(self._hash(f"{mode.value}:{identity.name}"), identity.tier)

    def guest(self, identity: Identity, network: str) -> Caller:
        """The caller of a guest, who shares the counts of their network address with all others there."""
        caller = self.caller(IdentityMode.ANONYMOUS, identity)
        return replace(caller, address=self._hash(f"address:{network}"))

    def _hash(self, message: str) -> str:
        return hmac.new(self._secret, message.encode(), hashlib.sha256).hexdigest()


def load_secret(folder: Path) -> bytes:
    """The secret kept in `folder`, made there (readable by its owner alone) at the first start.

    Raises `SettingsError` when the folder cannot be written, or when the file is not such a secret.
    """
    path = folder / SECRET_FILE
    try:
        if not path.exists():
            _create(path)
        secret = path.read_bytes()
        open_to_others = path.stat().st_mode & 0o077
    except OSError as error:
        raise SettingsError(f"PLOTLANE_GATEWAY_DATA_DIR: {path} cannot be read or written") from error
    if open_to_others:
        raise SettingsError(f"{path}: other users can read this secret; run chmod 600 on it")
    if len(secret) != SECRET_BYTES:
        raise SettingsError(
            f"{path}: not a secret of {SECRET_BYTES} bytes; restore it, or delete it and lose who owns what"
        )
    return secret


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(SECRET_BYTES))
        file.flush()
        os.fsync(file.fileno())
    try:
        # A link fails when another gateway was first; then theirs is the secret.
        with suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()
