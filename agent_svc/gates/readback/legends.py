"""A legend as a reader takes it: marks are called what the entry of their colour says, whatever a script calls them."""

from __future__ import annotations

from collections import Counter

from agent_svc.gates.figure import Group, Marks, Panel

_DIGITS = 7  # of #rrggbbaa: a legend may show a colour more opaque than its marks


def as_read(panel: Panel) -> Panel:
    """The panel with the labels that its legend gives the marks; unchanged where colours do not tell entries apart."""
    legend = panel.legend
    if legend is None or len(legend.colors) != len(legend.entries):
        return panel
    pairs = [(color[:_DIGITS], entry) for color, entry in zip(legend.colors, legend.entries, strict=True) if color]
    times = Counter(color for color, _ in pairs)
    names = {color: entry for color, entry in pairs if times[color] == 1}
    entries = set(legend.entries)
    groups = {kind: [_called(group, names, entries) for group in own] for kind, own in panel.marks.groups.items()}
    marks = Marks.model_construct(**{**dict(panel.marks), "groups": groups})
    return panel.model_copy(update={"marks": marks})


def _called(group: Group, names: dict[str, str], entries: set[str]) -> Group:
    """The group under its entry; only what the legend lists can be taken for another entry of it."""
    colors = {color[:_DIGITS] for color in group.colors}
    name = names.get(*colors) if len(colors) == 1 else None
    return group.model_copy(update={"label": name}) if name is not None and group.label in entries else group
