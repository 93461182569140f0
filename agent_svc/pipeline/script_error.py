"""The script error: what a script raised, told apart so that its text need not be passed on."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScriptError:
    """What the script raised: class, line of the run form (0: not known), the exception's own text."""

    kind: str
    line: int
    message: str
