"""The order: what the renderer asks of the harness, one JSON object on a line of standard input.

A second line is the same order again, with all that is known only when a job is there (nonce, vector, seed): until it
comes, or the input ends, a sandbox that was warmed in advance waits with everything imported.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Final

#: What the script's process says when only the script is left to run, and what it hears when it may.
READY: Final = b"S"
#: What it hears instead when a vector picture is wanted beside the PNG.
READY_VECTOR: Final = b"V"
#: The seed follows, in so many bytes, the highest first.
SEED_BYTES: Final = 4
#: That wait, timers among them: what is queued is counted for all who share our uid.
SIGNALS: Final = 1024
#: Linux's own default; a stack is no part of what the limit on private memory counts.
STACK_BYTES: Final = 8 << 20


@dataclass(frozen=True, slots=True)
class Order:
    """One script to run in the work folder, which already holds it."""

    nonce: str  #: repeated in each line of the warden
    script: str  #: the script's file name
    modules: tuple[str, ...]  #: imported before the script starts, so that a broken image is not the script's fault
    rehearsal: str  #: Python that draws once before the script is there; may be empty
    watcher: str  #: the harness module that notes what is drawn; empty: none does
    vector: bool  #: whether the watcher also saves an SVG beside each PNG
    cpu_s: int
    data_bytes: int
    helper_data_bytes: int  #: of a process that the rehearsal starts, such as a browser; 0: as the script's own
    file_bytes: int
    processes: int
    open_files: int
    site: str  #: where the libraries are
    seed: int = 0  #: of the generators that libraries seeded before the script was there, below 2**32

    def to_json(self) -> bytes:
        """The order as it travels."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, data: bytes) -> Order:
        """The order that `to_json` wrote."""
        fields = json.loads(data)
        fields["modules"] = tuple(fields["modules"])
        return cls(**fields)
