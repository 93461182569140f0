"""Drawn frame: `data.csv` as the host reads it, to compare a picture with it."""

from __future__ import annotations

import io
from collections.abc import Sequence

import pandas as pd

from agent_svc.data.column import Column, ColumnType


def drawn_frame(data_csv: str, columns: Sequence[Column]) -> pd.DataFrame:
    """`data_csv` as the run form reads it; `columns` are its own, in its order."""
    kinds = {ColumnType.TEXT: "str", ColumnType.DATE: "str", ColumnType.BOOLEAN: "boolean"}
    dtype = {column.name: kinds[column.type] for column in columns if column.type in kinds}
    frame = pd.read_csv(io.StringIO(data_csv), dtype=dtype, keep_default_na=False, na_values=[""])
    for column in columns:
        if column.type is ColumnType.DATE:
            frame[column.name] = pd.to_datetime(frame[column.name], format="ISO8601", errors="coerce")
        elif column.order:
            frame[column.name] = pd.Categorical(frame[column.name], list(column.order), ordered=True)
    return frame
