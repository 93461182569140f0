"""The data script: code that changes `df`, between the statement that reads the table and the one that writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.code.loader import TypedColumn, load_statement, order_statements
from agent_svc.code.validate import Problem, Profile, validate

RESULT_FILE: Final = "result.csv"
_IMPORTS: Final = "import numpy as np\nimport pandas as pd\n"
_SAVE: Final = f'df.to_csv("{RESULT_FILE}", index=False)'


def data_script(columns: Sequence[TypedColumn], body: str) -> str:
    """The whole script around `body`, which has `df`, `np` and `pd` and leaves its table in `df`."""
    return f"{_before(columns)}\n{body.strip()}\n\n{_SAVE}\n"


def problems_of(columns: Sequence[TypedColumn], body: str) -> tuple[Problem, ...]:
    """Why `body` may not run, by the rules for code that a model wrote; lines are those of `data_script`.

    Only the body is judged for what it writes: the statement behind it is not its own.
    """
    return validate(f"{_before(columns)}\n{body.strip()}\n", Profile.ADAPTATION)


def _before(columns: Sequence[TypedColumn]) -> str:
    return "\n".join([_IMPORTS, load_statement(columns), *order_statements(columns)]) + "\n"
