"""The imports: those that a script lacks, put behind its own."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from agent_svc.code.span import Span, parse, span_of


def added_imports(script: str, imports: Sequence[str]) -> list[tuple[Span, str]]:
    """The piece that adds those of `imports` that `script` lacks, behind its own; none when it has all."""
    own = [node for node in parse(script).body if isinstance(node, ast.Import | ast.ImportFrom)]
    present = {ast.unparse(node) for node in own}
    missing = [line for line in imports if line not in present]
    if not missing:
        return []
    end = span_of(script, own[-1]).end if own else 0
    text = "\n".join(missing)
    return [(Span(end, end), f"\n{text}" if own else f"{text}\n")]
