"""The rules of landlock, on a kernel that only listens."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from renderer_svc.sandbox import kernel, landlock

EXECUTE, WRITE, READ, READ_FOLDER, MAKE_CHAR, MAKE_FIFO, MAKE_BLOCK = (1 << bit for bit in (0, 1, 2, 3, 6, 10, 11))


class Kernel:
    """Speaks one ABI of landlock and keeps what it was told."""

    def __init__(self, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self.attributes: tuple[int, ...] = ()
        self.rights: list[int] = []
        self.restricted = False
        monkeypatch.setattr(kernel, "landlock_version", lambda: version)
        monkeypatch.setattr(kernel, "landlock_ruleset", self._ruleset)
        monkeypatch.setattr(kernel, "landlock_allow", lambda ruleset, rights, below: self.rights.append(rights))
        monkeypatch.setattr(kernel, "landlock_restrict", self._restrict)

    def _ruleset(self, attributes: bytes) -> int:
        self.attributes = struct.unpack(f"={len(attributes) // 8}Q", attributes)
        return os.open(os.devnull, os.O_RDONLY)

    def _restrict(self, ruleset: int) -> None:
        self.restricted = True


@pytest.mark.parametrize(
    ("version", "attributes"),
    [
        (1, (2**13 - 1,)),
        (2, (2**14 - 1,)),
        (3, (2**15 - 1,)),
        (4, (2**15 - 1, 3)),
        (5, (2**16 - 1, 3)),
        (6, (2**16 - 1, 3, 3)),
        (9, (2**16 - 1, 3, 3)),
    ],
)
def test_everything_that_a_kernel_can_refuse_is_refused(
    version: int, attributes: tuple[int, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    listening = Kernel(version, monkeypatch)
    assert landlock.restrict([str(tmp_path)], [], [], []) == version
    assert listening.attributes == attributes
    assert listening.restricted


def test_without_landlock_nothing_may_run_and_the_error_says_what_turns_it_on(monkeypatch: pytest.MonkeyPatch) -> None:
    listening = Kernel(0, monkeypatch)
    with pytest.raises(OSError, match="lsm="):
        landlock.restrict(["/usr"], [], [], [])
    assert not listening.restricted


def test_a_folder_is_either_written_or_executed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    listening = Kernel(7, monkeypatch)
    landlock.restrict([str(tmp_path)], [str(tmp_path)], [str(tmp_path)], [])
    programs, readable, writable, root = listening.rights
    assert programs == EXECUTE | READ | READ_FOLDER
    assert readable == READ | READ_FOLDER
    assert writable & WRITE
    assert not writable & (EXECUTE | MAKE_CHAR | MAKE_FIFO | MAKE_BLOCK)
    assert root == READ_FOLDER


def test_a_device_has_no_right_that_only_folders_have(monkeypatch: pytest.MonkeyPatch) -> None:
    listening = Kernel(7, monkeypatch)
    landlock.restrict([], [], [], ["/dev/null"])
    assert listening.rights[0] & ~(READ | WRITE | 1 << 14) == 0
