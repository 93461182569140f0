"""A task: what the executor runs in one sandbox, whether it draws, converts or tests the walls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from renderer_svc.artifact import Check
from renderer_svc.limits import Limits
from renderer_svc.sandbox.image import Image


@dataclass(frozen=True, slots=True)
class Task:
    """One script with everything around it."""

    image: Image
    script_name: str
    files: Mapping[str, bytes]  #: path below the work folder -> content; the script is among them
    limits: Limits
    outputs: Mapping[str, Check | None] = field(default_factory=dict)  #: the files that it must leave
    modules: tuple[str, ...] = ()  #: imported before it starts
    rehearsal: str = ""  #: Python that draws once after the imports, before the script is there
    watcher: str = ""  #: the harness module that notes what is drawn
    vector: bool = False  #: whether an SVG is wanted beside each PNG
    env: Mapping[str, str] = field(default_factory=dict)  #: variables beside the fixed ones
    trial: bool = False  #: of our own: nobody will want another one like it, so that none is kept ready
    extras: Mapping[str, Check] = field(default_factory=dict)  #: files that are taken when they are there and good
