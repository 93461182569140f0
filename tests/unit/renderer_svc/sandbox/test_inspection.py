"""The look from outside, at processes that are not shut in."""

from __future__ import annotations

import os

from renderer_svc.sandbox.zygote.inspection import open_walls


def test_an_ordinary_process_has_every_wall_open_that_it_shares_with_us() -> None:
    found = open_walls(os.getpid())
    assert {"net", "mnt", "pid", "user", "ipc", "uts", "cgroup", "Seccomp"} <= set(found)


def test_a_process_that_is_gone_counts_as_open() -> None:
    assert open_walls(2**22 + 1)[0].startswith("not to be inspected")
