"""The repairs: what each changes, what it says of it, and that the better picture is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from agent_svc.catalogue import Catalogue, Chart
from agent_svc.gates.base import Finding, Severity
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.outcome import PlotOutcome, PlotStatus, Step
from agent_svc.pipeline.render import Outcome, Renderer, RenderJob, RenderOutcome, Runtime
from agent_svc.pipeline.repairs import REPAIRS, Plan, repaired
from agent_svc.pipeline.run import run_pipeline
from agent_svc.pipeline.spec import PlotSpec
from plotlane_kit.clock import ManualClock

MakeSpec = Callable[..., PlotSpec]
Scripted = Callable[[str], Chart]


def finding(gate: str, location: str = "") -> Finding:
    return Finding(gate, Severity.ATTENTION, "It is so.", location=location)


@pytest.fixture
def plan(catalogue: Catalogue) -> Callable[..., Plan]:
    def made(chart_id: str, **options: object) -> Plan:
        chart = catalogue.get(chart_id)
        return Plan(chart, "matplotlib", chart.validate_options(options), ("DejaVu Sans", "Noto Sans CJK SC"))

    return made


def test_every_repair_has_its_own_name() -> None:
    assert len({repair.name for repair in REPAIRS}) == len(REPAIRS)


def test_a_legend_on_data_moves_beside_the_axes_by_the_charts_option(plan: Callable[..., Plan]) -> None:
    changed = repaired(plan("scatter"), [finding("legend", "legend")])

    assert changed is not None
    assert changed.options["legend"] == "right"
    assert changed.changes == ("The legend was moved beside the axes, off the data.",)


def test_missing_glyphs_get_the_other_families_of_the_runtime(plan: Callable[..., Plan]) -> None:
    changed = repaired(plan("scatter"), [finding("glyphs")])

    assert changed is not None
    assert changed.after_theme == ('plt.rcParams["font.family"] = ["DejaVu Sans", "Noto Sans CJK SC"]',)


def test_overlapping_tick_labels_are_answered_more_firmly_each_time(plan: Callable[..., Plan]) -> None:
    wrong = [finding("label_overlap", "x_tick")]
    first = repaired(plan("bar"), wrong)
    assert first is not None
    second = repaired(first, wrong)
    assert second is not None
    third = repaired(second, wrong)
    assert third is not None

    assert first.options["orientation"] == "horizontal"
    assert second.options["top_n"] == 12
    assert "put together as Other" in second.changes[-1]
    assert "all marks are drawn" in third.changes[-1]
    assert repaired(third, wrong) is None


@pytest.mark.parametrize("options", [{"top_n": 30}, {"other": False}])
def test_what_the_user_has_set_is_not_grouped_otherwise(plan: Callable[..., Plan], options: dict[str, object]) -> None:
    wrong = [finding("label_overlap", "y_tick")]
    changed = repaired(plan("bar", orientation="horizontal", **options), wrong)

    assert changed is not None
    assert {name: changed.options[name] for name in options} == options


def test_numbers_at_marks_are_left_out_only_when_nobody_asked_for_them(plan: Callable[..., Plan]) -> None:
    wrong = [finding("label_overlap", "text")]
    changed = repaired(plan("bar-grouped"), wrong)

    assert changed is not None
    assert changed.options["show_values"] is False
    assert repaired(plan("bar-grouped", show_values=True), wrong) is None


@pytest.mark.parametrize("gate", ["readback", "contrast", "canvas", "probe"])
def test_what_no_repair_answers_is_left_to_people(plan: Callable[..., Plan], gate: str) -> None:
    assert repaired(plan("scatter"), [finding(gate)]) is None


async def plot(wanted: PlotSpec, renderer: Renderer, deadline: Deadline, steps: list[tuple[Step, int]]) -> PlotOutcome:
    return await run_pipeline(wanted, renderer, deadline, lambda step, attempt: steps.append((step, attempt)))


async def test_an_inside_legend_is_repaired_in_one_more_render_and_said(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline, scripted: Scripted
) -> None:
    inside = (
        'fig, ax = plt.subplots()\nax.scatter(df["Dosis (mg)"], df["Wirkung"], label="a", s=20)\n'
        'if options["legend"] != "right":\n    ax.legend(loc="center", handlelength=30)'
    )
    steps: list[tuple[Step, int]] = []
    made = await plot(spec(chart=scripted(inside)), renderer, deadline, steps)

    assert (made.status, made.detail) == (PlotStatus.OK, "")
    assert made.changes == ("The legend was moved beside the axes, off the data.",)
    assert made.changed_options == {"legend": "right"}
    assert [(step, attempt) for step, attempt in steps if step is Step.REPAIRING] == [(Step.REPAIRING, 1)]
    assert '"legend": "right"' in made.run_form


async def test_a_repair_that_does_not_help_leaves_the_first_picture(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline, scripted: Scripted
) -> None:
    stubborn = (
        'fig, ax = plt.subplots()\nax.scatter(df["Dosis (mg)"], df["Wirkung"], label="a", s=20)\n'
        'ax.legend(loc="center", handlelength=30)'
    )
    steps: list[tuple[Step, int]] = []
    made = await plot(spec(chart=scripted(stubborn)), renderer, deadline, steps)

    assert made.status is PlotStatus.NEEDS_ATTENTION
    assert made.changes == ()
    assert '"legend": "auto"' in made.run_form


async def test_the_wrapping_of_long_texts_runs_and_passes_the_validator(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline, scripted: Scripted
) -> None:
    long = 'fig, ax = plt.subplots()\nax.scatter(df["Dosis (mg)"], df["Wirkung"])\nax.set_title("word " * 60)'
    made = await plot(spec(chart=scripted(long)), renderer, deadline, [])

    assert (made.status, made.detail) == (PlotStatus.OK, "")
    assert made.changes == ("Long texts were wrapped.",)


@pytest.mark.parametrize(
    ("labels", "change"),
    [
        (50, "The tick labels were turned, so that they do not overlap."),
        (200, "Only some of the tick labels are shown; all marks are drawn."),
    ],
)
async def test_turned_or_at_last_thinned_tick_labels_fit(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline, scripted: Scripted, labels: int, change: str
) -> None:
    crowd = (
        'fig, ax = plt.subplots()\nax.scatter(df["Dosis (mg)"], df["Wirkung"])\n'
        f'ax.set_xticks([10 + 6 * n / {labels} for n in range({labels})], ["A rather long label"] * {labels})'
    )
    made = await plot(spec(chart=scripted(crowd)), renderer, deadline, [])

    assert made.status is PlotStatus.OK
    assert made.changes[-1] == change


class CountingRenderer:
    """Hands on to another renderer; its clock jumps ahead in each render."""

    def __init__(self, inner: Renderer, clock: ManualClock, takes_s: float) -> None:
        self.inner, self.clock, self.takes_s = inner, clock, takes_s
        self.timeouts: list[float] = []

    async def render(self, job: RenderJob) -> RenderOutcome:
        self.timeouts.append(job.timeout_s)
        self.clock.advance(self.takes_s)
        return await self.inner.render(job)

    async def runtime(self, library: str) -> Runtime:
        return await self.inner.runtime(library)


@pytest.mark.parametrize(("takes_s", "renders"), [(1.0, 2), (64.0, 2), (66.0, 1)])
async def test_with_less_than_75_seconds_to_the_soft_deadline_no_repair_is_begun(
    spec: MakeSpec,
    renderer: Renderer,
    deadline: Deadline,
    clock: ManualClock,
    scripted: Scripted,
    takes_s: float,
    renders: int,
) -> None:
    inside = (
        'fig, ax = plt.subplots()\nax.scatter(df["Dosis (mg)"], df["Wirkung"], label="a")\n'
        'ax.legend(loc="center", handlelength=30)'
    )
    counting = CountingRenderer(renderer, clock, takes_s)
    await plot(spec(chart=scripted(inside)), counting, deadline, [])

    assert len(counting.timeouts) == renders
    assert max(counting.timeouts) <= 60


async def test_a_repair_whose_script_fails_leaves_the_first_picture(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline, scripted: Scripted
) -> None:
    class FailsLater(CountingRenderer):
        async def render(self, job: RenderJob) -> RenderOutcome:
            first = not self.timeouts
            made = await super().render(job)
            return made if first else replace(made, outcome=Outcome.OUT_OF_MEMORY, png=b"")

    inside = (
        'fig, ax = plt.subplots()\nax.scatter(df["Dosis (mg)"], df["Wirkung"], label="a")\n'
        'ax.legend(loc="center", handlelength=30)'
    )
    made = await plot(spec(chart=scripted(inside)), FailsLater(renderer, ManualClock(), 0), deadline, [])

    assert made.status is PlotStatus.NEEDS_ATTENTION
    assert made.png
