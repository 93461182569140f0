"""The launch plan: everything the launcher does for one sandbox, as plain data that crosses one argument."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

#: Where the launcher builds, in a mount namespace of its own; every machine has this folder, and nobody else sees it.
STAGE: Final = "/tmp"  # noqa: S108
ROOT: Final = f"{STAGE}/root"
WORK_FOLDER: Final = f"{STAGE}/work"
SHARED_FOLDER: Final = f"{STAGE}/shared"
TOOLS: Final = f"{STAGE}/tools"


@dataclass(frozen=True, slots=True)
class LaunchPlan:
    """One launch. `uid` is what root becomes; an ordinary user stays who they are and needs a user namespace."""

    uid: int | None
    binds: tuple[tuple[str, str], ...]  #: (host path, path below the stage)
    files: tuple[tuple[str, str], ...]  #: (path below the stage, text)
    links: tuple[tuple[str, str], ...]  #: (path below the stage, target)
    folders: tuple[str, ...]  #: empty folders below the stage, to mount on
    disk_bytes: int
    work_files: int
    shared_bytes: int
    command: tuple[str, ...]  #: what is executed at last; the first word is its absolute path
    group: str = ""  #: the door of the control group that holds all of it; empty: there is none
    sealed: bool = False  #: whether the root is made read-only here, for a program that cannot do it itself

    def to_json(self) -> str:
        """The plan as one line."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> LaunchPlan:
        """The plan that `to_json` wrote."""
        fields = json.loads(text)
        for name in ("binds", "files", "links"):
            fields[name] = tuple((first, second) for first, second in fields[name])
        for name in ("folders", "command"):
            fields[name] = tuple(fields[name])
        return cls(**fields)
