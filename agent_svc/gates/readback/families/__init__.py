"""The families of marks, one a file: what of each kind must be drawn, and where a figure shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.gates.readback.families.areas import Areas
from agent_svc.gates.readback.families.arrows import Arrows
from agent_svc.gates.readback.families.bars import Bars
from agent_svc.gates.readback.families.base import Check, Family, View
from agent_svc.gates.readback.families.boxes import Boxes
from agent_svc.gates.readback.families.cells import Cells
from agent_svc.gates.readback.families.hills import Hills
from agent_svc.gates.readback.families.lines import Lines, Outlines
from agent_svc.gates.readback.families.points import Points
from agent_svc.gates.readback.families.segments import Levels, Segments
from agent_svc.gates.readback.families.tiles import Tiles
from agent_svc.gates.readback.families.violins import Violins
from agent_svc.gates.readback.families.wedges import Wedges

__all__ = ["FAMILIES", "Check", "Family", "View"]

FAMILIES: Final[Mapping[str, Family]] = {
    "points": Points(),
    "lines": Lines(),
    "outlines": Outlines(),
    "areas": Areas(),
    "bars": Bars(),
    "segments": Segments(),
    "levels": Levels(),
    "boxes": Boxes(),
    "violins": Violins(),
    "hills": Hills(),
    "cells": Cells(),
    "wedges": Wedges(),
    "tiles": Tiles(),
    "arrows": Arrows(),
}
