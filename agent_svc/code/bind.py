"""Binding: a catalogue script, its theme block, the user's roles and options become the working form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agent_svc.code.imports import added_imports
from agent_svc.code.literal import assignment
from agent_svc.code.regions import locate, placeholder
from agent_svc.code.span import splice
from agent_svc.code.switches import options_read, without_switched_off
from agent_svc.code.theme import Theme, swap_theme
from agent_svc.code.theme_block import theme_block_for

RoleValue = str | Sequence[str]


def bind(
    script: str,
    theme_block: str,
    roles: Mapping[str, RoleValue],
    options: Mapping[str, object],
    theme: Theme,
    *,
    whole: bool = False,
) -> str:
    """The working form: theme, roles and options inlined, `df = load_user_data()` kept, switched-off steps left out.

    `whole`: with these steps too, so that they can be switched on in code that somebody has changed by then.
    `roles` holds bound roles only: a column, or a list of columns for a family. Raises ScriptShapeError for a script
    without its placeholders, TypeError for an option that has no literal.
    """
    full, script = script, script if whole else without_switched_off(script, options)
    gone = options_read(full) - options_read(script)
    regions = locate(script)
    block = theme_block_for(script, theme_block)
    placeholder(script, regions.data, "df = load_user_data()")
    bound = splice(
        script,
        [
            (placeholder(script, regions.theme, "use_theme()"), f"{block.text}\n\n"),
            (placeholder(script, regions.roles, "roles = load_roles()"), assignment("roles", roles)),
            (
                placeholder(script, regions.options, "options = load_options()"),
                assignment("options", {name: value for name, value in options.items() if name not in gone}),
            ),
            *added_imports(script, block.imports),
        ],
    )
    return swap_theme(bound, theme)
