"""Gate R1: exit and outputs."""

from __future__ import annotations

from collections.abc import Callable

from agent_svc.gates.base import Evidence, Severity
from agent_svc.gates.outputs import OutputsGate


def test_a_script_that_ended_well_with_a_picture_passes(evidence: Callable[..., Evidence]) -> None:
    assert OutputsGate().judge(evidence()).findings == ()


def test_an_early_ending_blocks_in_its_own_words(evidence: Callable[..., Evidence]) -> None:
    (finding,) = OutputsGate().judge(evidence(ending="The script raised KeyError at line 4.")).findings

    assert (finding.gate, finding.severity) == ("outputs", Severity.BLOCK)
    assert finding.message == "The script raised KeyError at line 4."


def test_no_picture_blocks_and_names_the_file(evidence: Callable[..., Evidence]) -> None:
    (finding,) = OutputsGate().judge(evidence(png=b"")).findings

    assert finding.severity is Severity.BLOCK
    assert "left no plot-light.png" in finding.message
