"""Data code: a script of pandas that finds data.csv and leaves result.csv."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from renderer_svc.bytecode import ensure_compiled
from renderer_svc.executor import Executor
from renderer_svc.job import Job, JobKind, ThemedScript
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.image import Image, Warm, build_image
from renderer_svc.stop import Stop
from renderer_svc.task import Task

RESULT: Final = "result.csv"
_SCRIPT: Final = "data.py"
_MODULES: Final = ("numpy", "pandas")


@dataclass(frozen=True, slots=True)
class DataCode:
    """The tool of data code; `remedy` says what to do when pandas does not work here."""

    image: Image
    remedy: str = ""

    @property
    def available(self) -> bool:
        return not self.remedy

    def task(self, job: Job, script: ThemedScript, limits: Limits) -> Task:
        """The task that runs the script of `job`."""
        return Task(
            image=self.image,
            script_name=_SCRIPT,
            files={_SCRIPT: script.source.encode(), "data.csv": job.data},
            limits=replace(limits, wall_s=min(job.timeout_s, limits.wall_s)),
            outputs={RESULT: table_check},
            modules=_MODULES,
        )


def table_check(data: bytes) -> str | None:
    """What is wrong with a table that a script left: it must be text, in UTF-8, and not empty."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "it is not UTF-8"
    if "\0" in text:
        return "it holds a NUL character"
    return None if text.strip() else "it is empty"


def prepare_data_code(executor: Executor, limits: Limits) -> DataCode:
    """The tool, tried once in a sandbox of its own."""
    ensure_compiled(_MODULES)
    warm = Warm(JobKind.DATA, _MODULES, "")
    tool = DataCode(replace(build_image(_MODULES), warm=(warm,)))
    limits = limits.for_trial()
    job = Job("", "", b"a\n1\n", (), limits.wall_s)
    script = ThemedScript("", f"import pandas\npandas.read_csv('data.csv').to_csv({RESULT!r}, index=False)\n")
    if tried(executor, tool.task(job, script, limits)) is Outcome.OK:
        return tool
    return replace(tool, remedy="pip install pandas")


def tried(executor: Executor, task: Task) -> Outcome:
    """How `task` ended."""
    stop = Stop()
    try:
        return executor.run(task, slot=0, stop=stop).outcome
    finally:
        stop.close()
