"""The probe gate: hints from inside the script's process."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agent_svc.gates.base import Evidence, Finding, Severity
from agent_svc.gates.png import Picture
from agent_svc.gates.probe import ProbeGate


def judged(seen: Evidence) -> tuple[Finding, ...]:
    return ProbeGate().judge(seen).findings


def test_a_report_that_fits_and_complains_of_nothing_passes(evidence: Callable[..., Evidence]) -> None:
    assert judged(evidence()) == ()


@pytest.mark.parametrize(
    ("report", "why"),
    [
        (None, "the probe left no report"),
        ({}, "another version"),
        ({"v": 2, "figures": []}, "another version"),
        ({"v": 1}, "no list of figures"),
        ({"v": 1, "figures": []}, "0 figures"),
        ({"v": 1, "figures": [{}, {}]}, "2 figures"),
        ({"v": 1, "figures": ["x"]}, "another file"),
    ],
)
def test_a_missing_or_strange_report_makes_the_picture_unverified(
    evidence: Callable[..., Evidence], report: object, why: str
) -> None:
    (finding,) = judged(evidence(probe=report))

    assert (finding.gate, finding.severity) == ("probe", Severity.ATTENTION)
    assert finding.message.startswith("The picture is unverified: ")
    assert why in finding.message


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"file": "plot-dark.png"}, "another file"),
        ({"width_px": 63}, "another size"),
        ({"height_px": "36"}, "cannot be read at height_px"),
        ({"texts_outside": [3]}, "cannot be read at texts_outside.0"),
        ({"texts_outside": [{"text": 3}]}, "cannot be read at texts_outside.0.text"),
        ({"missing_glyphs": {}}, "cannot be read at missing_glyphs"),
        ({"missing_glyphs": [-1]}, "cannot be read at missing_glyphs.0"),
        ({"missing_glyphs": [0xD800]}, "cannot be read at missing_glyphs.0"),
        ({"missing_glyphs": ["x"]}, "cannot be read at missing_glyphs.0"),
        ({"axes": [{"marks": {"points": [{"count": 0}]}}]}, "cannot be read at axes.0.marks"),
        ({"axes": [{"x": {"limits": [1]}}]}, "cannot be read at axes.0.x.limits"),
        ({"texts": ["a"] * 301}, "cannot be read at texts"),
    ],
)
def test_an_incoherent_report_makes_the_picture_unverified(
    evidence: Callable[..., Evidence],
    probe: Callable[..., dict[str, object]],
    changes: dict[str, object],
    why: str,
) -> None:
    (finding,) = judged(evidence(probe=probe(**changes)))

    assert finding.severity is Severity.ATTENTION
    assert why in finding.message


def test_the_report_is_compared_with_the_size_that_was_drawn_not_with_the_padded_one(
    evidence: Callable[..., Evidence], probe: Callable[..., dict[str, object]]
) -> None:
    padded = evidence().picture
    assert padded is not None
    seen = evidence(picture=Picture(padded.image, (60, 30)), probe=probe(width_px=60, height_px=30))

    assert judged(seen) == ()


def test_a_report_that_fits_is_handed_on_for_other_gates_to_read(evidence: Callable[..., Evidence]) -> None:
    verdict = ProbeGate().judge(evidence())

    assert verdict.figure is not None
    assert (verdict.figure.file, verdict.library) == ("plot-light.png", "matplotlib")
