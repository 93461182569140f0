"""The list of gates."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from agent_svc.gates.base import Evidence, Finding, Severity, Verdict
from agent_svc.gates.canvas import CanvasGate
from agent_svc.gates.outputs import OutputsGate
from agent_svc.gates.picture import PictureGate
from agent_svc.gates.registry import Gates, standard_gates

PAGES = Path(__file__).parents[4] / "docs" / "gates"


class Broken:
    name = "broken"

    def judge(self, evidence: Evidence) -> Verdict:
        raise ZeroDivisionError("secret")


class Noting:
    name = "noting"

    def judge(self, evidence: Evidence) -> Verdict:
        return Verdict((Finding(self.name, Severity.NOTE, f"drawn {evidence.picture is not None}"),))


def test_two_gates_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="more than one gate is named canvas"):
        Gates((CanvasGate(), OutputsGate(), CanvasGate()))


def test_a_gate_that_crashes_is_its_own_attention_and_the_others_go_on(evidence: Callable[..., Evidence]) -> None:
    crashes: list[tuple[str, str]] = []
    gates = Gates((Broken(), Noting()), lambda name, error: crashes.append((name, type(error).__name__)))
    judgement = gates.judge(evidence())

    assert [(finding.gate, finding.severity) for finding in judgement.findings] == [
        ("broken", Severity.ATTENTION),
        ("noting", Severity.NOTE),
    ]
    assert "secret" not in judgement.findings[0].message
    assert judgement.picture is not None
    assert crashes == [("broken", "ZeroDivisionError")]


def test_a_block_ends_the_judgement_without_a_picture(evidence: Callable[..., Evidence]) -> None:
    judgement = Gates((OutputsGate(), Noting())).judge(evidence(ending="It was stopped."))

    assert [finding.gate for finding in judgement.findings] == ["outputs"]
    assert judgement.picture is None
    assert judgement.blocks == judgement.findings


def test_each_gate_sees_the_picture_that_the_one_before_it_left(evidence: Callable[..., Evidence]) -> None:
    judgement = Gates((PictureGate(), Noting())).judge(evidence(picture=None))

    assert [finding.message for finding in judgement.findings] == ["drawn True"]


def test_a_crash_of_the_gate_that_decodes_leaves_no_picture(evidence: Callable[..., Evidence]) -> None:
    assert Gates((Broken(),)).judge(evidence(picture=None)).picture is None


def test_the_standard_gates_judge_from_the_exit_to_the_looks() -> None:
    first, looks = standard_gates().names[:5], standard_gates().names[5:]

    assert first == ("outputs", "picture", "canvas", "probe", "readback")
    assert looks == (
        "left_out",
        "numbers",
        "clipping",
        "glyphs",
        "contrast",
        "label_overlap",
        "legend",
        "out_of_view",
        "overplotting",
    )


@pytest.mark.parametrize("name", standard_gates().names)
def test_every_gate_has_its_page(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")

    assert [line for line in page.split("\n") if line.startswith("## ")] == ["## Details", "## Incorrect", "## Correct"]


def test_every_page_has_its_gate() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(standard_gates().names)
