"""The version: one finished plot of a session, with its files, its themes and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from agent_svc.pipeline.outcome import PlotReason, PlotStatus, Theme

MAX_VERSION: Final = 999

Bindings = Mapping[str, tuple[str, ...]]
Options = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file of a version; `key` is where the artifact store has it."""

    name: str
    media_type: str
    size: int
    key: str


@dataclass(frozen=True, slots=True)
class Remark:
    """What a gate said about a version's picture; severity is block, attention or note."""

    gate: str
    severity: str
    message: str
    suggestion: str = ""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a plot cost; the times are seconds."""

    model_calls: int = 0
    tokens: int = 0
    queue_s: float = 0.0
    render_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ThemeRecord:
    """How one theme of a version went; `tries` counts the renders that its own content failed."""

    theme: Theme
    status: PlotStatus
    reason: PlotReason | None = None
    tries: int = 0

    @property
    def has_picture(self) -> bool:
        """Whether this theme has been drawn."""
        return self.status in (PlotStatus.OK, PlotStatus.NEEDS_ATTENTION)


@dataclass(frozen=True, slots=True)
class Version:
    """A finished plot as it was then: chart, bindings and options are copies, not references."""

    number: int
    chart_id: str
    library: str
    status: PlotStatus
    reason: PlotReason | None
    theme: Theme
    bindings: Bindings
    options: Options
    width_px: int
    height_px: int
    created_at: float
    """Seconds since 1970-01-01 UTC."""
    steps: tuple[Mapping[str, Any], ...] = ()
    """The data steps between its data.csv and its picture."""
    cost: Cost = Cost()
    changes: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    themes: tuple[ThemeRecord, ...] = ()

    def artifact(self, name: str) -> Artifact | None:
        """The file of that name, or None."""
        return next((artifact for artifact in self.artifacts if artifact.name == name), None)

    def theme_record(self, theme: Theme) -> ThemeRecord | None:
        """How that theme went, or None when it was never tried."""
        return next((record for record in self.themes if record.theme is theme), None)
