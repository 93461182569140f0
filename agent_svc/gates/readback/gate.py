"""The read-back gate: what was drawn equals what the data gives, computed here and never taken from the script."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from agent_svc.catalogue.readback import Layer, NoReadback, Readback
from agent_svc.gates.base import Asked, Evidence, Finding, Severity, Verdict
from agent_svc.gates.figure import Figure, Panel
from agent_svc.gates.readback.adapters import readings_of
from agent_svc.gates.readback.compare import compared
from agent_svc.gates.readback.families import FAMILIES, Check, View
from agent_svc.gates.readback.families.lines import back_and_forth
from agent_svc.gates.readback.mismatch import Mismatch
from agent_svc.gates.readback.steps import apply
from agent_svc.gates.readback.table import Table, floats, records

SUGGESTION = "Look at what the script filters, aggregates and draws; do not use the picture before it agrees."


class ReadbackGate:
    """Attention for a mark that is not as the data says, and for marks that could not be compared."""

    name = "readback"

    def judge(self, evidence: Evidence) -> Verdict:
        asked, figure = evidence.asked, evidence.figure
        if asked is None or figure is None or isinstance(asked.chart.readback, NoReadback):
            return Verdict()
        if asked.chart.readback is None:
            return self._unverified("its chart does not declare how its marks follow from the data")
        table = records(asked, asked.chart.readback)
        # seaborn and plotnine draw with matplotlib, and so the report says.
        library = asked.library if figure.drawing is None else evidence.library
        readings = readings_of(figure, library, asked.options, asked.chart.marks, dated=_is_dated(table))
        if readings is None:
            message = (
                f"What {asked.library} drew is not compared with the data: its report says too little of the marks."
            )
            return Verdict((Finding(self.name, Severity.NOTE, message),))
        if _is_incomplete(figure, readings[0]):
            return self._unverified("it has more marks than are looked at")
        found = [first_mismatch(asked, asked.chart.readback, table, panels) for panels in readings]
        mismatch = None if None in found else found[-1]
        if mismatch is None:
            return Verdict()
        return Verdict((Finding(self.name, Severity.ATTENTION, mismatch, SUGGESTION),))

    def _unverified(self, reason: str) -> Verdict:
        message = f"The picture is unverified: {reason}."
        return Verdict((Finding(self.name, Severity.ATTENTION, message, "Compare it with the data yourself."),))


def _is_dated(table: Table) -> bool:
    """Whether dates run along the x axis: those of the places, or of the values that are counted in bins."""
    if "place" in table.frame.columns:
        return "place" in table.dates and not table.is_named("place")
    return "value" in table.dates


def first_mismatch(asked: Asked, declared: Readback, table: Table, panels: Sequence[Panel]) -> str | None:
    """What differs first, in a sentence; None when every mark is as the records of `table` say."""
    table = apply(table, declared.steps)
    layers = [layer for layer in _layers(asked, declared) if table.holds(layer.when)]
    layers = [layer for layer in layers if asked.library not in layer.not_in]
    by_kind: dict[str, list[tuple[Layer, Table]]] = defaultdict(list)
    for layer in layers:
        by_kind[layer.marks].append((layer, apply(table, layer.steps)))
    steady = [own for layer, own in by_kind.get("lines", ()) if layer.order == "steady" and layer.match == "equal"]
    if steady and not steady[0].is_named("place") and not declared.swap:
        label = back_and_forth(View(panels))
        if label is not None:
            whose = f" of “{label}”" if label else ""
            return f"The line{whose} goes back and forth: its vertices are not in the order of their places."
    for kind, own in by_kind.items():
        mismatch = _kind_mismatch(kind, own, frozenset(by_kind) - {kind}, asked, declared, panels)
        if mismatch is not None:
            return mismatch.message
    return None


def _kind_mismatch(
    kind: str,
    layers: Sequence[tuple[Layer, Table]],
    beside: frozenset[str],
    asked: Asked,
    declared: Readback,
    panels: Sequence[Panel],
) -> Mismatch | None:
    """The mismatch of the marks of one kind, read upright or lying, whichever fits better."""
    family = FAMILIES[kind]
    ways = []
    for lying in (False, True) if family.turns or declared.swap else (False,):
        whole = [_checks(layer, family.checks(table, View(panels, lying, beside))) for layer, table in layers]
        ways.append([_in_sight(check, asked) for check in _merged(whole)])
    most = max(map(_drawn_in, ways))
    found = []
    for checks in ways:
        if all(check.match == "subset" for check in checks) and _drawn_in(checks) < most:
            continue  # the wrong way round there is nothing that could differ
        mismatches = [compared(check, panels, asked.chart.tolerance, by_panel=declared.panels) for check in checks]
        bad = [mismatch for mismatch in mismatches if mismatch is not None]
        if not bad:
            return None
        found.append(Mismatch(bad[0].message, sum(mismatch.count for mismatch in bad)))
    return min(found, key=lambda mismatch: mismatch.count)


def _drawn_in(checks: Sequence[Check]) -> int:
    return sum(marks.count for check in checks for marks in check.drawn)


def _checks(layer: Layer, checks: Sequence[Check]) -> list[Check]:
    """The family's checks as the layer wants them."""
    made = []
    for check in checks:
        match = layer.match if check.match == "equal" else check.match
        compare = layer.compare or check.compare
        if len(check.wanted.has(*compare)) < len(compare):  # marks that lie the other way are of other channels
            compare = check.compare
        tolerance = check.tolerance if check.tolerance is not None else layer.tolerance
        made.append(replace(check, match=match, compare=compare, tolerance=tolerance))
    return made


def _in_sight(check: Check, asked: Asked) -> Check:
    """The check without what a logarithmic axis cannot show; matplotlib keeps that in the figure, others do not."""
    table, frame = check.wanted, check.wanted.frame
    if asked.library in ("matplotlib", "seaborn"):
        return check
    channels = {"log_x": ("place",), "log_y": ("value",) if "value" in check.compare else ("high",)}
    for option, (channel,) in channels.items():
        named = table.is_named(channel) or channel in table.dates
        if asked.options.get(option) and channel in frame.columns and not named:
            positive = floats(frame[channel]) > 0
            frame = frame[positive] if positive.any() else frame
    bounds = asked.options.get("value_range")
    if check.noun == "cell" and asked.library == "lets-plot" and isinstance(bounds, list | tuple):
        frame = frame.assign(value=floats(frame["value"]).clip(*bounds))  # colours beyond the last are the last
    return replace(check, wanted=table.with_frame(frame))


def _merged(layers: Sequence[Sequence[Check]]) -> list[Check]:
    """Layers of the same kind that must be drawn in full are compared together: the marks are a mixture of theirs."""
    import pandas as pd

    exact = [checks[0] for checks in layers if len(checks) == 1 and checks[0].match == "equal"]
    if len(exact) < 2:
        return [check for checks in layers for check in checks]
    rest = [check for checks in layers for check in checks if check not in exact]
    frame = pd.concat([check.wanted.frame for check in exact], ignore_index=True)
    for channel in exact[0].wanted.kinds:
        if channel in frame.columns:
            names = [name for check in exact for name in check.wanted.names(channel)]
            frame[channel] = pd.Categorical(frame[channel].astype(object), list(dict.fromkeys(names)), ordered=True)
    return [replace(exact[0], wanted=exact[0].wanted.with_frame(frame)), *rest]


def _layers(asked: Asked, declared: Readback) -> Sequence[Layer]:
    return declared.layers or (Layer(marks=asked.chart.marks),)


def _is_incomplete(figure: Figure, panels: Sequence[Panel]) -> bool:
    return figure.axes_left_out > 0 or any(panel.marks.left_out for panel in panels)
