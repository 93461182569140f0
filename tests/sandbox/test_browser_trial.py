"""A browser that says its version and dies in the sandbox, tried as the renderer tries it."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import closing

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.browser_trial import try_browsers
from renderer_svc.executor import Executor
from renderer_svc.library import library_of
from renderer_svc.limits import Limits
from renderer_svc.runtimes.bokeh import BokehRuntime
from renderer_svc.runtimes.parts import SystemPart
from renderer_svc.runtimes.plotly import PlotlyRuntime
from renderer_svc.sandbox.bubblewrap import BubblewrapKind
from renderer_svc.stop import Stop


@pytest.fixture
def broken() -> BokehRuntime:
    """bokeh with a program for its browser that says its version, and no more of what a browser says."""
    browser = SystemPart("chromium-headless-shell", programs=(os.path.realpath(sys.executable),))

    class Broken(BokehRuntime):
        parts = (browser,)

        def env(self) -> Mapping[str, str]:
            return {**super().env(), "BROWSER_PATH": browser.find()}

    return Broken()


def test_a_browser_that_dies_in_the_sandbox_is_known_before_anybody_draws_and_the_others_work(
    broken: BokehRuntime, uid_base: int
) -> None:
    libraries = {"bokeh": library_of(broken), "plotly": library_of(PlotlyRuntime())}
    assert libraries["bokeh"].available  # as far as its version tells
    log = event_log("test")
    with closing(Executor(BubblewrapKind(uid_base + 40), log)) as executor, closing(Stop()) as stop:
        found = try_browsers(executor, libraries, Limits(memory_floor_bytes=0), 0, stop)
    remedy = f"sudo apt-get install --reinstall chromium-headless-shell  # {os.path.realpath(sys.executable)} does not"
    assert found["bokeh"].startswith(remedy)
    assert found["plotly"] == ""
