"""The changes: what is different from the version before, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from agent_svc.catalogue import Chart, Option
from agent_svc.sessions.options import full_options
from agent_svc.sessions.version import Bindings, Options, Version


def changes(before: Version, after: Version, chart: Chart, *, new_data: bool) -> tuple[str, ...]:
    """The sentences, the largest change first; `chart` is that of `after`."""
    return tuple(_changes(before, after, chart, new_data=new_data))


def option_changes(chart: Chart, before: Options, after: Options) -> list[str]:
    """The options that differ, each as a sentence. Options that the chart does not have are left out."""
    known = {option.name for option in chart.options}
    old = full_options(chart, {name: value for name, value in before.items() if name in known})
    new = full_options(chart, after)
    return [
        _option_sentence(option, new[option.name]) for option in chart.options if old[option.name] != new[option.name]
    ]


def _changes(before: Version, after: Version, chart: Chart, *, new_data: bool) -> Iterator[str]:
    if new_data:
        yield "The data is new."
    if before.chart_id != after.chart_id:
        yield f"The chart is now a {chart.title.lower()}."
    if before.library != after.library:
        yield f"The library is now {after.library}."
    yield from _binding_sentences(chart, before.bindings, after.bindings)
    if before.chart_id == after.chart_id:
        yield from option_changes(chart, before.options, after.options)
    if before.theme is not after.theme:
        yield f"The theme is now {after.theme.value}."


def _binding_sentences(chart: Chart, before: Bindings, after: Bindings) -> Iterator[str]:
    for role in chart.roles:
        columns = after.get(role.name, ())
        if columns != before.get(role.name, ()):
            shown = ", ".join(f"“{column}”" for column in columns)
            yield f"{role.title} now shows {shown}." if columns else f"{role.title} shows no column any more."


def _option_sentence(option: Option, value: object) -> str:
    if value is None:
        return f"{option.title} is automatic again."
    if isinstance(value, bool):
        return f"{option.title} is now {'on' if value else 'off'}."
    if isinstance(value, list | tuple):
        low, high = ("open" if end is None else f"{end:g}" for end in value)
        return f"{option.title} is now {low} to {high}."
    if option.kind == "text":
        return f"{option.title} is now “{value}”."
    return f"{option.title} is now {value:g}." if isinstance(value, float) else f"{option.title} is now {value}."
