"""Binding: a catalogue script, its theme block, the user's roles and options become the working form."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from agent_svc.code.literal import assignment
from agent_svc.code.regions import locate, placeholder
from agent_svc.code.span import Span, parse, span_of, splice
from agent_svc.code.theme import Theme, swap_theme
from agent_svc.code.theme_block import theme_block_for

RoleValue = str | Sequence[str]


def bind(
    script: str,
    theme_block: str,
    roles: Mapping[str, RoleValue],
    options: Mapping[str, object],
    theme: Theme,
) -> str:
    """The working form: theme, roles and options inlined, `df = load_user_data()` kept.

    `roles` holds bound roles only: a column, or a list of columns for a family. Raises ScriptShapeError for a script
    without its placeholders, TypeError for an option that has no literal.
    """
    regions = locate(script)
    block = theme_block_for(script, theme_block)
    placeholder(script, regions.data, "df = load_user_data()")
    bound = splice(
        script,
        [
            (placeholder(script, regions.theme, "use_theme()"), f"{block.text}\n\n"),
            (placeholder(script, regions.roles, "roles = load_roles()"), assignment("roles", roles)),
            (placeholder(script, regions.options, "options = load_options()"), assignment("options", options)),
            *_added_imports(script, block.imports),
        ],
    )
    return swap_theme(bound, theme)


def _added_imports(script: str, imports: Sequence[str]) -> list[tuple[Span, str]]:
    own = [node for node in parse(script).body if isinstance(node, ast.Import | ast.ImportFrom)]
    present = {ast.unparse(node) for node in own}
    missing = [line for line in imports if line not in present]
    if not missing:
        return []
    end = span_of(script, own[-1]).end if own else 0
    text = "\n".join(missing)
    return [(Span(end, end), f"\n{text}" if own else f"{text}\n")]
