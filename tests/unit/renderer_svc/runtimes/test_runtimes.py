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


def test_a_program_is_found_at_the_first_path_that_has_it(tmp_path: Path) -> None:
    second = tmp_path / "browser"
    second.touch()
    part = SystemPart("browser", programs=(str(tmp_path / "none"), str(second)))
    assert part.find() == str(second)
    second.unlink()
    assert part.find() == ""
    assert part.remedy == "sudo apt-get install browser"


def test_a_shared_library_is_found_as_the_loader_finds_it() -> None:
    assert SystemPart("libc6", library="libc.so.6").find() == "libc.so.6"
    assert SystemPart("none", library="libnosuchthing.so.9").find() == ""
