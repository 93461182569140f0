"""The sandboxes themselves: a cold one beside a ready one, and what one that stands ready holds and costs."""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Final

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.job import Job, ThemedScript
from renderer_svc.library import Library, warm_up
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.sandbox.tree import tree
from renderer_svc.sandbox.zygote.kind import ZygoteKind
from renderer_svc.shared_image import share
from renderer_svc.stop import Stop
from renderer_svc.task import Task
from tests.bench.drawing import SCRIPT, data_csv
from tests.bench.measure import Measure, Probe, compared, interleaved

ROUNDS: Final = 7
UID: Final = 61_500
LIMITS: Final = Limits(memory_floor_bytes=0)
MIB: Final = 1024 * 1024


async def standing(picture: Probe) -> AsyncIterator[Measure]:
    """renderer.cold_over_warm, and what a ready sandbox costs; `picture` has this run's renderer draw one."""
    log = event_log("bench")
    with closing(Executor(BubblewrapKind(UID), log)) as cold, closing(ZygoteKind(UID, log, ready=1)) as kind:
        library = await asyncio.to_thread(warm_up, MatplotlibRuntime(), cold, LIMITS)

        async def cold_picture() -> float:
            return await asyncio.to_thread(_draw, cold, _bare(library))

        cold_s, warm_s = await interleaved(cold_picture, picture, rounds=ROUNDS)
        cold_ms, warm_ms = cold_s * 1e3, warm_s * 1e3
        yield compared("renderer.cold_over_warm", cold_ms, "ms", "a picture of the running renderer", warm_ms)
        kind.prepare(share({"matplotlib": library})["matplotlib"].image, LIMITS)
        refill_ms, own, whole = await asyncio.to_thread(_ready, kind)
        yield compared("renderer.refill_over_cold", refill_ms, "ms", "a cold process in bubblewrap draws", cold_ms)
        yield compared("renderer.ready_private_memory", own / MIB, "MiB", "resident memory of its zygote", whole / MIB)


def _bare(library: Library) -> Task:
    """The script alone, as `python plot.py` would run it: nothing is imported, rehearsed or watched for it."""
    job = Job("bench", "matplotlib", data_csv().encode(), (ThemedScript("light", SCRIPT),), 60.0)
    return replace(library.task(job, job.scripts[0], LIMITS), modules=(), rehearsal="", watcher="")


def _draw(executor: Executor, task: Task) -> float:
    stop = Stop()
    began = time.perf_counter()
    result = executor.run(task, 0, stop)
    took = time.perf_counter() - began
    stop.close()
    if result.outcome is not Outcome.OK:
        raise RuntimeError(f"no picture: {result.outcome} {result.stderr}")
    return took


def _ready(kind: ZygoteKind) -> tuple[float, int, int]:
    """Milliseconds to have a new one ready, its private bytes, and the resident bytes of its zygote."""
    kind.wait_until_ready(60)
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        kind.renew()
        kind.wait_until_ready(60)
        times.append((time.perf_counter() - began) * 1e3)
    _, zygote, ready = list(tree(_guard()))
    return statistics.median(times), _memory(ready, "Private_Dirty:"), _memory(zygote, "Rss:")


def _guard() -> int:
    """The process that this one has started last: the guard of the jail."""
    return max(pid for pid in tree(os.getpid()) if len(list(tree(pid))) == 3)


def _memory(pid: int, name: str) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))
