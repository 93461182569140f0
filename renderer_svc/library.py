"""A library as it works on this machine: its runtime, what a sandbox shows it, and what is missing if something is."""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from importlib import metadata

from renderer_svc.artifact import Check
from renderer_svc.bytecode import ensure_compiled
from renderer_svc.executor import Executor
from renderer_svc.font_list import MatplotlibFiles
from renderer_svc.fonts import missing_font_packages
from renderer_svc.job import Job, ThemedScript
from renderer_svc.limits import Limits
from renderer_svc.runtimes.base import Runtime
from renderer_svc.sandbox.image import Image, build_image
from renderer_svc.task import Task


@dataclass(frozen=True, slots=True)
class Library:
    """One runtime on this machine; `remedy` is the one line that makes it work when it does not."""

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
            limits=replace(self.runtime.limits(limits), wall_s=min(job.timeout_s, limits.wall_s)),
            outputs=outputs,
            modules=self.runtime.modules,
            rehearsal=self.runtime.rehearsal,
            watcher=self.runtime.watcher,
            vector=job.vector,
            env=self.runtime.env(),
            extras=self.runtime.extras(script.theme),
        )


def remedy_for(runtime: Runtime) -> str:
    """The one line that installs what `runtime` lacks on this machine; empty when it lacks nothing."""
    lacking = [name for name in runtime.distributions if not _is_installed(name)]
    lacking += missing_font_packages()
    if lacking:
        return f"pip install {' '.join(lacking)}"
    return next((part.remedy for part in runtime.parts if not part.find()), "")


def library_of(runtime: Runtime) -> Library:
    """`runtime` as this machine has it, in milliseconds: nothing is imported and no sandbox starts.

    A program that it needs is asked for its version, once for all libraries.
    """
    remedy = remedy_for(runtime)
    if remedy:
        return Library(runtime, Image((), (), (), "", ()), remedy)
    programs = [path for part in runtime.parts if part.programs and (path := part.find())]
    image = replace(build_image(runtime.distributions, programs=programs, fonts=True), forkable=runtime.fork_safe)
    image = replace(image, forkable=runtime.fork_safe)
    return Library(runtime, image, versions=_versions(runtime.distributions))


def warm_up(runtime: Runtime, executor: Executor, limits: Limits, files: MatplotlibFiles | None = None) -> Library:
    """`library_of`, with compiled bytecode and with matplotlib's list of fonts where `runtime` needs it.

    `files` are shared between libraries and made when the first one asks.
    """
    library = library_of(runtime)
    if not library.available:
        return library
    ensure_compiled(runtime.modules)
    if not runtime.draws_with_matplotlib:
        return library
    keep = (files or MatplotlibFiles(executor, limits)).content()
    return replace(library, keep=keep)


def _is_installed(distribution: str) -> bool:
    try:
        metadata.distribution(distribution)
    except metadata.PackageNotFoundError:
        return False
    return True


def _versions(distributions: Iterable[str]) -> dict[str, str]:
    return {**{name: metadata.version(name) for name in distributions}, "python": platform.python_version()}
