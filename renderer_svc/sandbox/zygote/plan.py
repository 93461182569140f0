"""The jail plan: everything the jail's launcher does, as plain data that crosses one pipe."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class JailPlan:
    """One jail. `uid` is what root becomes; an ordinary user stays who they are and needs a user namespace."""

    uid: int | None
    binds: tuple[tuple[str, str], ...]  #: (host path, path below the stage)
    files: tuple[tuple[str, str], ...]  #: (path below the stage, text)
    links: tuple[tuple[str, str], ...]  #: (path below the stage, target)
    folders: tuple[str, ...]  #: empty folders below the stage, to mount on
    work_files: tuple[tuple[str, str], ...]  #: (path below the work folder, text) for the zygote
    work: str  #: the work folder inside, which the zygote uses while it warms up and each sandbox covers by its own
    command: tuple[str, ...]  #: the zygote; the first word is its path inside
    env: tuple[tuple[str, str], ...]  #: everything that the zygote's environment holds

    def to_json(self) -> str:
        """The plan as it travels."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> JailPlan:
        """The plan that `to_json` wrote."""
        fields = json.loads(text)
        for name in ("binds", "files", "links", "work_files", "env"):
            fields[name] = tuple((first, second) for first, second in fields[name])
        for name in ("folders", "command"):
            fields[name] = tuple(fields[name])
        return cls(**fields)
