"""Identities: who is let in, as what, and under which name the services know them."""

from __future__ import annotations

import hashlib
import stat
from pathlib import Path

import pytest

from gateway.identity.local import LocalVerifier
from gateway.identity.mode import Identity, IdentityMode
from gateway.identity.opaque import SECRET_FILE, OpaqueIds, load_secret
from gateway.identity.tokens import TokenVerifier, read_tokens
from plotlane_kit.caller import LOCAL_USER, Tier, caller_from
from plotlane_kit.settings import SettingsError

ADA = hashlib.sha256(b"ada-token").hexdigest()
BOB = hashlib.sha256(b"bob-token").hexdigest()
NAME = Identity("ada", Tier.PREMIUM)


def line(sha256: str = ADA, user: str = "ada", tier: str = "premium") -> str:
    return f'{{"sha256": "{sha256}", "user": "{user}", "tier": "{tier}"}}\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "tokens"
    path.write_text(text)
    return path


async def test_the_local_user_needs_no_token_and_has_the_tier_of_the_setting() -> None:
    assert await LocalVerifier(Tier.PREMIUM).verify(None) == Identity("local", Tier.PREMIUM)


async def test_a_token_is_known_by_its_hash(tmp_path: Path) -> None:
    verifier = TokenVerifier(read_tokens(write(tmp_path, "# people\n\n" + line() + line(BOB, "bob", "public"))))
    assert await verifier.verify("ada-token") == NAME
    assert await verifier.verify("bob-token") == Identity("bob", Tier.PUBLIC)


@pytest.mark.parametrize("token", [None, "", "ada-token ", "Ada-token", ADA, "x" * 10_000, "\udc00"])
async def test_anything_else_is_nobody(tmp_path: Path, token: str | None) -> None:
    assert await TokenVerifier(read_tokens(write(tmp_path, line()))).verify(token) is None


async def test_a_user_may_have_several_tokens(tmp_path: Path) -> None:
    verifier = TokenVerifier(read_tokens(write(tmp_path, line() + line(BOB))))
    assert await verifier.verify("bob-token") == await verifier.verify("ada-token")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "no token in it"),
        ("# nobody yet\n", "no token in it"),
        (line() + "{", "line 2: the line: Invalid JSON"),
        (line(sha256="abc"), "line 1: sha256"),
        (line(tier="root"), "line 1: tier"),
        (line(user=""), "line 1: user"),
        (line().replace("}", ', "token": "ada-token"}'), "line 1: token"),
        (line() + line(BOB, "ada", "admin"), "user 'ada' has two tiers"),
        (line() + line(ADA, "bob"), "share a token"),
    ],
)
def test_a_wrong_file_is_told_by_line_and_field(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(SettingsError, match=complaint):
        read_tokens(write(tmp_path, text))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="TOKENS_FILE"):
        read_tokens(tmp_path / "none")


def test_an_opaque_id_is_stable_and_says_nothing() -> None:
    ids = OpaqueIds(b"s" * 32)
    caller = ids.caller(IdentityMode.TOKENS, NAME)
    assert caller == ids.caller(IdentityMode.TOKENS, NAME)
    assert caller.tier is Tier.PREMIUM
    assert "ada" not in caller.user


def test_another_mode_user_or_secret_is_another_id() -> None:
    ids = OpaqueIds(b"s" * 32)
    everybody = {
        ids.caller(IdentityMode.TOKENS, NAME).user,
        ids.caller(IdentityMode.OIDC, NAME).user,
        ids.caller(IdentityMode.TOKENS, Identity("bob", Tier.PREMIUM)).user,
        OpaqueIds(b"t" * 32).caller(IdentityMode.TOKENS, NAME).user,
    }
    assert len(everybody) == 4


def test_the_local_user_is_the_one_that_commands_on_this_machine_act_for() -> None:
    bare_call = caller_from(())
    caller = OpaqueIds(b"s" * 32).caller(IdentityMode.LOCAL, Identity(LOCAL_USER, Tier.ADMIN))
    assert (caller.user, caller.tier) == (bare_call.user, Tier.ADMIN)


def test_a_tier_changes_nothing_about_who_somebody_is() -> None:
    ids = OpaqueIds(b"s" * 32)
    promoted = Identity("ada", Tier.ADMIN)
    assert ids.caller(IdentityMode.TOKENS, NAME).user == ids.caller(IdentityMode.TOKENS, promoted).user


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    secret = load_secret(folder)
    assert load_secret(folder) == secret
    assert stat.S_IMODE((folder / SECRET_FILE).stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == [SECRET_FILE]


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    load_secret(tmp_path)
    (tmp_path / SECRET_FILE).chmod(0o644)
    with pytest.raises(SettingsError, match="chmod 600"):
        load_secret(tmp_path)


def test_half_a_secret_is_refused(tmp_path: Path) -> None:
    load_secret(tmp_path)
    (tmp_path / SECRET_FILE).write_bytes(b"short")
    with pytest.raises(SettingsError, match="not a secret of 32 bytes"):
        load_secret(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SettingsError, match="DATA_DIR"):
        load_secret(tmp_path / "file" / "folder")
