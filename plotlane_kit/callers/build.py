"""Building: from settings to the check of a server and the badge of a channel."""

from __future__ import annotations

from importlib.util import find_spec

from plotlane_kit.callers.check import Badge, Check
from plotlane_kit.callers.google_token import GoogleTokenBadge, GoogleTokenCheck
from plotlane_kit.callers.settings import CallerSettings, CheckKind, read_key
from plotlane_kit.callers.shared_key import SharedKeyBadge, SharedKeyCheck
from plotlane_kit.clock import Clock, SystemClock
from plotlane_kit.settings import SettingsError


def build_check(settings: CallerSettings, clock: Clock | None = None) -> Check | None:
    """What a server asks of its callers; None: nothing. Raises `SettingsError`."""
    now = clock or SystemClock()
    match settings.check:
        case CheckKind.NONE:
            return None
        case CheckKind.SHARED_KEY:
            return SharedKeyCheck(_key(settings), now)
        case CheckKind.GOOGLE_ID_TOKEN:
            _require_google()
            return GoogleTokenCheck(settings.audience, settings.emails, now)


def build_badge(settings: CallerSettings, clock: Clock | None = None) -> Badge | None:
    """What our calls show; None: nothing. Raises `SettingsError`."""
    now = clock or SystemClock()
    match settings.check:
        case CheckKind.NONE:
            return None
        case CheckKind.SHARED_KEY:
            return SharedKeyBadge(_key(settings), now)
        case CheckKind.GOOGLE_ID_TOKEN:
            _require_google()
            return GoogleTokenBadge(settings.audience, now)


def _key(settings: CallerSettings) -> bytes:
    assert settings.key_file is not None
    try:
        return read_key(settings.key_file)
    except (OSError, ValueError) as error:
        raise SettingsError(f"PLOTLANE_CALLERS_KEY_FILE: {error}") from error


def _require_google() -> None:
    if find_spec("google") is None or find_spec("google.auth") is None:
        raise SettingsError("PLOTLANE_CALLERS_CHECK: google-id-token needs google-auth: pip install 'plotlane[models]'")
