"""LaTeX: the first table of a `tabular` environment."""

from __future__ import annotations

import re

_TABULAR = re.compile(r"\\begin\{(tabular[xy*]?|longtable|array)\}(.*?)\\end\{\1\}", re.DOTALL)
_COLUMNS = re.compile(r"\s*(?:\[[^\]]*\])?\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\s*){1,2}")
_RULES = re.compile(r"\\(?:top|mid|bottom)rule|\\hline|\\c(?:mid)?(?:line|rule)(?:\([^)]*\))?\{[^}]*\}")
_ROW_END = re.compile(r"\\\\(?:\[[^\]]*\])?|\\tabularnewline")
_CELL_END = re.compile(r"(?<!\\)&")
_FONT = re.compile(r"\\(?:text\w*|math\w*|emph|num|SI|mbox)\{([^{}]*)\}")
_ESCAPED = re.compile(r"\\([%&_$#{} ])")


def latex_records(text: str) -> list[list[str]] | None:
    """The records of a LaTeX table; None for text without one."""
    if "\\begin{" not in text or "&" not in text:
        return None
    found = _TABULAR.search(text)
    if found is None:
        return None
    body = _RULES.sub("", _COLUMNS.sub("", found[2], count=1))
    rows = (row for row in _ROW_END.split(body) if row.strip())
    return [[_plain(cell) for cell in _CELL_END.split(row)] for row in rows]


def _plain(cell: str) -> str:
    return " ".join(_ESCAPED.sub(r"\1", _FONT.sub(r"\1", cell.replace("~", " ")).replace("$", "")).split())
