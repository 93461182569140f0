"""Rebinding: a working form with other roles, options and theme, whatever else was changed in it."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from agent_svc.code.bind import RoleValue
from agent_svc.code.literal import assignment
from agent_svc.code.regions import locate
from agent_svc.code.span import ScriptShapeError, parse, splice
from agent_svc.code.theme import Theme, swap_theme


def rebound(working_form: str, roles: Mapping[str, RoleValue], options: Mapping[str, object], theme: Theme) -> str:
    """`working_form` with these roles, options and theme.

    Raises ScriptShapeError for an option whose step was left out of it while it was off.
    """
    regions = locate(working_form)
    held = held_options(working_form)
    lost = [name for name, value in options.items() if name not in held and value]
    if lost:
        raise ScriptShapeError(f"{', '.join(lost)} cannot be set in code that was changed without it")
    kept = {name: value for name, value in options.items() if name in held}
    pieces = [(regions.roles, assignment("roles", roles)), (regions.options, assignment("options", kept))]
    return swap_theme(splice(working_form, pieces), theme)


def held_options(form: str) -> Mapping[str, object]:
    """The options that are written down in a working or run form. Raises ScriptShapeError when none are."""
    span = locate(form).options
    statement = parse(form[span.start : span.end]).body[0]
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Dict):
        raise ScriptShapeError("the options are not written down in this script")
    return dict(ast.literal_eval(statement.value))
