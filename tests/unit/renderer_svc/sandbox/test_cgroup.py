"""Control groups as plain folders: what is read from them, and what a later start removes."""

from __future__ import annotations

import os
import subprocess
from collections import deque
from pathlib import Path

import pytest

from renderer_svc.sandbox.cgroup import Cgroup
from renderer_svc.sandbox.cgroups import Cgroups, born, delegate, own_folders, remove_leftovers


def dead_pid() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def test_groups_of_a_renderer_that_was_killed_are_removed_and_others_stay(tmp_path: Path) -> None:
    gone, ours = tmp_path / f"plotlane-{dead_pid()}-77-0", tmp_path / f"plotlane-{os.getpid()}-{born(os.getpid())}-0"
    for folder in (gone / "sandbox-3", ours / "sandbox-1", tmp_path / "plotlane-self", tmp_path / "other"):
        folder.mkdir(parents=True)
    remove_leftovers(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {ours.name, "plotlane-self", "other"}
    assert (ours / "sandbox-1").exists()


def test_groups_of_a_killed_renderer_are_removed_though_another_process_has_its_number_now(tmp_path: Path) -> None:
    gone = tmp_path / f"plotlane-{os.getpid()}-{int(born(os.getpid())) - 1}-0"
    (gone / "sandbox-0").mkdir(parents=True)
    remove_leftovers(tmp_path)
    assert not gone.exists()


@pytest.mark.parametrize(
    ("version", "files"),
    [
        (1, ("memory.oom_control", "memory.max_usage_in_bytes", "memory.usage_in_bytes")),
        (2, ("memory.events", "memory.peak", "memory.current")),
    ],
)
def test_the_kernels_counts_are_read_in_both_versions(
    tmp_path: Path, version: int, files: tuple[str, str, str]
) -> None:
    events, peak, now = (tmp_path / name for name in files)
    group = Cgroup(tmp_path, version, deque())
    assert (group.memory_bytes(), group.out_of_memory()) == (None, None)
    now.write_text("7\n")
    (tmp_path / "memory.stat").write_text("anon 7\n")
    peak.write_text("9\n")
    events.write_text("under_oom 0\noom_kill 0\n")
    assert (group.memory_bytes(), group.out_of_memory()) == (7, None)
    events.write_text("under_oom 0\noom_kill 1\n")
    assert group.out_of_memory() == 9


def test_files_do_not_count_as_memory_and_the_limit_stands_in_for_a_peak_that_the_kernel_does_not_tell(
    tmp_path: Path,
) -> None:
    group = Cgroup(tmp_path, 2, deque())
    (tmp_path / "memory.current").write_text("1000\n")
    (tmp_path / "memory.stat").write_text("anon 300\nfile 600\nfile_mapped 10\n")
    (tmp_path / "memory.events").write_text("oom_kill 1\n")
    (tmp_path / "memory.max").write_text("1024\n")
    assert (group.memory_bytes(), group.out_of_memory()) == (400, 1024)


@pytest.mark.parametrize(
    ("version", "file", "text"),
    [(1, "cpuacct.usage", "1500000000\n"), (2, "cpu.stat", "usage_usec 1500000\nuser_usec 1\n")],
)
def test_the_kernel_counts_processor_time_where_it_has_one_group_for_all(
    tmp_path: Path, version: int, file: str, text: str
) -> None:
    group = Cgroup(tmp_path, version, deque())
    assert group.cpu_s() is None
    (tmp_path / file).write_text(text)
    assert group.cpu_s() == 1.5


def test_what_is_on_a_swap_device_is_bound_as_well(tmp_path: Path) -> None:
    (tmp_path / "memory.memsw.limit_in_bytes").write_text("-1\n")
    Cgroup(tmp_path, 1, deque()).bound(77)
    limits = ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
    assert [(tmp_path / name).read_text() for name in limits] == ["77", "77"]


def test_the_folder_of_a_group_is_removed_by_the_maker_of_the_next(tmp_path: Path) -> None:
    groups = Cgroups(tmp_path / "ours", 3)
    first = groups.make()
    (made,) = (tmp_path / "ours").iterdir()
    first.remove()
    assert made.exists()
    groups.make()
    assert not made.exists()


def test_the_name_of_a_group_does_not_tell_how_many_there_were_before(tmp_path: Path) -> None:
    groups = Cgroups(tmp_path / "ours", 3)
    names = [groups.make().door.parent.name for _ in range(2)]
    assert [name[:8] for name in names] == ["sandbox-"] * 2
    assert not {"0", "1"} & {name[8:] for name in names}


def test_a_group_that_is_gone_already_is_no_error(tmp_path: Path) -> None:
    groups = Cgroups(tmp_path / "ours", 1)
    Cgroup(tmp_path / "gone", 1, groups._gone).remove()
    groups.close()


MOUNTS = """\
25 30 0:22 / /proc rw,relatime - proc proc rw
31 30 0:26 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw
32 30 0:27 /box /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,hugetlb,memory
33 30 0:28 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
"""


@pytest.mark.parametrize(
    ("groups", "folders"),
    [
        ("4:memory,hugetlb:/box/a\n1:cpu:/\n", [(1, "/sys/fs/cgroup/memory/a")]),
        ("1:cpu:/\n0::/user/b\n", [(2, "/sys/fs/cgroup/unified/user/b")]),
        ("4:memory:/box\n0::/c\n", [(1, "/sys/fs/cgroup/memory"), (2, "/sys/fs/cgroup/unified/c")]),
        ("0::/d/plotlane-self\n", [(2, "/sys/fs/cgroup/unified/d")]),
        ("1:cpu:/\n", []),
    ],
    ids=["version 1", "version 2", "both", "a leaf that an earlier kind has made", "neither"],
)
def test_the_group_that_we_are_in_is_found_in_each_hierarchy_that_could_bound_memory(
    groups: str, folders: list[tuple[int, str]]
) -> None:
    assert own_folders(groups, MOUNTS) == [(version, Path(folder)) for version, folder in folders]


@pytest.fixture
def group(tmp_path: Path) -> Path:
    """A group of version 2 as a plain folder, with this process alone in it, and one of ours below."""
    for folder in (tmp_path, tmp_path / "ours"):
        folder.mkdir(exist_ok=True)
        (folder / "cgroup.subtree_control").write_text("")
    (tmp_path / "cgroup.controllers").write_text("cpu memory")
    (tmp_path / "cgroup.procs").write_text(f"{os.getpid()}\n")
    return tmp_path


def test_a_group_of_version_2_that_is_ours_alone_is_made_to_bound_memory(group: Path) -> None:
    delegate(group, group / "ours")
    assert (group / "plotlane-self" / "cgroup.procs").read_text() == str(os.getpid())
    assert {(folder / "cgroup.subtree_control").read_text() for folder in (group, group / "ours")} == {"+memory"}


def test_a_group_that_others_are_in_stays_as_it_is(group: Path) -> None:
    (group / "cgroup.procs").write_text(f"{os.getpid()}\n{os.getppid()}\n")
    with pytest.raises(OSError, match="others"):
        delegate(group, group / "ours")
    assert not (group / "plotlane-self").exists()


def test_a_group_without_the_memory_controller_bounds_nothing(group: Path) -> None:
    (group / "cgroup.controllers").write_text("cpu")
    with pytest.raises(OSError, match="not ours"):
        delegate(group, group / "ours")
