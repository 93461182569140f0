"""Conversion: the tool that turns an uploaded file into a table inside a sandbox, and its report read with care."""

from __future__ import annotations

import json
import signal
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from renderer_svc import converter
from renderer_svc.bytecode import ensure_compiled
from renderer_svc.converter.fault import Fault
from renderer_svc.converter.report import Report
from renderer_svc.data_code import table_check, tried
from renderer_svc.executor import Executor
from renderer_svc.job import Job, JobKind, ThemedScript, ThemeResult
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.probe import accept
from renderer_svc.sandbox.image import SITE, Image, Warm, build_image
from renderer_svc.task import Task

TABLE: Final = "table.csv"
_REPORT: Final = "report.json"
_SCRIPT: Final = "convert.py"
_SOURCE: Final = b"from renderer_svc.converter.main import main\n\nmain()\n"
_DISTRIBUTIONS: Final = ("python-calamine", "pyarrow", "tzdata")
_MODULES: Final = ("python_calamine", "pyarrow.parquet", "pyarrow.feather")
_STANDARD: Final = ("csv", "dataclasses", "decimal", "json", "xml.etree.ElementTree", "zipfile", "zlib")
_WARM: Final = (*_STANDARD, *(name for name in ("python_calamine",) if find_spec(name) is not None))
_MOST_SHEETS: Final = 256
_TOO_LARGE: Final = frozenset({Outcome.OUTPUT_REJECTED, Outcome.OUT_OF_MEMORY, Outcome.DISK_LIMIT, Outcome.FILE_LIMIT})
_ABORTED: Final = 128 + signal.SIGABRT  # a reader in Rust that gets no memory
_MOST_CHARACTERS: Final = 200
_MOST: Final = 2**31


@dataclass(frozen=True, slots=True)
class Converter:
    """The tool of conversions. A reader that is missing is the converter's to tell: the other files work."""

    image: Image
    remedy: str = ""

    @property
    def available(self) -> bool:
        return not self.remedy

    def task(self, job: Job, script: ThemedScript, limits: Limits) -> Task:
        """The task that converts the file of `job`; the script's source is the name of the sheet to take."""
        order = json.dumps({"sheet": script.source}).encode()
        return Task(
            image=self.image,
            script_name=_SCRIPT,
            files={_SCRIPT: _SOURCE, "upload": job.data, "order.json": order},
            limits=replace(limits, wall_s=min(job.timeout_s, limits.wall_s)),
            outputs={_REPORT: None, TABLE: None},
        )


@dataclass(frozen=True, slots=True)
class Converted:
    """The file is a table now."""

    table: bytes
    report: Report


@dataclass(frozen=True, slots=True)
class SheetChoice:
    """The workbook has several sheets with values; nothing was converted yet."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """The file is no table, for a reason that people understand."""

    fault: Fault


Conversion = Converted | SheetChoice | Refusal


def prepare_converter(executor: Executor, limits: Limits) -> Converter:
    """The tool, tried once in a sandbox of its own."""
    ensure_compiled(_MODULES)
    tool = Converter(_image())
    limits = limits.for_trial()
    job = Job("", "", b"a\n1\n", (), limits.wall_s)
    if tried(executor, tool.task(job, ThemedScript("", ""), limits)) is Outcome.OK:
        return tool
    return replace(tool, remedy="see the line of launch_failed in the renderer's log")


def read_conversion(result: ThemeResult) -> Conversion | None:
    """What came of a conversion; None when the sandbox was stopped for a limit, cancelled, or did not start.

    The converter is ours, but it has read hostile bytes: its report counts only as far as it is well-formed.
    """
    if result.outcome is Outcome.OK:
        return _read(result.outputs)
    if result.outcome in _TOO_LARGE or (result.outcome is Outcome.FAILED and result.exit_code == _ABORTED):
        return Refusal(Fault.TOO_LARGE)
    return Refusal(Fault.CORRUPT) if result.outcome is Outcome.FAILED else None


def _read(outputs: Mapping[str, bytes]) -> Conversion:
    said = json.loads(accept(outputs[_REPORT], 1 << 18) or "{}")
    if said.get("fault") in set(Fault):
        return Refusal(Fault(said["fault"]))
    sheets = said.get("sheets")
    if isinstance(sheets, list) and sheets and all(isinstance(name, str) for name in sheets):
        return SheetChoice(tuple(name[:_MOST_CHARACTERS] for name in sheets[:_MOST_SHEETS]))
    if "kind" not in said:
        return Refusal(Fault.CORRUPT)
    table = outputs[TABLE]
    report = _report(said)
    if report.kind != "text" and table_check(table) is not None:
        return Refusal(Fault.CORRUPT)
    return Converted(table, report)


def _report(said: Mapping[str, Any]) -> Report:
    report = Report()
    for field in fields(Report):
        value = said.get(field.name)
        if isinstance(value, str) and isinstance(getattr(report, field.name), str):
            setattr(report, field.name, value[:_MOST_CHARACTERS])
        elif isinstance(value, int) and isinstance(getattr(report, field.name), int):
            setattr(report, field.name, min(max(value, 0), _MOST))
    return report


def _image() -> Image:
    """The readers, and the converter's own code beside them, read-only.

    Only what cannot start a thread is imported ahead; pyarrow is, by those files alone that need it.
    """
    image = build_image(_DISTRIBUTIONS)
    ours = str(Path(converter.__file__).parent)
    warm = Warm(JobKind.CONVERT, _WARM, "")
    return replace(image, binds=(*image.binds, (ours, f"{SITE}/renderer_svc/converter")), warm=(warm,))
