"""Font fallback: more font families to take missing glyphs from."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.code.literal import literal
from agent_svc.gates.base import Finding
from agent_svc.pipeline.repairs.base import Plan


class FontFallback:
    """Every family that the library may use stands behind the theme's own; what that has stays as it is."""

    name = "font_fallback"
    answers = frozenset({"glyphs"})

    def apply(self, plan: Plan, _finding: Finding, /) -> Plan | None:
        if not plan.draws_with_matplotlib or len(plan.fonts) < 2:
            return None
        families = literal([font for font in plan.fonts if font not in ("STIXGeneral", "cmr10")])
        statement = f'plt.rcParams["font.family"] = {families}'
        change = "Characters that the usual font lacks are set in another one."
        return replace(plan, after_theme=(*plan.after_theme, statement), changes=(*plan.changes, change))
