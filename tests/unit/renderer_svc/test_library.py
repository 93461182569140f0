"""A library on a machine: there with its versions, or not there with the one line that installs it."""

from __future__ import annotations

import pytest

from renderer_svc.job import Job, ThemedScript
from renderer_svc.library import library_of, remedy_for
from renderer_svc.limits import Limits
from renderer_svc.runtimes import ALL
from renderer_svc.runtimes.base import Runtime
from renderer_svc.runtimes.matplotlib import MatplotlibRuntime
from renderer_svc.runtimes.parts import SystemPart


class Lacking(MatplotlibRuntime):
    distributions = ("matplotlib", "no-such-plots", "no-such-colours")


class WithoutBrowser(MatplotlibRuntime):
    parts = (SystemPart("some-browser", programs=("/nowhere/some-browser",)),)


@pytest.mark.parametrize(
    ("runtime", "remedy"),
    [
        (MatplotlibRuntime(), ""),
        (Lacking(), "pip install no-such-plots no-such-colours"),
        (WithoutBrowser(), "sudo apt-get install some-browser"),
    ],
    ids=["whole", "packages", "system part"],
)
def test_what_is_missing_is_named_by_the_line_that_installs_it(runtime: Runtime, remedy: str) -> None:
    assert remedy_for(runtime) == remedy
    library = library_of(runtime)
    assert (library.available, library.remedy) == (not remedy, remedy)


def test_every_library_of_a_full_install_works_and_tells_its_versions() -> None:
    for runtime in ALL:
        library = library_of(runtime)
        assert library.available, library.remedy
        assert {runtime.distributions[0], "python"} <= set(library.versions)
        assert library.image.forkable is runtime.fork_safe


def test_a_browser_is_seen_in_the_images_that_need_it_alone() -> None:
    seen = {runtime.library: [inside for _, inside in library_of(runtime).image.binds] for runtime in ALL}
    assert [name for name, binds in seen.items() if any("chrom" in path for path in binds)] == ["plotly", "bokeh"]


def test_a_task_asks_for_the_svg_only_when_its_job_does() -> None:
    library = library_of(MatplotlibRuntime())
    for vector in (False, True):
        job = Job("id", "matplotlib", b"", (ThemedScript("light", "pass"),), 5.0, vector=vector)
        task = library.task(job, job.scripts[0], Limits())
        assert (task.vector, list(task.outputs), list(task.extras)) == (vector, ["plot-light.png"], ["plot-light.svg"])
        assert task.limits.wall_s == 5.0


def test_a_job_with_an_svg_is_another_job() -> None:
    script = ThemedScript("light", "pass")
    without, with_svg = (Job("id", "matplotlib", b"", (script,), 5.0, vector=vector) for vector in (False, True))
    assert without.content_of(script) != with_svg.content_of(script)
