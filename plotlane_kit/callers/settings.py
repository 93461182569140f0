"""The settings of the caller check, the same for every service of a house and for its command line."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, Final, Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

MIN_KEY_BYTES: Final = 32


class CheckKind(StrEnum):
    """How callers prove themselves."""

    NONE = "none"
    SHARED_KEY = "shared-key"
    GOOGLE_ID_TOKEN = "google-id-token"  # noqa: S105  # a name, not a secret


class CallerSettings(BaseSettings):
    """What services show each other, and what they ask for."""

    model_config = SettingsConfigDict(frozen=True, env_prefix="PLOTLANE_CALLERS_", extra="ignore")

    check: CheckKind = Field(
        CheckKind.NONE,
        description="What a service asks of its callers. none: nothing, on loopback alone; shared-key: a signature "
        "made with key_file; google-id-token: a token of Google's for audience, of a service account in emails.",
    )
    key_file: Path | None = Field(
        None, description="For shared-key: the file with the house's key, at least 32 bytes; the same for all services."
    )
    audience: str = Field("", description="For google-id-token: whom tokens are for, as a URL.")
    emails: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="For google-id-token: the service accounts that may call, separated by commas."
    )
    tls: bool = Field(False, description="Whether services are reached over TLS, as on Cloud Run; they listen without.")

    @field_validator("emails", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return tuple(part.strip() for part in value.split(",") if part.strip()) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if self.check is CheckKind.SHARED_KEY and self.key_file is None:
            raise ValueError("check 'shared-key' needs key_file")
        if self.check is CheckKind.GOOGLE_ID_TOKEN and not (self.audience and self.emails):
            raise ValueError("check 'google-id-token' needs audience and emails")
        return self


def read_key(path: Path) -> bytes:
    """The key in the file `path`, without white space around it. Raises ValueError or OSError."""
    key = path.read_bytes().strip()
    if len(key) < MIN_KEY_BYTES:
        raise ValueError(f"{path} holds {len(key)} bytes; a key has at least {MIN_KEY_BYTES}, as: openssl rand -hex 32")
    return key
