"""A gate: a deterministic judgement of one render, from evidence to findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from agent_svc.catalogue import Chart
from agent_svc.data.column import Column
from agent_svc.gates.drawn_frame import drawn_frame
from agent_svc.gates.figure import Figure
from agent_svc.gates.png import Picture

if TYPE_CHECKING:
    import pandas as pd


class Severity(StrEnum):
    """What a finding means for the plot."""

    BLOCK = "block"  #: there is no picture to show
    ATTENTION = "attention"  #: someone should look at it
    NOTE = "note"  #: worth knowing


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a gate found: one sentence, and what to do about it (empty: nothing)."""

    gate: str
    severity: Severity
    message: str
    suggestion: str = ""
    location: str = ""  #: where in the picture or the script; empty: all of it


@dataclass(frozen=True)  # without slots, because `frame` is kept
class Asked:
    """What the plot was asked to show. `options` are complete; `bindings` hold columns by role name."""

    chart: Chart
    library: str
    columns: tuple[Column, ...]  #: those of `data_csv`, in its order
    data_csv: str
    bindings: Mapping[str, tuple[str, ...]]
    options: Mapping[str, object]
    shown: Mapping[str, str] = field(default_factory=dict)  #: the names with units that columns have in the picture

    @cached_property
    def frame(self) -> pd.DataFrame:
        """`data_csv`, read once for all gates: nobody changes it."""
        return drawn_frame(self.data_csv, self.columns)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a render left behind, and what was asked for; `png` and `probe` come from code that nobody trusts."""

    ending: str  #: empty: the script ended by itself with exit code 0; else a sentence on what happened instead
    file: str  #: the name that the picture had to have
    png: bytes
    probe: Mapping[str, object] | None
    canvas: tuple[int, int]  #: width and height in pixels that the picture must have
    paper: str  #: the theme's paper colour, #rrggbb
    asked: Asked | None = None  #: None: not known, so nothing can be read back
    picture: Picture | None = None  #: decoded by the picture gate
    figure: Figure | None = None  #: read by the probe gate; None: the report is missing or does not fit
    library: str = "matplotlib"  #: that drew the figure, as the report says


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one gate says; `picture` when it made a better one, `figure` when it read the report."""

    findings: tuple[Finding, ...] = ()
    picture: Picture | None = None
    figure: Figure | None = None
    library: str = ""  #: that drew `figure`


class Gate(Protocol):
    """One judgement. It never raises on purpose; when it does, that is reported as its own finding."""

    @property
    def name(self) -> str:
        """Its name, unique in its list, and the name of its page in docs/gates."""

    def judge(self, evidence: Evidence) -> Verdict:
        """Look at `evidence`; called in a worker thread."""
