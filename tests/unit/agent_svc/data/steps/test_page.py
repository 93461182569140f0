"""The page of the steps: every example on it is a step, and every op and function is on it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from agent_svc.data.steps import OPS, read_step
from agent_svc.data.steps.functions import FUNCTIONS

PAGE = (Path(__file__).parents[5] / "docs" / "steps.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^\| `(\w+)` \| `(\{.*?\})` \|", PAGE, re.MULTILINE)


def test_every_op_has_an_example() -> None:
    assert sorted(op for op, _ in EXAMPLES) == sorted(OPS)


@pytest.mark.parametrize(("op", "example"), EXAMPLES)
def test_an_example_is_a_step(op: str, example: str) -> None:
    assert read_step(json.loads(example)).op == op


def test_every_function_is_named() -> None:
    assert [name for name in FUNCTIONS if not re.search(rf"`{name}\b", PAGE)] == []
