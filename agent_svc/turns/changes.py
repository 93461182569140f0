"""The changes: what is different from the version before, one sentence each."""

from __future__ import annotations

from collections.abc import Iterator

from agent_svc.catalogue import Chart
from agent_svc.guard.language import Language
from agent_svc.sessions.options import full_options
from agent_svc.sessions.session import Session
from agent_svc.sessions.version import Bindings, Options, Version
from agent_svc.turns.wording import WORDINGS, Wording


def changes(
    before: Version, after: Version, chart: Chart, *, new_data: bool, language: Language = Language.ENGLISH
) -> tuple[str, ...]:
    """The sentences, the largest change first; `chart` is that of `after`."""
    return tuple(_changes(before, after, chart, WORDINGS[language], new_data=new_data))


def session_changes(before: Session, after: Session, chart: Chart, language: Language = Language.ENGLISH) -> list[str]:
    """What is set otherwise in a session than before, each as a sentence; `chart` is that of `after`."""
    words, said = WORDINGS[language], []
    if before.chart_id != after.chart_id:
        said.append(words.chart(chart))
    if before.library != after.library:
        said.append(words.library(after.library))
    said += _bindings(chart, before.bindings, after.bindings, words)
    if before.chart_id == after.chart_id:
        said += _options(chart, before.options, after.options, words)
    return said


def _changes(before: Version, after: Version, chart: Chart, words: Wording, *, new_data: bool) -> Iterator[str]:
    if new_data:
        yield words.new_data
    if before.steps != after.steps:
        yield words.steps(len(after.steps))
    if before.chart_id != after.chart_id:
        yield words.chart(chart)
    if before.library != after.library:
        yield words.library(after.library)
    yield from _bindings(chart, before.bindings, after.bindings, words)
    if before.chart_id == after.chart_id:
        yield from _options(chart, before.options, after.options, words)
    if before.theme is not after.theme:
        yield words.theme(after.theme)


def _bindings(chart: Chart, before: Bindings, after: Bindings, words: Wording) -> Iterator[str]:
    for role in chart.roles:
        columns = after.get(role.name, ())
        if columns != before.get(role.name, ()):
            yield words.role(role, columns)


def _options(chart: Chart, before: Options, after: Options, words: Wording) -> Iterator[str]:
    known = {option.name for option in chart.options}  # another chart's options may be left from before
    old = full_options(chart, {name: value for name, value in before.items() if name in known})
    new = full_options(chart, after)
    for option in chart.options:
        if old[option.name] != new[option.name]:
            yield words.option(option, new[option.name])
