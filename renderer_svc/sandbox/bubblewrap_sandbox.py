"""A sandbox that bubblewrap holds: empty first, warm perhaps, then with one job, then gone."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from renderer_svc.sandbox import workspace
from renderer_svc.sandbox.base import Usage
from renderer_svc.sandbox.cgroup import Cgroup
from renderer_svc.sandbox.pipes import Pipes
from renderer_svc.sandbox.readiness import readable
from renderer_svc.sandbox.tree import tree

LAUNCH_S: Final = 10.0  # a launch takes 0.1 s; this only bounds a host that hangs
_COMPLAINT_BYTES: Final = 2000


class BubblewrapSandbox:
    """One running bubblewrap sandbox."""

    def __init__(self, process: subprocess.Popen[bytes], pipes: Pipes, group: Cgroup | None) -> None:
        self.stdout = pipes.stdout
        self.stderr = pipes.stderr
        self.control = pipes.control
        self.folder = -1
        self._process = process
        self._pipes = pipes
        self._group = group
        self._uid: int | None = None
        self._init_pid = 0
        self._init = -1  # a pidfd: unlike the number it can never come to mean another process

    def set_up(self, uid: int | None) -> None:
        """Take the work folder, which `uid` owns, and learn which process to kill."""
        self._uid = uid
        self.folder = self._receive_folder()
        self._init_pid = self._read_init_pid()
        self._init = os.pidfd_open(self._init_pid)
        if _parent_of(self._init_pid) != self._process.pid:
            raise OSError("the sandbox ended while it started")

    @property
    def is_alive(self) -> bool:
        """Whether its first process is still there."""
        return self._init >= 0 and not readable(self._init, 0)

    def warm(self, order: bytes) -> None:
        """Have it prepare for `order` and then wait; `hand_over` follows with the job. Raises OSError."""
        workspace.fill(self.folder, {}, self._uid)
        self._pipes.write(self._pipes.order, order + b"\n")

    def hand_over(self, files: Mapping[str, bytes], order: bytes) -> None:
        """Fill the work folder and give it its job. Raises OSError when it is gone."""
        workspace.fill(self.folder, files, self._uid)
        self._pipes.send(self._pipes.order, order)

    def processes(self) -> list[int]:
        return list(tree(self._init_pid)) if self._init >= 0 else []

    def kill(self) -> None:
        if self._init < 0:
            self._process.kill()  # bubblewrap, if it is that already, takes its children along
            return
        try:
            signal.pidfd_send_signal(self._init, signal.SIGKILL)
        except ProcessLookupError:
            return

    def wait(self, timeout_s: float) -> bool:
        until = time.monotonic() + timeout_s
        if self._init >= 0 and not readable(self._init, timeout_s):
            return False
        try:
            self._process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def close(self) -> None:
        for descriptor in (self.folder, self._init):
            if descriptor >= 0:
                os.close(descriptor)
        self.folder = self._init = -1
        self._pipes.close()
        if self._group is not None:
            self._group.remove()
            self._group = None

    def usage(self) -> Usage | None:
        return None  # bubblewrap alone waits for it, and does not say

    def cpu_s(self) -> float | None:
        return self._group.cpu_s() if self._group is not None else None

    def memory_bytes(self) -> int | None:
        return self._group.memory_bytes() if self._group is not None else None

    def out_of_memory(self) -> int | None:
        return self._group.out_of_memory() if self._group is not None else None

    def complaint(self) -> str:
        """The end of what launcher or bubblewrap said; for the operator only."""
        try:
            lines = os.read(self.stderr, _COMPLAINT_BYTES * 4)[-_COMPLAINT_BYTES:].decode("utf-8", "replace")
        except BlockingIOError:
            return ""
        return lines.strip().rsplit("\n", 1)[-1]

    def _receive_folder(self) -> int:
        self._pipes.channel.settimeout(LAUNCH_S)
        _, descriptors, _, _ = socket.recv_fds(self._pipes.channel, 16, 1)
        if not descriptors:
            raise OSError("the launcher ended before it sent the work folder")
        return descriptors[0]

    def _read_init_pid(self) -> int:
        text = b""
        while readable(self._pipes.info, LAUNCH_S):
            piece = os.read(self._pipes.info, 4096)
            if not piece:
                break
            text += piece
        return int(json.loads(text)["child-pid"])


def _parent_of(pid: int) -> int:
    with Path(f"/proc/{pid}/stat").open("rb") as file:
        return int(file.read().rsplit(b")", 1)[1].split()[1])
