"""A runtime: what the executor must know of one library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from renderer_svc.artifact import Check
from renderer_svc.limits import Limits

WARM_FILE: Final = "warm.json"


class Runtime(Protocol):
    """One library that can draw. Adding one touches nothing but the registry."""

    library: str  #: the name that callers use
    distributions: tuple[str, ...]  #: what a sandbox must hold; requirements come along by themselves
    modules: tuple[str, ...]  #: imported before the script starts
    script_name: str  #: the script's file name in the work folder
    fonts: tuple[str, ...]  #: font families that a script may use
    probe: bool  #: whether the savefig probe works with it
    #: Run once in a sandbox when the renderer starts. Leaves WARM_FILE, {"versions": {package: version}, "keep": {path:
    #: text}}: what `keep` holds is put into the work folder of every later run.
    warm_up: str

    def outputs(self, theme: str, limits: Limits) -> Mapping[str, Check]:
        """The files that a script must leave for `theme`, and how each is checked."""
