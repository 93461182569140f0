"""Windows for tests: headless Chromium on the page of a real house."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

from tests_support import RunningHouse

REFUSED = "Failed to load resource"  # how Chromium logs an HTTP answer of 400 and above: the page shows it, no bug
PATIENCE_MS = 20_000  # for one step of a test, on a machine that has other things to do

expect.set_options(timeout=PATIENCE_MS)


class Window:
    """A browser window; `errors` is what its console had to complain about, `shoot` keeps a screenshot."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page = page
        self.errors: list[str] = []
        self._folder = folder
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def shoot(self, name: str) -> None:
        """Keep what the window shows as `name`.png."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=self._folder / f"{name}.png")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


OpenWindow = Callable[..., Window]


# One a module: Playwright's loop stays the running one of this thread, which asynchronous tests could not bear.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The system's Chromium."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("the page is tested in Chromium, which is missing: apt-get install chromium", pytrace=False)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


@pytest.fixture
def page_url(house: RunningHouse) -> str:
    """Where the page is."""
    return house.page_url


@pytest.fixture
def open_window(browser: Browser, repository: Path) -> Iterator[OpenWindow]:
    """Opens windows that share nothing; at the end, none of them may have seen a script error."""
    folder = Path(os.environ.get("PLOTLANE_SCREENSHOTS") or repository / "build" / "screenshots")
    opened: list[Window] = []

    def open_one(url: str, *, width: int = 1280, height: int = 860, scheme: str = "light") -> Window:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            reduced_motion="reduce",
        )
        context.set_default_timeout(PATIENCE_MS)
        window = Window(context.new_page(), folder)
        opened.append(window)
        window.page.goto(url)
        return window

    yield open_one
    for window in opened:
        window.page.context.close()
    assert [error for window in opened for error in window.errors if not error.startswith(REFUSED)] == []
