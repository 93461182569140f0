"""The jail's plan and commands."""

from __future__ import annotations

import json

import pytest

from renderer_svc.command import FIXED_ENV
from renderer_svc.sandbox.image import Image, Warm
from renderer_svc.sandbox.plan import STAGE
from renderer_svc.sandbox.syscalls import ARCHITECTURES, OWN, UnknownMachine, own_number
from renderer_svc.sandbox.zygote.command import DEVICES, jail_command, jail_plan
from renderer_svc.sandbox.zygote.plan import JailPlan

IMAGE = Image(
    binds=(("/host/lib", "/usr/lib"),),
    files=(("/etc/hosts", "text"),),
    links=(("/lib", "usr/lib"),),
    python="/opt/python/bin/python3",
    env=(("LD_LIBRARY_PATH", "/opt/python/lib"),),
    warm=(Warm("matplotlib", ("numpy",), "draw()"),),
    warm_files=((".home/list.json", "{}"),),
)


@pytest.mark.parametrize("uid", [61000, None], ids=["root becomes a uid", "an ordinary user stays"])
def test_a_plan_survives_its_journey(uid: int | None) -> None:
    made = jail_plan(IMAGE, IMAGE.warm, uid, channel=9)
    assert JailPlan.from_json(made.to_json()) == made


def test_everything_lands_below_the_stage() -> None:
    made = jail_plan(IMAGE, IMAGE.warm, None, channel=9)
    inside = [*(target for _, target in made.binds), *(path for path, _ in (*made.files, *made.links)), *made.folders]
    assert all(path.startswith(f"{STAGE}/") for path in inside)
    assert ("/host/lib", f"{STAGE}/usr/lib") in made.binds
    assert {target for _, target in made.binds if "/dev/" in target} == {f"{STAGE}/dev/{name}" for name in DEVICES}


def test_the_zygote_sees_the_fixed_environment_and_one_hash_seed() -> None:
    env = dict(jail_plan(IMAGE, (), None, channel=9).env)
    assert env == {**FIXED_ENV, "LD_LIBRARY_PATH": "/opt/python/lib", "PYTHONHASHSEED": "0"}


def test_the_zygote_is_told_what_to_warm() -> None:
    command = jail_plan(IMAGE, IMAGE.warm, None, channel=9).command
    assert command[0] == IMAGE.python
    assert command[-2] == "9"
    assert json.loads(command[-1])["libraries"] == [
        {"name": "matplotlib", "modules": ["numpy"], "rehearsal": "draw()"},
    ]


def test_the_launcher_runs_isolated() -> None:
    command = jail_command(channel=9, lifeline=10)
    assert command[1:5] == ["-I", "-S", "-B", "-c"]
    assert command[-2:] == ["9", "10"]


def test_our_own_calls_have_the_numbers_that_the_filter_knows_them_by() -> None:
    for machine, calls in OWN.items():
        known = ARCHITECTURES[machine].numbers
        assert {name: number for name, number in calls.items() if name in known} == {
            name: known[name] for name in calls if name in known
        }


def test_an_unknown_processor_has_no_numbers() -> None:
    with pytest.raises(UnknownMachine, match="riscv64"):
        own_number("clone", "riscv64")
