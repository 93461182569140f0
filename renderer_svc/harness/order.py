"""The order: what the renderer asks of the harness, one JSON object on standard input."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

#: What the script's process says when only the script is left to run, and what it hears when it may.
READY: Final = b"S"


@dataclass(frozen=True, slots=True)
class Order:
    """One script to run in the work folder, which already holds it."""

    nonce: str  #: repeated in each line of the warden
    script: str  #: the script's file name
    modules: tuple[str, ...]  #: imported before the script starts, so that a broken image is not the script's fault
    probe: bool  #: whether to watch savefig
    cpu_s: int
    data_bytes: int
    file_bytes: int
    processes: int
    open_files: int
    site: str  #: where the libraries are

    def to_json(self) -> bytes:
        """The order as it travels."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Order:
        """The order that `to_json` wrote."""
        fields = json.loads(data)
        fields["modules"] = tuple(fields["modules"])
        return cls(**fields)
