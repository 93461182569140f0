"""The gateway's settings, read from PLOTLANE_GATEWAY_* once at start."""

from __future__ import annotations

from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, Self

from pydantic import Field, field_validator, model_validator
from pydantic_settings import NoDecode, SettingsConfigDict

from gateway.clocks import TurnLimits
from gateway.identity.jwks import may_be_asked_for_keys
from gateway.identity.mode import IdentityMode
from plotlane_kit.caller import Tier
from plotlane_kit.settings import ServiceSettings, data_home, is_loopback

LOOPBACK_NAMES: Final = ("127.0.0.1", "localhost", "::1")
WILDCARDS: Final = ("0.0.0.0", "::")  # noqa: S104  # named in order to be refused

Names = Annotated[tuple[str, ...], NoDecode]
People = Annotated[tuple[str, ...], NoDecode]


class GatewaySettings(ServiceSettings):
    """What the gateway needs to know; lists are separated by commas."""

    model_config = SettingsConfigDict(env_prefix="PLOTLANE_GATEWAY_")

    port: int = Field(8080, ge=0, le=65535, description="The port that the page is served on; 0 takes a free one.")
    agent_address: str = Field(min_length=1, description="host:port of agent_svc.")
    scheduler_address: str = Field(min_length=1, description="host:port of scheduler_svc.")
    data_dir: Path = Field(
        default_factory=lambda: data_home() / "gateway",
        description="The folder of the secret that user ids are made with; created at the first start.",
    )
    identity: IdentityMode = Field(
        IdentityMode.LOCAL,
        description="local: loopback only, everybody is the one local user; tokens: users sign in with a token; "
        "oidc: with a token of an identity provider; anonymous: nobody signs in.",
    )
    anonymous: bool = Field(
        False,
        description="For identity tokens and oidc: whether people may also work without signing in, as tier public.",
    )
    trusted_proxies: Names = Field(
        (),
        description="Networks (10.0.0.0/8) of proxies whose X-Forwarded-For is believed, to tell the addresses of "
        "anonymous users apart.",
    )
    oidc_issuer: str = Field("", description="For identity oidc: the issuer, exactly as its tokens name it.")
    oidc_audience: str = Field("", description="For identity oidc: the audience that its tokens must be made for.")
    oidc_jwks_url: str = Field(
        "", description="For identity oidc: the address of its keys; empty: as its discovery document says."
    )
    oidc_admins: People = Field(
        (), description="For identity oidc: subjects, or verified e-mail addresses, that are of tier admin."
    )
    oidc_tier: Tier = Field(Tier.PUBLIC, description="For identity oidc: the tier of everybody else.")
    local_tier: Tier = Field(Tier.ADMIN, description="The tier of the one user of identity local.")
    tokens_file: Path | None = Field(
        None, description='For identity tokens: a file with one {"sha256", "user", "tier"} object a line.'
    )
    allowed_hosts: Names = Field(
        (), description="Host names that people use for this gateway; empty: the host it listens on."
    )
    allowed_origins: Names = Field(
        (), description="Origins (https://plots.example.org) that may write; empty: the page's own origin."
    )
    turn_max_s: float = Field(890, gt=0, description="Seconds after which the stream of a turn ends, whatever it does.")
    silence_s: float = Field(190, gt=0, description="Seconds that a run, or a queue, may be silent for.")
    run_max_s: float = Field(180, gt=0, description="Seconds that a run may take once it has left the queue.")
    first_event_s: float = Field(10, gt=0, description="Seconds within which a new turn must say that it exists.")
    call_s: float = Field(20, gt=0, description="Seconds that a short call to a service may take.")
    cancel_s: float = Field(30, gt=0, description="Seconds that stopping a turn or purging a session may take.")
    toggle_s: float = Field(
        200, gt=0, description="Seconds that the other theme of a version may take, waiting included."
    )
    upload_s: float = Field(
        200,
        gt=0,
        description="Seconds that a file may take to arrive, and again to be read, with its wait for a conversion.",
    )
    artifact_s: float = Field(300, gt=0, description="Seconds that a download may take.")
    body_s: float = Field(30, gt=0, description="Seconds within which the body of a request must have arrived.")
    stream_limit: int = Field(
        1_000,
        ge=1,
        le=1_000_000,
        description="The most requests that may be open at once; it must hold the queue, the runs in flight and the "
        "reserve, else the gateway does not start.",
    )
    stream_reserve: int = Field(
        100, ge=1, description="How many of these streams leave to short requests, such as the page's."
    )
    ping_s: float = Field(15, gt=0, description="Seconds between the pings of a stream.")
    slow_reader_s: float = Field(
        30, ge=0.1, description="Seconds that a reader may leave a stream unread before it is cut; it can resume."
    )

    @field_validator("allowed_hosts", "allowed_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        return tuple(part.strip().rstrip("/").lower() for part in value.split(",") if part.strip())

    @field_validator("oidc_admins", mode="before")
    @classmethod
    def _split_people(cls, value: Any) -> Any:
        return tuple(filter(None, map(str.strip, value.split(",")))) if isinstance(value, str) else value

    @field_validator("trusted_proxies", mode="after")
    @classmethod
    def _are_networks(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for each in value:
            ip_network(each)  # its ValueError says what is wrong with it
        return value

    @model_validator(mode="after")
    def _oidc_is_whole(self) -> Self:
        if self.identity is not IdentityMode.OIDC:
            return self
        if not self.oidc_issuer or not self.oidc_audience:
            raise ValueError("identity 'oidc' needs PLOTLANE_GATEWAY_OIDC_ISSUER and PLOTLANE_GATEWAY_OIDC_AUDIENCE")
        for name, address in (("OIDC_ISSUER", self.oidc_issuer), ("OIDC_JWKS_URL", self.oidc_jwks_url)):
            if address and not may_be_asked_for_keys(address):
                raise ValueError(f"PLOTLANE_GATEWAY_{name} must be an https address")
        return self

    @model_validator(mode="after")
    def _streams_leave_room(self) -> Self:
        if self.stream_reserve >= self.stream_limit:
            raise ValueError("stream_limit must be larger than stream_reserve, else no stream could ever be opened")
        return self

    @model_validator(mode="after")
    def _identity_fits(self) -> Self:
        if self.identity is IdentityMode.LOCAL and not is_loopback(self.host):
            raise ValueError(
                f"identity 'local' serves on loopback alone, not on host {self.host!r}; use identity 'tokens'"
            )
        if self.identity is IdentityMode.LOCAL and self.anonymous:
            raise ValueError("identity 'local' knows everybody already; leave PLOTLANE_GATEWAY_ANONYMOUS out")
        if self.identity is IdentityMode.TOKENS and self.tokens_file is None:
            raise ValueError("identity 'tokens' needs PLOTLANE_GATEWAY_TOKENS_FILE")
        if self.host in WILDCARDS and not self.allowed_hosts:
            raise ValueError(
                f"host {self.host!r} needs PLOTLANE_GATEWAY_ALLOWED_HOSTS: the names that people reach it by"
            )
        if self.run_max_s >= self.turn_max_s:
            raise ValueError("turn_max_s must be larger than run_max_s, else no run could ever finish")
        return self

    @property
    def hosts(self) -> frozenset[str]:
        """The host names that a request may be addressed to."""
        if self.allowed_hosts:
            return frozenset(self.allowed_hosts)
        return frozenset((*LOOPBACK_NAMES, self.host) if is_loopback(self.host) else (self.host,))

    @property
    def invites_guests(self) -> bool:
        """Whether people may work without signing in."""
        return self.anonymous or self.identity is IdentityMode.ANONYMOUS

    @property
    def secure_cookies(self) -> bool:
        """Whether cookies travel over https alone: when all origins are reached that way."""
        return bool(self.allowed_origins) and all(each.startswith("https:") for each in self.allowed_origins)

    @property
    def turn_limits(self) -> TurnLimits:
        """How long a turn may take, and be silent for."""
        return TurnLimits(turn_max_s=self.turn_max_s, silence_s=self.silence_s, run_max_s=self.run_max_s)
