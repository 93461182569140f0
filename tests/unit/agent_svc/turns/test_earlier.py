"""The earlier version: undo goes back step by step, and never to and fro."""

from __future__ import annotations

from dataclasses import replace

from agent_svc.pipeline.outcome import PlotStatus, Theme
from agent_svc.sessions.session import Session
from agent_svc.sessions.version import Options, Version
from agent_svc.turns.earlier import earlier

ROLES = {"x": ("Dose",), "y": ("Yield",)}
BLANK = Session("s", "anna", "matplotlib", "en", 0.0, 0.0, "scatter", bindings=ROLES)


def version(number: int, options: Options) -> Version:
    return Version(number, "scatter", "matplotlib", PlotStatus.OK, None, Theme.LIGHT, ROLES, options, 3200, 1800, 0.0)


def drawn(*titles: str) -> Session:
    """A session whose versions had these titles, the last one as it is now."""
    versions = tuple(version(number, {"title": title}) for number, title in enumerate(titles, 1))
    return replace(BLANK, versions=versions, options=dict(versions[-1].options))


def back(session: Session) -> object:
    before = earlier(session)
    return None if before is None else before.options["title"]


def test_there_is_nothing_before_the_first_version() -> None:
    assert earlier(BLANK) is None
    assert earlier(drawn("A")) is None


def test_one_step_back_is_the_version_before() -> None:
    assert back(drawn("A", "B")) == "A"


def test_what_was_set_and_not_drawn_is_a_step() -> None:
    assert back(replace(drawn("A", "B"), options={"title": "C"})) == "B"


def test_another_chart_that_was_not_drawn_is_a_step() -> None:
    before = earlier(replace(drawn("A", "B"), chart_id="line"))
    assert before is not None
    assert (before.chart_id, before.options) == ("scatter", {"title": "B"})


def test_undoing_twice_goes_two_steps_back() -> None:
    assert back(drawn("A", "B", "C")) == "B"
    assert back(drawn("A", "B", "C", "B")) == "A"
    assert back(drawn("A", "B", "C", "B", "A")) is None


def test_a_new_change_after_an_undo_is_a_step_of_its_own() -> None:
    assert back(drawn("A", "B", "A", "D")) == "A"


def test_options_that_the_plot_itself_has_changed_are_no_step() -> None:
    session = drawn("A", "B")
    latest = replace(session.versions[-1], options={"title": "B", "top_n": 7})
    assert back(replace(session, versions=(session.versions[0], latest))) == "A"


def test_the_theme_is_part_of_what_is_gone_back_to() -> None:
    session = drawn("A", "A")
    dark = replace(session.versions[-1], theme=Theme.DARK)
    before = earlier(replace(session, versions=(session.versions[0], dark)))
    assert before is not None
    assert before.theme is Theme.LIGHT
