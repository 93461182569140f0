"""Signing in on the page, where guests may work too: a gateway of its own, before the house's services."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.hands import TABLE, use
from tests_support import RunningHouse

TOKEN = "ada-token"


@pytest.fixture(scope="module")
def door_url(house: RunningHouse, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page on which ada may sign in, and guests may work."""
    folder = tmp_path_factory.mktemp("door")
    line = {"sha256": hashlib.sha256(TOKEN.encode()).hexdigest(), "user": "ada", "tier": "premium"}
    (folder / "tokens.jsonl").write_text(json.dumps(line) + "\n")
    ready, ready_fd = os.pipe()
    settings = {
        "PORT": "0",
        "READY_FD": str(ready_fd),
        "DATA_DIR": str(folder),
        "AGENT_ADDRESS": house.address("agent"),
        "SCHEDULER_ADDRESS": house.address("scheduler"),
        "IDENTITY": "tokens",
        "TOKENS_FILE": str(folder / "tokens.jsonl"),
        "ANONYMOUS": "true",
    }
    environment = {**os.environ, **{f"PLOTLANE_GATEWAY_{name}": value for name, value in settings.items()}}
    gateway = subprocess.Popen([sys.executable, "-m", "gateway"], env=environment, pass_fds=[ready_fd])
    os.close(ready_fd)
    with os.fdopen(ready) as address:
        yield f"http://{address.read()}"
    gateway.terminate()
    assert gateway.wait(30) == 0


def drawer(page: Page) -> None:
    page.get_by_role("button", name="Sessions").click()


def sign_in(page: Page, token: str) -> None:
    page.get_by_label("Token").fill(token)
    page.get_by_role("button", name="Sign in").click()


def test_a_guest_signs_in_works_and_is_a_guest_again_after_signing_out(open_window: OpenWindow, door_url: str) -> None:
    window = open_window(door_url)
    page = window.page
    expect(page.locator("#top")).to_contain_text("Public")
    use(page, TABLE)
    drawer(page)
    page.get_by_role("button", name="Sign in").click()
    window.shoot("sign-in")
    sign_in(page, "eve-token")
    expect(page.get_by_role("alert")).to_contain_text("This token is not known here")
    sign_in(page, TOKEN)
    expect(page.locator("#top")).to_contain_text("Premium")
    expect(page.get_by_role("columnheader", name="Dose")).to_have_count(0)  # that was the guest's
    drawer(page)
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#top")).to_contain_text("Public")


def test_a_guest_who_does_not_sign_in_after_all_has_everything_as_it_was(
    open_window: OpenWindow, door_url: str
) -> None:
    page = open_window(door_url, width=390, height=844).page
    use(page, TABLE)
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()
    drawer(page)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Go on as a guest").click()
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()


def test_who_carries_a_token_that_is_known_no_more_may_go_on_as_a_guest(open_window: OpenWindow, door_url: str) -> None:
    page = open_window(door_url).page
    page.context.add_cookies([{"name": "plotlane_token", "value": "old-token", "url": f"{door_url}/v1/"}])
    page.reload()
    expect(page.get_by_label("Token")).to_be_focused()
    page.get_by_role("button", name="Go on as a guest").click()
    expect(page.locator("#top")).to_contain_text("Public")
