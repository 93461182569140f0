"""The register: one small file that says where a running house can be reached."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from plotlane_kit.house.lock import is_locked


class Entry(BaseModel):
    """One running service."""

    model_config = ConfigDict(frozen=True)

    address: str  # host:port
    pid: int


class Register(BaseModel):
    """Who supervises the house, and each service by name."""

    model_config = ConfigDict(frozen=True)

    supervisor_pid: int
    services: dict[str, Entry]

    @classmethod
    def read(cls, path: Path) -> Self | None:
        """The house that `path` tells of; None when there is none, or when its supervisor has died."""
        try:
            register = cls.model_validate_json(path.read_text())
        except (OSError, ValidationError):
            return None
        # A number alone proves nothing: after a restart of the machine, or of a container, it is somebody else's.
        return register if is_locked(path.parent) and _alive(register.supervisor_pid) else None

    def write(self, path: Path) -> None:
        """Replace `path` in one step."""
        draft = path.with_suffix(".tmp")
        draft.write_text(json.dumps(self.model_dump(), indent=2) + "\n")
        draft.replace(path)


def register_path(data_dir: Path) -> Path:
    """Where the house of `data_dir` keeps its register."""
    return data_dir / "house.json"


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
