"""The syntax tree of a script: Python's parser, entered by one thread at a time."""

from __future__ import annotations

import ast
from threading import Lock
from typing import Final

# Before 3.11.8 and 3.12.2, Python counts how deep it is in a tree once for all threads; two that build trees at the
# same time, and are switched by a garbage collection, end in a SystemError (python/cpython#106905).
_ONE_AT_A_TIME: Final = Lock()


def syntax_tree(source: str) -> ast.Module:
    """The tree of `source`, from any thread.

    Raises SyntaxError for what is not Python, and ValueError, RecursionError or MemoryError for what cannot be parsed.
    """
    with _ONE_AT_A_TIME:
        return ast.parse(source)
