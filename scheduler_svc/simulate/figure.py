"""The figure: queue, places in use and waits over virtual time, one column a pool."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from scheduler_svc.core.policy import PoolPolicy, SchedulerPolicy
from scheduler_svc.core.run import EndReason
from scheduler_svc.simulate.chronicle import Chronicle, Sample, Story

# Colours that stay apart for readers with any kind of colour vision (Okabe and Ito, 2008).
LANES: Final = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9")
ALARM: Final = "#d55e00"
INK: Final = "#222222"
MUTED: Final = "#6b6b6b"
RULE: Final = "#e2e2e2"
STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "axes.edgecolor": MUTED,
    "axes.linewidth": 0.8,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.titlesize": 9,
    "axes.titlelocation": "left",
    "xtick.color": MUTED,
    "ytick.color": MUTED,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "svg.hashsalt": "plotlane",
}
UNITS: Final = ((10_800.0, 3_600.0, "h"), (300.0, 60.0, "min"), (0.0, 1.0, "s"))
BINS: Final = 240  # more changes than this in one panel are shown as the mean and the range of so many stretches


@dataclass(frozen=True, slots=True)
class Axis:
    """The virtual time that all panels share."""

    length_s: float
    scale: float
    unit: str


def draw(title: str, chronicle: Chronicle, policy: SchedulerPolicy, path: Path) -> None:
    """Write the picture to `path`, whose suffix chooses the format; may raise `OSError`."""
    pools = [pool for pool in policy.pools if any(chronicle.of(pool.name))]
    scale, unit = next((scale, unit) for above, scale, unit in UNITS if chronicle.ended_at >= above)
    axis = Axis(max(1.0, chronicle.ended_at), scale, unit)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(7.2 * max(1, len(pools)), 6.6), dpi=200, layout="constrained")
        FigureCanvasAgg(figure)
        figure.suptitle(title, x=0.012, ha="left", fontsize=11, fontweight="bold", color=INK, parse_math=False)
        panels = figure.subplots(3, max(1, len(pools)), sharex=True, squeeze=False, height_ratios=(3, 2, 3))
        for column, pool in enumerate(pools):
            _column([row[column] for row in panels], chronicle, pool, axis)
        figure.align_ylabels()
        figure.savefig(path)


def _column(panels: list[Axes], chronicle: Chronicle, pool: PoolPolicy, axis: Axis) -> None:
    samples = chronicle.samples[pool.name]
    queue, places, waits = panels
    note = _level(queue, samples, "waiting", axis)
    queue.set(ylabel="runs waiting", title=f"Pool {pool.name}{note}")
    _blocked(queue, samples, axis)
    _level(places, samples, "in_flight", axis)
    slots = chronicle.slots[pool.name]
    places.set(ylabel="runs in flight", ylim=(0, max(slots, max(each.in_flight for each in samples)) * 1.2))
    _limit(places, slots, f"{slots} places")
    _waits(waits, list(chronicle.of(pool.name)), pool, axis)
    waits.set(xlabel=f"virtual time ({axis.unit})", ylabel="wait until start (s)")
    waits.set_xlim(0, axis.length_s / axis.scale * 1.01)
    for axes in panels:
        axes.grid(axis="y", color=RULE, linewidth=0.6)
        axes.set_axisbelow(True)
        for begin, end in chronicle.outages:
            axes.axvspan(begin / axis.scale, end / axis.scale, color=ALARM, alpha=0.5, linewidth=0.8, zorder=0)
    for begin, _ in chronicle.outages:
        queue.annotate(
            "crash",
            (begin / axis.scale, 1),
            xycoords=("data", "axes fraction"),
            xytext=(2, -7),
            textcoords="offset points",
            fontsize=7,
            color=ALARM,
        )


def _level(axes: Axes, samples: list[Sample], name: str, axis: Axis) -> str:
    """Draw how a count went; returns what the title has to say about it."""
    times = np.array([sample.at for sample in samples] + [axis.length_s])
    values = np.array([getattr(sample, name) for sample in samples], dtype=float)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.set_ylim(0, max(1.0, float(values.max())) * 1.2)
    if len(values) <= BINS:
        edges, drawn = times / axis.scale, np.append(values, values[-1])
        axes.step(edges, drawn, where="post", color=INK, linewidth=0.9)
        axes.fill_between(edges, drawn, step="post", color=INK, alpha=0.08, linewidth=0)
        return ""
    edges = np.linspace(0.0, axis.length_s, BINS + 1)
    middle = (edges[:-1] + edges[1:]) / 2 / axis.scale
    mean, low, high = _binned(times, values, edges)
    axes.fill_between(middle, low, high, step="mid", color=INK, alpha=0.15, linewidth=0)
    axes.step(middle, mean, where="mid", color=INK, linewidth=0.9)
    return f" · line: mean of {axis.length_s / BINS / 60:.1f} min, shade: range"


def _blocked(axes: Axes, samples: list[Sample], axis: Axis) -> None:
    """Draw what waits outside the queue on top of it, when anything ever did."""
    if not any(sample.blocked for sample in samples):
        return
    times = [sample.at / axis.scale for sample in samples]
    values = [sample.blocked for sample in samples]
    axes.step(times, values, where="post", color=MUTED, linewidth=0.9, linestyle=(0, (1, 1)), label="blocked")
    axes.plot([], [], color=INK, linewidth=0.9, label="queued")
    axes.set_ylim(0, max(axes.get_ylim()[1], max(values) * 1.2))
    axes.legend(loc="lower right", bbox_to_anchor=(1.01, 0.98), ncols=2)


def _binned(
    times: NDArray[np.float64], values: NDArray[np.float64], edges: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Time-weighted mean, least and most of a step function between each two edges."""
    area = np.concatenate(([0.0], np.cumsum(values * np.diff(times))))
    upto = np.interp(edges, times, area)
    first = np.maximum(np.searchsorted(times[:-1], edges[:-1], side="right") - 1, 0)
    last = np.maximum(np.searchsorted(times[:-1], edges[1:], side="left"), first + 1)
    low = np.array([values[a:b].min() for a, b in zip(first, last, strict=True)])
    high = np.array([values[a:b].max() for a, b in zip(first, last, strict=True)])
    return np.diff(upto) / np.diff(edges), low, high


def _limit(axes: Axes, value: float, label: str) -> None:
    axes.axhline(value, color=MUTED, linewidth=0.8, linestyle=(0, (4, 3)))
    axes.annotate(
        label,
        (1, value),
        xycoords=("axes fraction", "data"),
        xytext=(0, 3),
        textcoords="offset points",
        ha="right",
        va="bottom",
        fontsize=8,
        color=MUTED,
    )


def _waits(axes: Axes, stories: list[Story], pool: PoolPolicy, axis: Axis) -> None:
    size = 14 if len(stories) < 200 else 6
    longest = 1.0
    for lane, colour in zip(pool.lanes, cycle(LANES), strict=False):
        ran = [story for story in stories if story.lane == lane.name and story.started_at is not None]
        if ran:
            waited = [story.wait_s or 0.0 for story in ran]
            longest = max(longest, *waited)
            when = [(story.started_at or 0.0) / axis.scale for story in ran]
            axes.scatter(when, waited, s=size, color=colour, alpha=0.7, linewidths=0, label=lane.name)
    expired = [story for story in stories if story.end is EndReason.EXPIRED]
    if expired:
        waited = [(story.ended_at or 0.0) - (story.admitted_at or 0.0) for story in expired]
        longest = max(longest, *waited)
        when = [(story.ended_at or 0.0) / axis.scale for story in expired]
        axes.scatter(when, waited, s=14, marker="x", color=ALARM, linewidths=0.8, label="expired")
    max_wait_s = max(lane.max_wait_s for lane in pool.lanes)
    if longest > 0.6 * max_wait_s:
        _limit(axes, max_wait_s, f"longest wait allowed, {max_wait_s:g} s")
        longest = max(longest, max_wait_s)
    axes.set_ylim(-0.02 * longest, longest * 1.2)
    axes.legend(
        loc="lower left",
        bbox_to_anchor=(-0.01, 0.98),
        ncols=6,
        handletextpad=0.1,
        columnspacing=1.2,
        markerscale=1.0 if size > 10 else 1.8,
    )
