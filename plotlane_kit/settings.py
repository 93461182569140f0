"""Settings that every service has, and the two profiles they are read for."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal, Self, TypeVar

from pydantic import Field, ValidationError, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from plotlane_kit.callers.settings import CallerSettings, CheckKind

TOLD_TO_EVERY_SERVICE = ("data_dir",)  # by the supervisor, whether a service keeps something or not


class Profile(StrEnum):
    """`local`: one person's machine, no gaps and no quotas. `server`: many users, the numbers of the design."""

    LOCAL = "local"
    SERVER = "server"


class SettingsError(Exception):
    """A setting is missing or wrong; the message names the environment variable and what it takes."""


class ServiceSettings(BaseSettings):
    """What each of the services reads from its environment at start, once."""

    model_config = SettingsConfigDict(
        frozen=True, extra="ignore", env_nested_delimiter="__", use_attribute_docstrings=True
    )

    profile: Profile = Field(Profile.LOCAL, description="local: one person's machine; server: many users.")
    host: str = Field("127.0.0.1", description="The address that the service listens on.")
    port: int = Field(0, ge=0, le=65535, description="The port that the service listens on; 0 takes a free one.")
    ready_fd: int | None = Field(
        None, ge=3, description="A pipe of the supervisor's; the service writes its host:port to it once it serves."
    )
    lifeline_fd: int | None = Field(
        None, ge=3, description="A pipe that the supervisor holds open; the service stops when it closes."
    )
    drain_s: float = Field(
        5.0,
        ge=0,
        le=600,
        description="Seconds that running calls get to end after SIGTERM before they are cut.",
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="The quietest level logged.")
    callers: CallerSettings = Field(
        default_factory=lambda: load_settings(CallerSettings),
        description="How the services of a house know each other.",
    )

    @model_validator(mode="after")
    def _local_stays_on_loopback(self) -> Self:
        if self.profile is Profile.LOCAL and not is_loopback(self.host):
            raise ValueError(f"host {self.host!r} is not a loopback address, which profile 'local' requires")
        return self


class GrpcServiceSettings(ServiceSettings):
    """What the services that speak gRPC read besides: where their numbers are shown."""

    metrics_port: int | None = Field(
        None,
        ge=0,
        le=65535,
        description="The port of http://metrics_host:port/metrics, for Prometheus; 0 takes a free one. Unset: no page.",
    )
    metrics_host: str = Field("127.0.0.1", description="The address that the page of metrics is served on.")

    @model_validator(mode="after")
    def _strangers_are_checked(self) -> Self:
        if self.callers.check is CheckKind.NONE and not is_loopback(self.host):
            raise ValueError(
                f"host {self.host!r} can be reached by others, and nothing tells this house's own services from them; "
                "set PLOTLANE_CALLERS_CHECK to shared-key or google-id-token"
            )
        return self

    @model_validator(mode="after")
    def _local_metrics_stay_on_loopback(self) -> Self:
        if self.profile is Profile.LOCAL and not is_loopback(self.metrics_host):
            raise ValueError(
                f"metrics_host {self.metrics_host!r} is not a loopback address, which profile 'local' requires"
            )
        return self


def is_loopback(host: str) -> bool:
    """Whether `host` is this machine as only this machine can reach it."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


S = TypeVar("S", bound=BaseSettings)


def load_settings(cls: type[S], **overrides: Any) -> S:
    """Read `cls` from the environment; `overrides` win. Raises `SettingsError` with one line per wrong setting."""
    prefix = cls.model_config.get("env_prefix", "")
    unknown = _unknown(prefix.upper(), [*cls.model_fields, *TOLD_TO_EVERY_SERVICE])
    if unknown:
        raise SettingsError("; ".join(unknown))
    try:
        return cls(**overrides)
    except ValidationError as error:
        lines = []
        for item in error.errors(include_url=False):
            path = "__".join(str(part) for part in item["loc"])
            name = f"{prefix}{path}".upper() if path else f"{prefix}*".upper()
            lines.append(f"{name}: {item['msg'].removeprefix('Value error, ')}")
        raise SettingsError("; ".join(lines)) from error


def _unknown(prefix: str, fields: Sequence[str]) -> list[str]:
    """One line for each variable of the service that is none of its settings: a slip must not pass unseen."""
    known = [f"{prefix}{field}".upper() for field in fields]
    lines = []
    for variable in sorted(os.environ):
        head = variable.upper().split("__")[0]
        if prefix and head.startswith(prefix) and head not in known:
            nearest = get_close_matches(head, known, 1, 0)
            lines.append(f"{variable}: there is no such setting; the nearest is {nearest[0]}")
    return lines


def data_home() -> Path:
    """The folder for everything that Plotlane keeps: PLOTLANE_DATA_DIR, else the user's XDG data folder."""
    explicit = os.environ.get("PLOTLANE_DATA_DIR")
    if explicit:
        return Path(explicit)
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "plotlane"
