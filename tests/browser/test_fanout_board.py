"""The board of a fan-out: a card for each library, through a reload, into a member's session and back."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import grpc
import pytest
from playwright.sync_api import Locator, Page, expect

from plotlane.scheduler.v1 import scheduler_pb2 as pb
from plotlane_kit.caller import TIER_KEY
from tests.browser.conftest import OpenWindow
from tests.browser.hands import TABLE, expect_picture, scrolls_sideways, use
from tests_support import RunningHouse

COMPARED = ("matplotlib", "seaborn")


def compare(page: Page, *libraries: str) -> None:
    """Draw the session's chart with these libraries at once."""
    page.get_by_text("Compare libraries").click()
    for box in page.locator("#fanout input").all():
        box.set_checked(box.get_attribute("value") in libraries)
    page.get_by_role("button", name=f"Draw with {len(libraries)}").click()


def card(page: Page, library: str) -> Locator:
    """The card of a library on the board."""
    return page.locator(f".member-card[data-library={library}]")


def test_a_chart_is_drawn_with_several_libraries_at_once_and_each_plot_can_be_opened(
    open_window: OpenWindow, page_url: str
) -> None:
    window = open_window(page_url)
    page = window.page
    use(page, TABLE)
    expect(page.locator("#roles select").first).not_to_have_value("")
    compare(page, *COMPARED)
    expect(page.get_by_text("2 of 2 drawn")).to_be_visible()
    for library in COMPARED:
        expect(card(page, library).locator("img")).to_have_js_property("naturalWidth", 3200)
    window.shoot("14-board")

    page.reload()
    expect(page.get_by_text("2 of 2 drawn")).to_be_visible()
    card(page, "seaborn").get_by_role("link", name="seaborn").click()
    expect_picture(page)
    expect(page.locator("#libraries [aria-pressed=true]")).to_have_text("seaborn")
    expect(card(page, "seaborn").locator("[aria-current]")).to_have_count(1)
    window.shoot("15-board-in-a-member")
    page.get_by_role("link", name="Back to the first session").click()
    expect(page.get_by_text("Ready when you are")).to_be_visible()
    page.get_by_role("button", name="Hide").click()
    expect(page.locator("#board")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("Ready when you are")).to_be_visible()
    expect(page.locator("#board")).to_be_hidden()


@pytest.fixture
def paused_runs(house: RunningHouse) -> Iterator[Callable[[], None]]:
    """The house starts no run until the test calls this."""
    with grpc.insecure_channel(house.address("scheduler")) as channel:
        pause = channel.unary_unary(
            "/plotlane.scheduler.v1.SchedulerService/Pause",
            request_serializer=pb.PauseRequest.SerializeToString,
            response_deserializer=pb.PauseResponse.FromString,
        )

        def set_paused(paused: bool) -> None:
            pause(pb.PauseRequest(pool="runs", paused=paused), metadata=((TIER_KEY, "admin"),))

        set_paused(True)
        yield lambda: set_paused(False)
        set_paused(False)


def test_members_wait_in_view_are_stopped_one_by_one_and_a_reload_in_between_loses_none(
    open_window: OpenWindow, page_url: str, paused_runs: Callable[[], None]
) -> None:
    window = open_window(page_url, width=390, height=844, scheme="dark")
    page = window.page
    use(page, TABLE)
    expect(page.locator("#roles select").first).not_to_have_value("")
    compare(page, *COMPARED, "altair", "plotnine")
    expect(page.get_by_text("You are next")).to_have_count(1)
    expect(page.get_by_text("of 4 plots waiting")).to_have_count(3)
    page.get_by_role("button", name="Stop plotnine").click()
    expect(card(page, "plotnine")).to_contain_text("Stopped")
    expect(page.get_by_text("of 3 plots waiting")).to_have_count(2)
    page.reload()
    expect(card(page, "plotnine")).to_contain_text("Stopped")
    window.shoot("16-board-phone")
    assert not scrolls_sideways(page)
    page.get_by_role("button", name="Stop altair").click()
    expect(card(page, "altair")).to_contain_text("Stopped")
    paused_runs()
    expect(page.get_by_text("2 of 4 drawn, 2 without a picture")).to_be_visible()
    expect(page.get_by_role("button", name="Stop all")).to_have_count(0)


def test_all_members_are_stopped_at_once(
    open_window: OpenWindow, page_url: str, paused_runs: Callable[[], None]
) -> None:
    page = open_window(page_url).page
    use(page, TABLE)
    expect(page.locator("#roles select").first).not_to_have_value("")
    compare(page, *COMPARED)
    expect(page.get_by_text("of 2 plots waiting")).to_have_count(1)
    page.get_by_role("button", name="Stop all").click()
    for library in COMPARED:
        expect(card(page, library)).to_contain_text("Stopped")
    expect(page.get_by_role("button", name="Hide")).to_be_visible()
