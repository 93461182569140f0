"""Frame: `data.csv` as the pandas frame that an exported script reads."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent_svc.data.column import Column, ColumnType

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True)
class CsvArguments:
    """What `pandas.read_csv` is told of the columns, besides `keep_default_na=False, na_values=[""]`."""

    dtype: dict[str, str]
    parse_dates: list[str]


def csv_arguments(columns: Sequence[Column]) -> CsvArguments:
    """The arguments for these columns: text as `string`, dates parsed, numbers and booleans as pandas finds them."""
    return CsvArguments(
        dtype={column.name: "string" for column in columns if column.type is ColumnType.TEXT},
        parse_dates=[column.name for column in columns if column.type is ColumnType.DATE],
    )


def read_frame(csv: str, columns: Sequence[Column]) -> pd.DataFrame:
    """The frame of a `data.csv`, read as the run form of a script reads it."""
    import pandas as pd  # half a second that only this function needs

    arguments = csv_arguments(columns)
    frame = pd.read_csv(
        io.StringIO(csv),
        dtype=arguments.dtype,
        parse_dates=arguments.parse_dates,
        keep_default_na=False,
        na_values=[""],
    )
    for column in columns:
        if column.order:
            frame[column.name] = pd.Categorical(frame[column.name], list(column.order), ordered=True)
    return frame
