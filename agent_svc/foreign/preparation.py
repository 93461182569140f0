"""The preparation of a script: what its author wrote around the plot is put aside before anybody looks at the rest."""

from __future__ import annotations

import ast

from agent_svc.code.syntax_tree import syntax_tree
from agent_svc.foreign.housekeeping import tidied, without_magics
from agent_svc.foreign.inlining import inlined
from agent_svc.foreign.looks import without_looks
from agent_svc.foreign.reading import read_as_df
from agent_svc.foreign.spelling import spelled_out


def prepared(source: str, saving: str) -> ast.Module:
    """The tree of `source` with one way of writing things; nodes keep their lines. `saving` is the saving method.

    Raises SyntaxError for what is not Python, and ValueError, RecursionError or MemoryError for what cannot be parsed.
    """
    tree = syntax_tree(without_magics(source))
    return spelled_out(without_looks(read_as_df(tidied(inlined(tree), saving))))
