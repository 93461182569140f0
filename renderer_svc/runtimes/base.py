"""A runtime: what the executor must know of one library."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from renderer_svc.artifact import Check, png_check, svg_check
from renderer_svc.fonts import FAMILIES
from renderer_svc.limits import Limits
from renderer_svc.runtimes.parts import SystemPart

#: Some libraries bring a fontconfig of their own, which knows no default place.
FONT_ENV: Final[Mapping[str, str]] = MappingProxyType({"FONTCONFIG_FILE": "/etc/fonts/fonts.conf"})


class Runtime:
    """One library that can draw. Adding one is a subclass and a line in the registry, and touches nothing else."""

    library: ClassVar[str]  #: the name that callers use
    distributions: ClassVar[tuple[str, ...]]  #: what a sandbox must hold; requirements come along by themselves
    parts: ClassVar[tuple[SystemPart, ...]] = ()  #: what the machine must have beside Python packages
    modules: ClassVar[tuple[str, ...]]  #: imported before the script starts
    #: Whether a process that has imported `modules` and run `rehearsal` may still be forked. One that may not (it has
    #: threads, or a browser) is warmed in a sandbox of its own, which then serves one script.
    fork_safe: ClassVar[bool] = True
    #: Python that draws once after the imports and before the script is there, so that the script finds everything
    #: warm; empty where drawing once would make forks unsafe. It runs without data and before any user's code.
    rehearsal: ClassVar[str] = ""
    watcher: ClassVar[str]  #: the harness module that notes what was drawn, by its function `watch(report, vector)`
    draws_with_matplotlib: ClassVar[bool] = False  #: whether it needs matplotlib's list of fonts and its defaults
    fonts: ClassVar[tuple[str, ...]] = FAMILIES  #: font families, the one that it takes by itself first
    script_name: ClassVar[str] = "plot.py"  #: the script's file name in the work folder

    def env(self) -> Mapping[str, str]:
        """Variables that a script sees beside the fixed ones."""
        return FONT_ENV

    def limits(self, limits: Limits) -> Limits:
        """`limits` as this library needs them: Chromium takes more processes and memory than Python does."""
        return limits

    def outputs(self, theme: str, limits: Limits) -> Mapping[str, Check]:
        """The files that a script must leave for `theme`, and how each is checked."""
        return {f"plot-{theme}.png": png_check(limits.output_pixels)}

    def extras(self, theme: str) -> Mapping[str, Check]:
        """Files that are taken when they are there and good, and left when not: a vector picture beside the PNG."""
        return {f"plot-{theme}.svg": svg_check()}
