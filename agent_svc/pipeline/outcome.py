"""The outcome of a plot: how it ended, why, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from agent_svc.code.theme import Theme
from agent_svc.gates.base import Finding
from agent_svc.pipeline.script_error import ScriptError

__all__ = ["PlotOutcome", "PlotReason", "PlotStatus", "Step", "Theme"]


class PlotStatus(StrEnum):
    """How a plot ended."""

    OK = "ok"
    NEEDS_ATTENTION = "needs_attention"
    FAILED = "failed"
    NOT_READY = "not_ready"


class PlotReason(StrEnum):
    """Why a plot is not ok. A closed set."""

    NO_DATA = "no_data"
    NO_CHART = "no_chart"
    MISSING_ROLES = "missing_roles"
    CODE_REFUSED = "code_refused"
    CODE_FAILED = "code_failed"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    LIMIT = "limit"
    BAD_PICTURE = "bad_picture"
    CANVAS_PADDED = "canvas_padded"
    GATES = "gates"
    RENDERER = "renderer"
    DEADLINE = "deadline"
    CANCELLED = "cancelled"


class Step(StrEnum):
    """What a turn is doing. A closed set."""

    QUEUED = "queued"
    ADAPTING = "adapting"
    CHECKING = "checking"
    RENDERING = "rendering"
    REVIEWING = "reviewing"
    REPAIRING = "repairing"


@dataclass(frozen=True, slots=True)
class PlotOutcome:
    """One plot, over. The forms are empty when the run ended before they existed, `png` when there is no picture."""

    status: PlotStatus
    theme: Theme
    reason: PlotReason | None = None  #: None: it is ok
    detail: str = ""  #: one or two sentences for people: what happened and what to do; empty when it is ok
    working_form: str = ""
    run_form: str = ""  #: the exact text that ran, and that is exported
    png: bytes = b""  #: hardened, on the exact canvas
    width: int = 0  #: pixels
    height: int = 0  #: pixels
    findings: tuple[Finding, ...] = ()
    missing_roles: tuple[str, ...] = ()  #: names of required roles without enough columns
    render_s: float = 0.0  #: seconds in the renderer
    changes: tuple[str, ...] = ()  #: what repairs changed, one sentence each
    script_error: ScriptError | None = None  #: what the script raised, when that is why there is no picture
    changed_options: Mapping[str, object] = field(default_factory=dict)  #: those that a repair set, with their values
