"""A library as it works on this machine: its runtime, warmed up once inside a sandbox when the renderer starts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from renderer_svc.artifact import Check
from renderer_svc.bytecode import ensure_compiled
from renderer_svc.executor import Executor
from renderer_svc.job import Job, ThemedScript
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.runtimes.base import WARM_FILE, Runtime
from renderer_svc.sandbox.image import Image, build_image
from renderer_svc.stop import Stop
from renderer_svc.task import Task


@dataclass(frozen=True, slots=True)
class Library:
    """One runtime with what its warm-up found; `remedy` says what to do when it does not work here."""

    runtime: Runtime
    image: Image
    remedy: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    keep: Mapping[str, bytes] = field(default_factory=dict)  #: put into the work folder of every run

    @property
    def available(self) -> bool:
        return not self.remedy

    def task(self, job: Job, script: ThemedScript, limits: Limits) -> Task:
        """The task that draws one theme of `job`."""
        outputs: Mapping[str, Check | None] = dict(self.runtime.outputs(script.theme, limits))
        files = {**self.keep, self.runtime.script_name: script.source.encode(), "data.csv": job.data}
        return Task(
            image=self.image,
            script_name=self.runtime.script_name,
            files=files,
            limits=replace(limits, wall_s=min(job.timeout_s, limits.wall_s)),
            outputs=outputs,
            modules=self.runtime.modules,
            probe=self.runtime.probe,
        )


def warm_up(runtime: Runtime, executor: Executor, limits: Limits) -> Library:
    """Run the warm-up of `runtime` in a sandbox of its own. A library that is missing or broken is not available."""
    ensure_compiled(runtime.modules)
    library = Library(runtime, build_image(runtime.distributions))
    source = runtime.warm_up.encode()
    task = Task(library.image, "warm.py", {"warm.py": source}, limits, outputs={WARM_FILE: None})
    stop = Stop()
    try:
        result = executor.run(task, slot=0, stop=stop)
    finally:
        stop.close()
    if result.outcome is not Outcome.OK:
        return replace(library, remedy=f"pip install {' '.join(runtime.distributions)}")
    found = json.loads(result.outputs[WARM_FILE])  # our own script wrote it: no user code ran in that sandbox
    keep = {path: text.encode() for path, text in found["keep"].items()}
    return replace(library, versions=found["versions"], keep=keep)
