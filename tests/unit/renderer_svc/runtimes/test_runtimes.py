"""The registry: eight libraries, what each lacks on a machine, and what bounds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from renderer_svc.limits import MIB, Limits
from renderer_svc.runtimes import ALL
from renderer_svc.runtimes.base import Runtime
from renderer_svc.runtimes.parts import SystemPart

PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x0c\x80\x00\x00\x07\x08" + bytes(9)


def test_eight_libraries_can_draw_each_under_one_name() -> None:
    assert [runtime.library for runtime in ALL] == [
        *("matplotlib", "seaborn", "plotnine", "altair", "pygal", "lets-plot", "plotly", "bokeh")
    ]


@pytest.mark.parametrize("runtime", ALL, ids=lambda runtime: runtime.library)
def test_each_must_leave_a_png_and_may_leave_an_svg(runtime: Runtime) -> None:
    (png,) = runtime.outputs("dark", Limits()).items()
    (svg,) = runtime.extras("dark").items()
    assert (png[0], svg[0]) == ("plot-dark.png", "plot-dark.svg")
    assert png[1](PNG) is None
    assert svg[1](b"<svg/>") is None


@pytest.mark.parametrize("runtime", ALL, ids=lambda runtime: runtime.library)
def test_no_rehearsal_and_no_watcher_is_broken(runtime: Runtime) -> None:
    compile(runtime.rehearsal, "rehearsal", "exec")
    folder = Path(__file__).parents[4] / "renderer_svc" / "harness"
    assert (folder / f"{runtime.watcher.rpartition('.')[2]}.py").exists()


@pytest.mark.parametrize("runtime", ALL, ids=lambda runtime: runtime.library)
def test_only_a_browser_raises_limits_and_never_the_scripts_own_memory(runtime: Runtime) -> None:
    usual = Limits()
    own = runtime.limits(usual)
    assert own.data_bytes == usual.data_bytes
    assert (own == usual) is runtime.fork_safe
    assert own.processes == (64 if runtime.fork_safe else 256)


def test_limits_that_an_operator_raised_stay_raised() -> None:
    plotly = next(runtime for runtime in ALL if runtime.library == "plotly")
    assert plotly.limits(Limits(memory_bytes=4096 * MIB)).memory_bytes == 4096 * MIB


def program(path: Path, text: str) -> str:
    """A program at `path` that does what `text` says; its path."""
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_a_program_is_found_at_the_first_path_that_has_one_that_starts(tmp_path: Path) -> None:
    ends_at_once = program(tmp_path / "first", "exit 0")
    works = program(tmp_path / "second", "echo Browser 156.0")
    part = SystemPart("browser", programs=(str(tmp_path / "none"), ends_at_once, works))
    assert part.find() == works


def test_a_program_that_is_not_there_is_named_by_the_line_that_installs_it(tmp_path: Path) -> None:
    part = SystemPart("browser", programs=(str(tmp_path / "none"),))
    assert (part.find(), part.remedy) == ("", "sudo apt-get install browser")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("exit 0", "it ended at once with exit code 0"),
        ("exit 3", "it ended at once with exit code 3"),
        ("echo a >&2; echo libnss3.so: cannot open shared object file >&2; exit 127", "libnss3.so: cannot open"),
        ("kill -9 $$", "it ended at once with exit code -9"),
    ],
)
def test_a_program_that_does_not_start_is_as_good_as_none_and_the_one_line_says_why(
    tmp_path: Path, text: str, why: str
) -> None:
    broken = program(tmp_path / "broken", text)
    part = SystemPart("browser", programs=(broken,))
    assert part.find() == ""
    assert part.remedy.startswith(f"sudo apt-get install --reinstall browser  # {broken} does not start: {why}")


def test_a_program_that_was_mended_is_found(tmp_path: Path) -> None:
    part = SystemPart("browser", programs=(program(tmp_path / "browser", "exit 1"),))
    assert part.find() == ""
    program(tmp_path / "browser", "echo Browser 156.0")
    assert part.find() == str(tmp_path / "browser")


def test_a_shared_library_is_found_as_the_loader_finds_it() -> None:
    assert SystemPart("libc6", library="libc.so.6").find() == "libc.so.6"
    assert SystemPart("none", library="libnosuchthing.so.9").find() == ""
