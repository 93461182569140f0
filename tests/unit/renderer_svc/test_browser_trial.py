"""Trials of the browser: what is learnt from one start, what from a start that fails, and when it is tried again."""

from __future__ import annotations

from contextlib import closing
from queue import Queue
from typing import Any, cast

from plotlane_kit.event_log import event_log
from renderer_svc.browser_trial import BrowserTrials, browser_libraries, try_browsers
from renderer_svc.executor import Executor
from renderer_svc.job import ThemeResult
from renderer_svc.library import Library, library_of
from renderer_svc.limits import Limits
from renderer_svc.outcome import Outcome
from renderer_svc.runtimes import ALL
from renderer_svc.stop import Stop
from renderer_svc.task import Task

REMEDY = "sudo apt-get install --reinstall chromium-headless-shell  # "


class ScriptedExecutor:
    """Ends trials with a rehearsal as told, one after another, and those without one as `bare`."""

    def __init__(self, *outcomes: Outcome, bare: Outcome = Outcome.OK) -> None:
        self.outcomes = list(outcomes)
        self.bare = bare
        self.tried: list[Task] = []

    def run(self, task: Task, slot: int, stop: Stop) -> ThemeResult:
        self.tried.append(task)
        return ThemeResult(self.outcomes.pop(0) if task.rehearsal else self.bare)


def libraries() -> dict[str, Library]:
    return {runtime.library: library_of(runtime) for runtime in ALL}


def tried(executor: ScriptedExecutor, **options: Any) -> dict[str, str]:
    with closing(Stop()) as stop:
        return try_browsers(
            cast(Executor, executor), browser_libraries(libraries()), Limits(), slot=9, stop=stop, **options
        )


def test_only_what_draws_in_a_browser_is_tried() -> None:
    assert list(browser_libraries(libraries())) == ["plotly", "bokeh"]


def test_one_start_answers_for_all_that_have_the_same_browser() -> None:
    executor = ScriptedExecutor(Outcome.OK)
    assert tried(executor) == {"plotly": "", "bokeh": ""}
    assert [task.trial for task in executor.tried] == [True]


def test_a_library_whose_browser_dies_has_the_line_that_mends_it_and_the_next_is_asked_for_itself() -> None:
    found = tried(ScriptedExecutor(Outcome.LAUNCHER, Outcome.OK))
    assert found["plotly"].startswith(REMEDY)
    assert found["plotly"].endswith("does not start in the sandbox")
    assert found["bokeh"] == ""


def test_where_no_sandbox_starts_at_all_nothing_is_learnt_of_the_browser() -> None:
    assert tried(ScriptedExecutor(Outcome.LAUNCHER, bare=Outcome.LAUNCHER)) == {}


def test_what_a_machine_that_is_low_on_memory_did_says_nothing_of_the_browser() -> None:
    assert tried(ScriptedExecutor(Outcome.LOW_MEMORY)) == {}
    assert tried(ScriptedExecutor(), may_try=lambda _: False) == {}


def test_a_browser_that_was_mended_is_offered_again_without_a_restart() -> None:
    told: Queue[Library] = Queue()
    executor = ScriptedExecutor(Outcome.LAUNCHER, Outcome.LAUNCHER, Outcome.OK)
    trials = BrowserTrials(
        cast(Executor, executor), libraries(), Limits(), event_log("test"), told.put, slot=9, again_s=0.01
    )
    trials.begin()
    heard = [told.get(timeout=30) for _ in range(4)]
    trials.end()
    assert [(one.runtime.library, one.available) for one in heard] == [
        *(("plotly", False), ("bokeh", False)),
        *(("plotly", True), ("bokeh", True)),
    ]


def test_trials_end_when_the_renderer_does_begun_or_not() -> None:
    executor = ScriptedExecutor(*[Outcome.LAUNCHER] * 2)
    told: Queue[Library] = Queue()
    trials = BrowserTrials(cast(Executor, executor), libraries(), Limits(), event_log("test"), told.put, slot=9)
    trials.begin()
    told.get(timeout=30)
    trials.end()  # though the next trial is due in a minute
    BrowserTrials(cast(Executor, executor), libraries(), Limits(), event_log("test"), told.put, slot=9).end()
