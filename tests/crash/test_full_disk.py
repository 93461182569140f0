"""A full disk refuses new work and lets running work end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.errors import Reason
from tests.crash.conftest import Make
from tests.crash.owner import Owner
from tests_support.dial import Dial

DISK_BYTES = 16 * 1024 * 1024


def own_disk(folder: Path) -> tuple[str, ...]:
    """A launcher whose command sees a small disk at `folder`."""
    mount = f'mount -t tmpfs -o size={DISK_BYTES} tmpfs "$0" && exec "$@"'
    return ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", mount, str(folder))


def fill(folder: Path) -> Path:
    """Write until nothing more fits."""
    path = folder / "filler"
    with path.open("wb", buffering=0) as file, pytest.raises(OSError, match="No space left"):
        while True:
            file.write(bytes(4096))
    assert shutil.disk_usage(folder).free == 0
    return path


async def test_on_a_full_disk_nothing_new_begins_and_what_runs_ends(make: Make, dial: Dial, tmp_path: Path) -> None:
    roomy = {"runs__public_cap": 1_000, "runs__capacity": 1_000}
    scheduler = make(own_disk(tmp_path), runs__concurrency=1, journal_room_mb=1, **roomy)
    await scheduler.start()
    disk = Path(f"/proc/{scheduler.pid}/root{tmp_path}")
    owner = Owner(dial(scheduler.address))
    streams = []
    for number in range(12):
        streams.append(owner.submit(f"run-{number}"))
        await streams[-1].until(pb.RUN_STATE_ACCEPTED)

    filler = fill(disk)
    refusal = None
    while refusal is None:  # the disk is looked at ten times a second: what comes in until then is kept like the others
        late = owner.submit(f"run-{len(streams)}")
        refusal = await owner.refusal_of(late)
        if refusal is None:
            streams.append(late)
    assert refusal.reason is Reason.CAPACITY
    assert "disk" in refusal.message
    assert refusal.retry_after_s
    for number, stream in enumerate(streams):
        await stream.until(pb.RUN_STATE_STARTED)
        await owner.release(f"run-{number}", stream.token)
        assert (await stream.until(pb.RUN_STATE_ENDED)).end == pb.END_REASON_RELEASED

    filler.unlink()
    await owner.submit("new").until(pb.RUN_STATE_STARTED)
