"""The run, with a renderer that really runs the scripts."""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from PIL import Image

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.code.theme import Theme
from agent_svc.code.validate import validate
from agent_svc.data.column import Column, ColumnType
from agent_svc.gates.base import Severity
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus, Step
from agent_svc.pipeline.render import Outcome, Renderer, RenderJob, RenderOutcome, Runtime
from agent_svc.pipeline.run import render_theme, run_pipeline
from agent_svc.pipeline.spec import PlotSpec
from plotlane_kit.clock import ManualClock
from plotlane_kit.errors import UpstreamError
from tests_support.shipped import shipped_catalogue

MakeSpec = Callable[..., PlotSpec]
Scripted = Callable[[str], Chart]


CHARTS = sorted(shipped_catalogue().charts)


class RealRenderer(Renderer, Protocol):
    """The fixture `renderer`: runs the scripts and remembers the jobs."""

    jobs: list[RenderJob]
    longest_s: float


class SpentRenderer:
    """Remembers its jobs and cannot start a sandbox for any of them."""

    def __init__(self) -> None:
        self.jobs: list[RenderJob] = []

    async def render(self, job: RenderJob) -> RenderOutcome:
        self.jobs.append(job)
        return RenderOutcome(Outcome.LAUNCHER)

    async def runtime(self, library: str) -> Runtime:
        return Runtime({"python": "3.11.7"}, ("DejaVu Sans",))


def no_step(step: Step, attempt: int) -> None:
    """Nobody watches."""


async def plot(spec: PlotSpec, renderer: Renderer, deadline: Deadline) -> PlotOutcome:
    return await run_pipeline(spec, renderer, deadline, no_step)


def pixels(png: bytes) -> bytes:
    return Image.open(io.BytesIO(png)).convert("RGBA").tobytes()


@pytest.mark.parametrize(
    "chart_id",  # one in six; the examples draw every chart through the whole house
    [pytest.param(chart_id, marks=[pytest.mark.full] * (place % 6 > 0)) for place, chart_id in enumerate(CHARTS)],
)
async def test_every_chart_of_the_catalogue_is_drawn_without_a_finding(
    chart_id: str, spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, catalogue: Catalogue
) -> None:
    made = await plot(spec(chart_id), renderer, deadline)
    findings = [finding for finding in made.findings if finding.gate != "left_out"]  # the last record is empty

    assert (made.status, made.reason, made.detail, findings) == (PlotStatus.OK, None, "", [])
    assert made.png.startswith(b"\x89PNG")
    assert (made.width, made.height) == catalogue.get(chart_id).pixels


@pytest.mark.parametrize("chart_id", CHARTS)
def test_every_catalogue_script_passes_the_validator_as_it_stands(chart_id: str, catalogue: Catalogue) -> None:
    chart = catalogue.get(chart_id)

    assert [validate(chart.script(library)) for library in chart.libraries] == [()] * len(chart.libraries)
    assert [validate(chart.theme_block(library)) for library in chart.libraries] == [()] * len(chart.libraries)


async def test_steps_are_told_in_their_order(spec: MakeSpec, deadline: Deadline) -> None:
    steps: list[tuple[Step, int]] = []
    await run_pipeline(spec(), SpentRenderer(), deadline, lambda step, attempt: steps.append((step, attempt)))

    assert steps == [(Step.ADAPTING, 1), (Step.CHECKING, 1), (Step.RENDERING, 1), (Step.REVIEWING, 1)]


async def test_words_of_the_user_that_look_like_code_are_drawn_as_words(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline
) -> None:
    nasty = '"]) {0.__class__} $x^2$ \\ __import__'
    columns = (Column("Wirkung", ColumnType.NUMBER, None, ""), Column(nasty, ColumnType.TEXT, None, ""))
    name = '"' + nasty.replace('"', '""') + '"'
    made = await plot(
        spec(
            "bar",
            columns=columns,
            data_csv=f"Wirkung,{name}\n1,{name}\n2,b\n",
            bindings={"x": (nasty,), "y": ("Wirkung",)},
            options={"title": nasty},
        ),
        renderer,
        deadline,
    )

    assert (made.status, made.detail) == (PlotStatus.OK, "")


async def test_the_run_form_run_alone_beside_its_data_gives_the_same_pixels(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, tmp_path: Path
) -> None:
    wanted = spec("bar")
    made = await plot(wanted, renderer, deadline)
    (tmp_path / "plot.py").write_text(made.run_form, encoding="utf-8")
    (tmp_path / "data.csv").write_text(wanted.data_csv, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(sys.executable, "plot.py", cwd=tmp_path)

    assert await process.wait() == 0
    assert pixels((tmp_path / "plot-light.png").read_bytes()) == pixels(made.png)


async def test_what_ran_is_byte_for_byte_what_is_exported(spec: MakeSpec, deadline: Deadline) -> None:
    renderer = SpentRenderer()
    made = await plot(spec(), renderer, deadline)

    assert [job.source for job in renderer.jobs] == [made.run_form]
    assert made.run_form.startswith(
        "# Made by Plotlane: scatter (matplotlib)\n# Theme: light\n# Versions: python 3.11.7\n"
    )
    assert "df = load_user_data()" in made.working_form
    assert "df = pd.read_csv(" in made.run_form


async def test_options_that_were_not_set_have_their_defaults_in_the_script(spec: MakeSpec, deadline: Deadline) -> None:
    made = await plot(spec(options={"log_y": True}), SpentRenderer(), deadline)

    assert '"log_y": True,' in made.run_form
    assert '"opacity": None' in made.run_form


async def test_the_other_theme_comes_from_the_run_form_and_is_another_picture(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline
) -> None:
    wanted = spec()
    assert wanted.chart is not None
    light = await plot(wanted, renderer, deadline)
    dark = await render_theme(
        light.run_form,
        wanted.data_csv,
        Theme.DARK,
        chart=wanted.chart,
        library="matplotlib",
        renderer=renderer,
        deadline=deadline,
        bindings=wanted.bindings,
        options=wanted.options,
    )

    assert (dark.status, dark.theme) == (PlotStatus.OK, Theme.DARK)
    assert "# Theme: dark\n" in dark.run_form
    assert pixels(dark.png)[:3] == b"\x14\x17\x1c"
    assert pixels(light.png)[:3] == b"\xff\xff\xff"


@pytest.mark.parametrize(
    ("changes", "reason", "missing", "words"),
    [
        ({"chart": None}, PlotReason.NO_CHART, (), "No chart is chosen"),
        ({"data_csv": ""}, PlotReason.NO_DATA, (), "no data yet"),
        ({"columns": ()}, PlotReason.NO_DATA, (), "no data yet"),
        ({"bindings": {}}, PlotReason.MISSING_ROLES, ("x", "y"), "X axis takes one number or date column; Y axis"),
        ({"bindings": {"x": ("Tag",), "y": ()}}, PlotReason.MISSING_ROLES, ("y",), "Y axis takes 1 to 8 number"),
        ({"bindings": {"x": ("weg",), "y": ("Wirkung",)}}, PlotReason.MISSING_ROLES, ("x",), "X axis"),
    ],
)
async def test_what_is_missing_makes_the_plot_not_ready_and_nothing_runs(
    spec: MakeSpec,
    renderer: RealRenderer,
    deadline: Deadline,
    changes: dict[str, object],
    reason: PlotReason,
    missing: tuple[str, ...],
    words: str,
) -> None:
    made = await plot(spec(**changes), renderer, deadline)

    assert (made.status, made.reason, made.missing_roles) == (PlotStatus.NOT_READY, reason, missing)
    assert words in made.detail
    assert renderer.jobs == []


async def test_a_script_that_the_validator_refuses_does_not_run(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    made = await plot(spec(chart=scripted("import os\nfig = open('x')")), renderer, deadline)

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.CODE_REFUSED)
    assert "os may not be imported" in made.detail
    assert made.detail.endswith("(1 more).")
    assert [finding.severity for finding in made.findings] == [Severity.BLOCK, Severity.BLOCK]
    assert made.run_form.split("\n")[int(made.findings[0].location.split()[1]) - 1] == "import os"
    assert renderer.jobs == []


async def test_a_script_without_its_placeholders_is_refused_in_words(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline
) -> None:
    wanted = spec()
    assert wanted.chart is not None
    bare = wanted.chart.with_scripts({"matplotlib": "x = 1"}, {"matplotlib": ""})
    made = await plot(spec(chart=bare), renderer, deadline)

    assert made.reason is PlotReason.CODE_REFUSED
    assert "the statement df = load_user_data() once" in made.detail


async def test_a_script_that_raises_fails_with_class_and_line_and_without_paths(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    made = await plot(spec(chart=scripted('fig, ax = plt.subplots()\ndf["Weight"]')), renderer, deadline)
    line = made.run_form.split("\n").index('df["Weight"]') + 1

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.CODE_FAILED)
    assert made.detail == f"The script raised KeyError at line {line}: 'Weight'"
    assert made.png == b""
    assert made.render_s > 0


async def test_a_script_that_takes_too_long_fails_with_limit_and_measured_value(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    renderer.longest_s = 0.4
    made = await plot(spec(chart=scripted("while True:\n    pass")), renderer, deadline)

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.TIMEOUT)
    assert "(limit 0.4 s)" in made.detail


async def test_a_blank_picture_fails(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    made = await plot(spec(chart=scripted("fig = plt.figure()")), renderer, deadline)

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.BAD_PICTURE)
    assert "blank" in made.detail


async def test_another_canvas_is_padded_and_needs_attention(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    chart = scripted("width = 7\nfig, ax = plt.subplots(figsize=(width, 4))")
    made = await plot(spec(chart=chart), renderer, deadline)

    assert (made.status, made.reason) == (PlotStatus.NEEDS_ATTENTION, PlotReason.CANVAS_PADDED)
    assert (made.width, made.height) == Image.open(io.BytesIO(made.png)).size == (3200, 1800)
    assert made.detail == "The picture was drawn with 2800 × 1600 pixels and padded to 3200 × 1800."


async def test_a_figure_size_that_is_a_plain_literal_is_set_right_with_a_note(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    made = await plot(spec(chart=scripted("fig, ax = plt.subplots(figsize=(7, 4))")), renderer, deadline)

    assert made.status is PlotStatus.OK
    assert [(finding.gate, finding.severity) for finding in made.findings] == [("normaliser", Severity.NOTE)]


async def test_a_text_off_the_canvas_and_a_missing_glyph_need_attention(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, scripted: Scripted
) -> None:
    chart = scripted('fig, ax = plt.subplots()\nfig.text(1.2, 0.5, "far away")\nax.set_title("数")')
    made = await plot(spec(chart=chart), renderer, deadline)

    assert (made.status, made.reason) == (PlotStatus.NEEDS_ATTENTION, PlotReason.GATES)
    assert "far away" in made.findings[0].message
    assert "U+6570" in made.findings[1].message
    assert made.detail.endswith("(1 more)")


async def test_too_little_time_starts_no_render(
    spec: MakeSpec, renderer: RealRenderer, deadline: Deadline, clock: ManualClock
) -> None:
    clock.advance(139)
    made = await plot(spec(), renderer, deadline)

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.DEADLINE)
    assert "139 s of its 180 s" in made.detail
    assert renderer.jobs == []


async def test_a_render_is_given_what_is_left_of_the_time(
    spec: MakeSpec, deadline: Deadline, clock: ManualClock
) -> None:
    renderer = SpentRenderer()
    clock.advance(100)
    await plot(spec(), renderer, deadline)

    assert [job.timeout_s for job in renderer.jobs] == [40]


class SilentRenderer:
    """Never answers; says whether it was stopped."""

    def __init__(self) -> None:
        self.stopped = False
        self.asked = asyncio.Event()

    async def render(self, job: RenderJob) -> RenderOutcome:
        self.asked.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.stopped = True
        raise AssertionError

    async def runtime(self, library: str) -> Runtime:
        return Runtime()


class SlowMachineClock(ManualClock):
    """Each look at it takes most of two seconds."""

    def monotonic(self) -> float:
        self.advance(1.95)
        return super().monotonic()


async def test_a_renderer_that_never_answers_is_stopped_at_the_hard_deadline(spec: MakeSpec) -> None:
    silent = SilentRenderer()
    made = await plot(spec(), silent, Deadline(SlowMachineClock(), hard_s=5.9, soft_s=5.9))

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.DEADLINE)
    assert "while it waited for its render" in made.detail
    assert silent.stopped


async def test_cancelling_a_run_stops_its_render(spec: MakeSpec, deadline: Deadline) -> None:
    silent = SilentRenderer()
    run = asyncio.create_task(plot(spec(), silent, deadline))
    await silent.asked.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run

    assert silent.stopped


class DownRenderer(SilentRenderer):
    """Cannot be reached."""

    async def render(self, job: RenderJob) -> RenderOutcome:
        raise UpstreamError


async def test_a_renderer_that_is_down_is_an_error_and_no_outcome(spec: MakeSpec, deadline: Deadline) -> None:
    with pytest.raises(UpstreamError):
        await plot(spec(), DownRenderer(), deadline)


async def test_a_sandbox_that_does_not_start_is_our_fault(spec: MakeSpec, deadline: Deadline) -> None:
    made = await plot(spec(), SpentRenderer(), deadline)

    assert (made.status, made.reason) == (PlotStatus.FAILED, PlotReason.RENDERER)
