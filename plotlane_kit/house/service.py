"""One service of the house: its name, its module, and the environment that ties it to its neighbours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Service:
    """A program of the house. `needs` names the services whose addresses it is told, which start before it."""

    name: str
    needs: tuple[str, ...] = ()
    default_port: int = 0

    @property
    def module(self) -> str:
        return self.name if self.name == "gateway" else f"{self.name}_svc"

    @property
    def prefix(self) -> str:
        return f"PLOTLANE_{self.name.upper()}_"


#: In the order in which they start.
SERVICES: Final = (
    Service("scheduler", default_port=8081),
    Service("renderer", needs=("scheduler",), default_port=8082),
    Service("agent", needs=("scheduler", "renderer"), default_port=8083),
    Service("gateway", needs=("scheduler", "agent"), default_port=8080),
)

#: The agent goes first, so that every turn's end, or why there is none, still reaches its reader through the gateway.
STOP_ORDER: Final = ("agent", "gateway", "renderer", "scheduler")


def environment(service: Service, port: int, ready_fd: int, data_dir: Path) -> dict[str, str]:
    """The variables that `service` reads on top of what the operator has set, but for `neighbours`."""
    own = {"PORT": str(port), "READY_FD": str(ready_fd), "DATA_DIR": str(data_dir / service.name)}
    return {service.prefix + key: value for key, value in own.items()}


def neighbours(service: Service, addresses: Mapping[str, str]) -> dict[str, str]:
    """The variables that tell `service` where those that it needs are."""
    return {f"{service.prefix}{needed.upper()}_ADDRESS": addresses[needed] for needed in service.needs}
