"""The executor: one task in one fresh sandbox, from launch over watching to safe collection and the verdict."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

import structlog

from renderer_svc import meter, probe
from renderer_svc.artifact import Missing, Rejected, collect
from renderer_svc.follow import KILL_S, Followed, Follower, SandboxStuck
from renderer_svc.harness.order import Order
from renderer_svc.job import ThemeResult
from renderer_svc.outcome import Evidence, Outcome, judge
from renderer_svc.sandbox.base import LaunchFailed, Sandbox, SandboxKind, SandboxSpec
from renderer_svc.sandbox.image import SITE
from renderer_svc.statement import Statement, read_statement
from renderer_svc.stop import Stop
from renderer_svc.task import Task

_WORTH_A_TRY: Final = 0.5  # of the time that a script may take


class Executor:
    """Runs tasks; blocking, so each run has a thread of its own, which must outlive its sandbox."""

    def __init__(self, kind: SandboxKind, log: structlog.typing.FilteringBoundLogger) -> None:
        self.kind = kind
        self._log = log

    def run(self, task: Task, slot: int, stop: Stop, on_start: Callable[[], None] = lambda: None) -> ThemeResult:
        """Run `task` in place `slot`. Raises `SandboxStuck`.

        A sandbox that does not come up is tried once more, in what is left of the time: nobody waits for two. Without
        half of it there is no second try, because a script would be blamed for a time that it never had.
        """
        begun = time.monotonic()
        result = self._attempt(task, slot, stop, on_start)
        left_s = task.limits.wall_s - (time.monotonic() - begun)
        if result.outcome is not Outcome.LAUNCHER or stop.requested or left_s < task.limits.wall_s * _WORTH_A_TRY:
            return result
        return self._attempt(replace(task, limits=replace(task.limits, wall_s=left_s)), slot, stop, on_start)

    def _attempt(self, task: Task, slot: int, stop: Stop, on_start: Callable[[], None]) -> ThemeResult:
        begun = time.monotonic()
        nonce = secrets.token_hex(16)
        order = _order(task, nonce).to_json()
        spec = SandboxSpec(task.image, task.limits, slot, task.files, order, task.env, task.trial)
        try:
            sandbox = self.kind.start(spec)
        except LaunchFailed as error:
            self._log.error("launch_failed", kind=self.kind.name, complaint=str(error))
            return ThemeResult(Outcome.LAUNCHER, wall_s=time.monotonic() - begun)
        try:
            followed = Follower(sandbox, task.limits, stop, begun).follow(on_start)
            said = read_statement(followed.control, nonce)
            result = _collect(task, sandbox, followed, said)
        finally:
            _dispose(sandbox)
        if result.outcome is Outcome.LAUNCHER:
            self._log.error("launch_failed", kind=self.kind.name, complaint=_complaint(followed, said))
        return result

    def close(self) -> None:
        """End what still runs, and what is kept ready."""
        self.kind.close()


def _complaint(followed: Followed, said: Statement) -> str:
    """What went wrong, for the operator. Before the start line only our own code ran; later it is nobody's business."""
    if said.started:
        return "process 1 ended without a word"
    if followed.stderr or followed.killed_for is None:
        return followed.stderr[-2000:]
    return f"{followed.killed_for.outcome} before the script's first line, after {followed.wall_s:.1f} s"


def _dispose(sandbox: Sandbox) -> None:
    """Whatever went wrong on the way: nothing inside lives on."""
    sandbox.kill()
    if not sandbox.wait(KILL_S):
        raise SandboxStuck
    sandbox.close()


def _order(task: Task, nonce: str) -> Order:
    limits = task.limits
    return Order(
        nonce=nonce,
        script=task.script_name,
        modules=task.modules,
        rehearsal=task.rehearsal,
        watcher=task.watcher,
        vector=task.vector,
        cpu_s=limits.cpu_s,
        data_bytes=limits.data_bytes,
        helper_data_bytes=limits.helper_data_bytes,
        file_bytes=limits.file_bytes,
        processes=limits.processes,
        open_files=limits.open_files,
        site=SITE,
        seed=int.from_bytes(hashlib.sha256(task.files[task.script_name]).digest()[:4], "big"),
    )


def _collect(task: Task, sandbox: Sandbox, followed: Followed, said: Statement) -> ThemeResult:
    """Only called when nothing runs inside any more: what is read now stays as it is."""
    limits = task.limits
    disk, files = meter.folder_use(sandbox.folder)
    used = sandbox.usage()
    found = {name: collect(sandbox.folder, name, limits.output_bytes, check) for name, check in task.outputs.items()}
    evidence = Evidence(
        said.started, followed.killed_for, said.ending, said.error, disk, files, tuple(found.values()), followed.stderr
    )
    verdict = judge(evidence, limits)
    is_ok = verdict.outcome is Outcome.OK
    extras = _extras(task, sandbox) if is_ok else {}
    probed = collect(sandbox.folder, "probe.json", limits.probe_bytes) if task.watcher else b""
    ended_by_itself = said.ending is not None and followed.killed_for is None
    went_well = said.ending is not None and ended_by_itself and said.ending.exit_code == 0
    left_out = _reasons(extras, "this picture could not be saved as one")  # which the picture is kept without
    words = _complaints(found) + "".join(f"{name} is left out: {why}\n" for name, why in left_out.items())
    stderr = followed.stderr + (words if went_well else "")
    return ThemeResult(
        outcome=verdict.outcome,
        exit_code=said.ending.exit_code if said.ending is not None and ended_by_itself else 0,
        limit=verdict.limit,
        error=said.error if ended_by_itself and not is_ok else None,
        outputs=_pictures(found | extras) if is_ok else {},
        left_out=left_out,
        stdout=followed.stdout,
        stderr=stderr if said.started else "",
        probe_json=probe.accept(probed, limits.probe_bytes) if isinstance(probed, bytes) else "",
        wall_s=followed.wall_s,
        start_s=followed.start_s,
        # Each knows of some processes alone: who waits, of those that ended; who looked before a kill, of those.
        cpu_s=max(used.cpu_s if used else 0.0, said.ending.cpu_s if said.ending else 0.0, followed.cpu_s),
        peak_memory_bytes=max(followed.peak_memory_bytes, said.ending.max_rss_bytes if said.ending else 0),
    )


def _extras(task: Task, sandbox: Sandbox) -> dict[str, bytes | Rejected | Missing]:
    return {
        name: collect(sandbox.folder, name, task.limits.extra_bytes, check)
        for name, check in (task.extras if task.vector else {}).items()
    }


def _pictures(found: dict[str, bytes | Rejected | Missing]) -> dict[str, bytes]:
    return {name: data for name, data in found.items() if isinstance(data, bytes)}


def _reasons(found: Mapping[str, bytes | Rejected | Missing], missing: str) -> dict[str, str]:
    """Why files were not taken, by name, in words that the script's author can use."""
    why = {name: output.why for name, output in found.items() if isinstance(output, Rejected)}
    return why | {name: missing for name, output in found.items() if isinstance(output, Missing)}


def _complaints(found: Mapping[str, bytes | Rejected | Missing]) -> str:
    reasons = _reasons(found, "the script ended without writing it")
    return "".join(
        f"{name} is {'missing' if isinstance(found[name], Missing) else 'refused'}: {why}\n"
        for name, why in reasons.items()
    )
