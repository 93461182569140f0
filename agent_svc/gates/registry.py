"""The list of gates: who judges a render, in which order, and what all of them said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent_svc.gates.base import Evidence, Finding, Gate, Severity
from agent_svc.gates.canvas import CanvasGate
from agent_svc.gates.clipping import ClippingGate
from agent_svc.gates.contrast import ContrastGate
from agent_svc.gates.glyphs import GlyphsGate
from agent_svc.gates.label_overlap import LabelOverlapGate
from agent_svc.gates.left_out import LeftOutGate
from agent_svc.gates.legend import LegendGate
from agent_svc.gates.numbers import NumbersGate
from agent_svc.gates.out_of_view import OutOfViewGate
from agent_svc.gates.outputs import OutputsGate
from agent_svc.gates.overplotting import OverplottingGate
from agent_svc.gates.picture import PictureGate
from agent_svc.gates.png import Picture
from agent_svc.gates.probe import ProbeGate
from agent_svc.gates.readback.gate import ReadbackGate

CrashLog = Callable[[str, Exception], None]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What all gates said; `picture` is None when one blocked or none could decode it."""

    findings: tuple[Finding, ...]
    picture: Picture | None

    @property
    def blocks(self) -> tuple[Finding, ...]:
        """The findings that leave no picture to show."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.BLOCK)

    @property
    def attentions(self) -> tuple[Finding, ...]:
        """The findings that should be looked at."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ATTENTION)


class Gates:
    """One ordered list of gates with distinct names."""

    def __init__(self, gates: Sequence[Gate], on_crash: CrashLog | None = None) -> None:
        """`on_crash` is told the gate's name and what it raised. Raises ValueError for a name that comes twice."""
        names = [gate.name for gate in gates]
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled:
            raise ValueError(f"more than one gate is named {', '.join(doubled)}")
        self._gates = tuple(gates)
        self._on_crash = on_crash

    @property
    def names(self) -> tuple[str, ...]:
        """The gates in their order."""
        return tuple(gate.name for gate in self._gates)

    def judge(self, evidence: Evidence) -> Judgement:
        """Ask each gate in turn, up to the first that blocks; each sees the picture that the one before it left."""
        findings: list[Finding] = []
        for gate in self._gates:
            try:
                verdict = gate.judge(evidence)
            except Exception as error:  # a gate that crashes must not take the plot with it
                if self._on_crash is not None:
                    self._on_crash(gate.name, error)
                message = f"The gate {gate.name} failed, so the picture is not judged by it."
                findings.append(
                    Finding(gate.name, Severity.ATTENTION, message, "Look at the picture before you use it.")
                )
                continue
            findings.extend(verdict.findings)
            if any(finding.severity is Severity.BLOCK for finding in verdict.findings):
                return Judgement(tuple(findings), None)
            if verdict.picture is not None:
                evidence = replace(evidence, picture=verdict.picture)
            if verdict.figure is not None:
                evidence = replace(evidence, figure=verdict.figure, library=verdict.library)
        return Judgement(tuple(findings), evidence.picture)


def standard_gates(on_crash: CrashLog | None = None) -> Gates:
    """The gates that every render passes."""
    return Gates(
        (
            OutputsGate(),
            PictureGate(),
            CanvasGate(),
            ProbeGate(),
            ReadbackGate(),
            LeftOutGate(),
            NumbersGate(),
            ClippingGate(),
            GlyphsGate(),
            ContrastGate(),
            LabelOverlapGate(),
            LegendGate(),
            OutOfViewGate(),
            OverplottingGate(),
        ),
        on_crash,
    )
