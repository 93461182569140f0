"""The drawn table: what a finished version showed, from its run form, its data.csv and its data steps."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from agent_svc.code.loader import loaded_orders, loaded_types
from agent_svc.data.column import Column, ColumnType
from agent_svc.data.steps import replay_table


def drawn_table(
    run_form: str, data_csv: str, steps: Sequence[Mapping[str, Any]] = ()
) -> tuple[tuple[Column, ...], str]:
    """Its columns and its canonical text, after `steps`; their units are not kept.

    Raises ScriptShapeError when `run_form` is none, `InvalidError` or TableTooBigError when steps no longer fit.
    """
    types, orders = loaded_types(run_form), loaded_orders(run_form)
    names = next(csv.reader(io.StringIO(data_csv)), [])
    columns = tuple(
        Column(name, ColumnType(types.get(name, "number")), None, name, orders.get(name, ())) for name in names
    )
    return replay_table(columns, data_csv, steps)
