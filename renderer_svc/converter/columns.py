"""Column files: Parquet and Feather through pyarrow, batch by batch, as rows of text."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, tzinfo
from typing import Any

from renderer_svc.converter.bounds import COLUMNS, ROWS
from renderer_svc.converter.cells import cell_text
from renderer_svc.converter.fault import Fault, Refused
from renderer_svc.converter.kind import Kind
from renderer_svc.converter.report import Report
from renderer_svc.converter.table_text import TableText

_BATCH_ROWS = 4096


def convert_columns(data: bytes, kind: Kind, report: Report) -> TableText:
    """The table of a Parquet or Feather file. Raises `Refused`, and pyarrow's own errors for a damaged one."""
    try:
        import pyarrow as pa
    except ImportError as error:
        raise Refused(Fault.READER_MISSING) from error
    pa.set_memory_pool(pa.system_memory_pool())  # the sandbox's limit on memory reaches it
    schema, batches = _parquet(data) if kind is Kind.PARQUET else _feather(data)
    taken = [index for index, field in enumerate(schema) if _fits_a_cell(field.type)]
    report.columns_left_out = len(schema) - len(taken)
    if not taken:
        raise Refused(Fault.NO_TABLE)
    text = TableText()
    text.add([[str(schema.names[index]) for index in taken]])
    for batch in batches:
        columns = [_texts(batch.column(index), report) for index in taken]
        text.add(zip(*columns, strict=True))
        if text.rows > ROWS:
            raise Refused(Fault.TOO_LARGE)
    return text


def _parquet(data: bytes) -> tuple[Any, Iterable[Any]]:
    import pyarrow.parquet as pq

    file = pq.ParquetFile(io.BytesIO(data))
    if file.metadata.num_rows > ROWS or file.metadata.num_columns > COLUMNS:
        raise Refused(Fault.TOO_LARGE)
    return file.schema_arrow, file.iter_batches(batch_size=_BATCH_ROWS, use_threads=False)


def _feather(data: bytes) -> tuple[Any, Iterable[Any]]:
    import pyarrow.feather as feather

    table = feather.read_table(io.BytesIO(data), use_threads=False)
    if table.num_rows > ROWS or table.num_columns > COLUMNS:
        raise Refused(Fault.TOO_LARGE)
    return table.schema, table.to_batches(max_chunksize=_BATCH_ROWS)


def _fits_a_cell(kind: Any) -> bool:
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return not (types.is_nested(kind) or types.is_binary(kind) or types.is_large_binary(kind)) and not (
        types.is_fixed_size_binary(kind)
    )


def _texts(column: Any, report: Report) -> list[str]:
    from pyarrow import types

    if types.is_dictionary(column.type):
        column = column.dictionary_decode()
    kind = column.type
    if types.is_duration(kind):
        report.durations += len(column) - column.null_count
    values = _moments(column) if types.is_timestamp(kind) and kind.tz else _plain(column).to_pylist()
    write: Callable[[object], str] = cell_text
    return [write(value) for value in values]


def _plain(column: Any) -> Any:
    """`column` with values that Python has: microseconds, and short floats by their own shortest notation."""
    import pyarrow as pa
    from pyarrow import types

    kind = column.type
    if types.is_float16(kind) or types.is_float32(kind):
        return _short_floats(column.cast(pa.float32()))
    if types.is_timestamp(kind) and kind.unit == "ns":
        return column.cast(pa.timestamp("us"), safe=False)
    if types.is_duration(kind) and kind.unit == "ns":
        return column.cast(pa.duration("us"), safe=False)
    if types.is_time64(kind) and kind.unit == "ns":
        return column.cast(pa.time64("us"), safe=False)
    return column


def _moments(column: Any) -> list[datetime | None]:
    """`column` in the zone that it names; in UTC, which is the same moment, where nobody here knows the zone."""
    import pyarrow as pa

    zone = _zone(column.type.tz)
    # Without its zone a moment is written in UTC, for which pyarrow needs no zones of the machine.
    moments = column.cast(pa.timestamp("us", column.type.tz), safe=False).cast(pa.timestamp("us")).to_pylist()
    return [moment and moment.replace(tzinfo=UTC).astimezone(zone) for moment in moments]


def _zone(name: str) -> tzinfo:
    import pyarrow as pa

    try:
        zone: tzinfo = pa.lib.string_to_tzinfo(name)
    except (KeyError, ValueError, OSError):  # a name that is wrong, or no zones in the sandbox
        return UTC
    return zone


def _short_floats(column: Any) -> Any:
    """A float of four bytes as the shortest decimal that names it: 0.1, not 0.10000000149011612."""
    import pyarrow as pa

    return column.cast(pa.string()).cast(pa.float64())
