"""The prompts: texts for models, kept as files so that a change reads as prose."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def prompt(name: str) -> str:
    """The prompt of that name, as it stands in `<name>.md`."""
    return (Path(__file__).parent / f"{name}.md").read_text(encoding="utf-8").strip()
