"""What may run here: libraries around whose sandboxes every wall was tested and holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from renderer_svc.attempts import ATTEMPTS
from renderer_svc.errors import WallsOpen
from renderer_svc.executor import Executor
from renderer_svc.library import Library
from renderer_svc.limits import Limits
from renderer_svc.sandbox.kinds import KindForEach
from renderer_svc.sandbox.none import NoKind
from renderer_svc.walls import Wall, probe_walls, require


def tested_walls(executor: Executor, limits: Limits) -> tuple[Wall, ...]:
    """The walls, all of which hold, or none of which were asked for. Raises `WallsOpen`."""
    if isinstance(executor.kind, NoKind):
        return tuple(Wall(name, holds=False, kept_by="none", sandbox=executor.kind.name) for name in ATTEMPTS)
    walls = probe_walls(executor, limits)
    require(walls)
    return walls


def keep_where_walls_hold(
    libraries: Mapping[str, Library], executor: Executor, limits: Limits
) -> tuple[dict[str, Library], tuple[Wall, ...]]:
    """`libraries`, without those that must not be forked when the walls of the kind that is left for them are open.

    And those walls, where that kind is not the one that the others run in.
    """
    unforkable = [name for name, library in libraries.items() if library.available and not library.image.forkable]
    if not unforkable or not isinstance(executor.kind, KindForEach):  # one kind for all: its walls are tested anyway
        return dict(libraries), ()
    walls: tuple[Wall, ...] = ()
    try:
        walls = probe_walls(executor, limits, forkable=False)
        require(walls)
    except WallsOpen as error:
        return {**libraries, **{name: replace(libraries[name], remedy=str(error)) for name in unforkable}}, walls
    return dict(libraries), walls if executor.kind.has_two else ()
