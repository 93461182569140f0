"""The validator: reads a script without running it and names every line that no plot needs.

It is the first wall, not the last: what it lets through runs in the renderer's sandbox.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from agent_svc.code.rules.adaptation import adaptation
from agent_svc.code.rules.attributes import attributes
from agent_svc.code.rules.dispatch import dispatch
from agent_svc.code.rules.expressions import expressions
from agent_svc.code.rules.imports import imports
from agent_svc.code.rules.modules import modules
from agent_svc.code.rules.names import names
from agent_svc.code.rules.program import Problem, Program, Rule
from agent_svc.code.rules.size import size, source_problems
from agent_svc.code.rules.syntax import syntax
from agent_svc.code.rules.texts import texts
from agent_svc.code.syntax_tree import syntax_tree

__all__ = ["PROFILES", "Problem", "Profile", "validate"]


class Profile(StrEnum):
    """What is asked of a script."""

    SECURITY = "security"  #: of every script, whoever wrote it
    ADAPTATION = "adaptation"  #: of scripts that a model changed: security, and that they draw the data


_SECURITY: Final[tuple[Rule, ...]] = (
    *(size, syntax, imports, modules, names, attributes, texts, dispatch, expressions),
)
PROFILES: Final[dict[Profile, tuple[Rule, ...]]] = {
    Profile.SECURITY: _SECURITY,
    Profile.ADAPTATION: (*_SECURITY, adaptation),
}


def validate(source: str, profile: Profile = Profile.SECURITY) -> tuple[Problem, ...]:
    """Everything in `source` that `profile` refuses, in the order of its lines; empty when it may run."""
    found = list(source_problems(source))
    if found:
        return tuple(sorted(found))
    try:
        program = Program(source, syntax_tree(source))
        for rule in PROFILES[profile]:
            found.extend(rule(program))
    except SyntaxError as error:
        return (Problem(error.lineno or 0, "syntax", f"the script is not Python: {error.msg}"),)
    except (ValueError, RecursionError, MemoryError):
        return (Problem(0, "size", "the script is nested too deeply"),)
    return tuple(sorted(set(found)))
