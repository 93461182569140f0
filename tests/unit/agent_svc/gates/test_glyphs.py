"""The glyphs gate: characters that show as a box."""

from __future__ import annotations

from collections.abc import Callable

from agent_svc.gates.base import Evidence, Severity
from agent_svc.gates.figure import read_figure
from agent_svc.gates.glyphs import GlyphsGate


def test_a_figure_that_has_all_its_glyphs_passes(
    evidence: Callable[..., Evidence], probe: Callable[..., dict[str, object]]
) -> None:
    figure, _ = read_figure(probe(), "plot-light.png", (64, 36))

    assert GlyphsGate().judge(evidence(figure=figure)).findings == ()


def test_characters_without_a_glyph_get_attention_and_are_named(
    evidence: Callable[..., Evidence], probe: Callable[..., dict[str, object]]
) -> None:
    figure, _ = read_figure(probe(missing_glyphs=[0x6570, 0x200B]), "plot-light.png", (64, 36))
    (finding,) = GlyphsGate().judge(evidence(figure=figure)).findings

    assert finding.severity is Severity.ATTENTION
    assert finding.message == "2 characters have no glyph in the font and show as a box: “数 (U+6570)”, “U+200B”."
