"""The page: from a paste to a picture, as a person does it."""

from __future__ import annotations

import os
import signal

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenWindow, Window
from tests.browser.hands import TABLE, create, expect_picture, scrolls_sideways, tab_to, use
from tests_support import RunningHouse


def test_three_clicks_make_a_picture_and_nothing_is_lost_by_a_reload(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url)
    page = window.page
    window.shoot("1-empty")

    page.get_by_role("button", name="Example data").click()
    page.get_by_role("button", name="Use this data").click()
    expect(page.get_by_role("columnheader", name="Wachstum")).to_contain_text("mm/d")
    expect(page.locator("#data tbody tr")).to_have_count(20)
    expect(page.locator("#roles select").first).not_to_have_value("")
    window.shoot("2-data")
    create(page)
    window.shoot("3-plot")

    page.locator("label[for=picture-theme-dark]").click()
    expect_picture(page, "dark")
    page.locator(".code-fold summary").click()
    expect(page.locator(".py-keyword").first).to_have_text("import")
    window.shoot("4-dark-picture-and-code")
    box = page.locator(".picture img").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= 1280

    page.reload()
    expect_picture(page)
    expect(page.locator("#data tbody tr")).to_have_count(20)

    page.get_by_label("Message", exact=True).fill("Title: Growth by temperature")
    page.keyboard.press("Enter")
    expect(page.locator("#result-title + .fact")).to_have_text("Version 2")
    expect(page.get_by_label("Title", exact=True)).to_have_value("Growth by temperature")
    expect_picture(page)
    window.shoot("5-follow-up")
    assert window.errors == []


def test_a_phone_in_the_dark_never_scrolls_sideways(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url, width=390, height=844, scheme="dark")
    page = window.page
    expect(page.get_by_role("button", name="Example data")).to_be_visible()
    assert not scrolls_sideways(page)
    use(page, TABLE)
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()
    page.get_by_text("Options", exact=True).click()
    window.shoot("6-phone-set-up")
    assert not scrolls_sideways(page)
    create(page, "dark")
    page.locator(".code-fold summary").click()
    expect(page.locator(".py-keyword").first).to_be_visible()
    window.shoot("7-phone-plot")
    assert not scrolls_sideways(page)
    page.get_by_role("button", name="Readable size").click()
    assert page.locator(".picture img").evaluate("image => image.offsetWidth") == 800
    assert not scrolls_sideways(page)


def test_the_keyboard_is_enough(open_window: OpenWindow, page_url: str) -> None:
    page = open_window(page_url).page
    tab_to(page, page.get_by_role("button", name="Example data"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Use this data")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Replace data")).to_be_focused()
    tab_to(page, page.locator(".chart[aria-pressed=true]"))
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    chart = page.locator(".chart").nth(1)
    expect(chart).to_be_focused()
    page.keyboard.press("Space")
    expect(chart).to_have_attribute("aria-pressed", "true")
    tab_to(page, page.get_by_label("Search charts"), backwards=True)
    page.keyboard.type("box plot")
    page.keyboard.press("Tab")
    tab_to(page, page.locator("#chart-box"))
    page.keyboard.press("Space")
    expect(page.locator("#chart-box")).to_have_attribute("aria-pressed", "true")
    tab_to(page, page.get_by_role("button", name="Create plot"))
    page.keyboard.press("Enter")
    expect_picture(page)
    tab_to(page, page.locator("#picture-theme-light"))
    page.keyboard.press("ArrowRight")
    expect_picture(page, "dark")
    expect(page.locator("#picture-theme-dark")).to_be_focused()


def test_a_refused_table_is_explained_and_stays_in_the_box(open_window: OpenWindow, page_url: str) -> None:
    page = open_window(page_url).page
    ragged = f"{TABLE}5,0;43,0;Präparat;zu viel\n"
    use(page, ragged)
    expect(page.get_by_role("alert")).to_contain_text("6")
    expect(page.get_by_label("Paste a table")).to_have_value(ragged)
    page.get_by_label("Paste a table").fill("x" * 204_801)
    expect(page.locator("#paste-count")).to_contain_text("1 B over the limit of 200 KB")
    expect(page.get_by_role("button", name="Use this data")).to_be_disabled()


def test_a_column_of_the_wrong_type_is_refused_until_it_is_corrected(open_window: OpenWindow, page_url: str) -> None:
    page = open_window(page_url).page
    use(page, TABLE)
    page.locator("#chart-histogram").click()
    role = page.locator("#roles select").first
    role.select_option(label="Gruppe – text")
    expect(page.get_by_role("alert")).to_contain_text("Gruppe")
    expect(page.get_by_text("Correct the columns first.", exact=True)).to_be_visible()
    role.select_option(label="Dose (mg)")
    expect(page.get_by_role("alert")).to_have_count(0)
    create(page)


def test_two_windows_work_side_by_side(open_window: OpenWindow, page_url: str) -> None:
    pages = [open_window(page_url).page for _ in range(2)]
    for page in pages:
        use(page, TABLE)
        expect(page.locator("#roles select").first).not_to_have_value("")
    for page in pages:
        page.get_by_role("button", name="Create plot").click()
    for page in pages:
        expect_picture(page)
    assert pages[0].url != pages[1].url


def test_a_gateway_that_dies_is_said_so_until_it_is_back(open_window: OpenWindow, house: RunningHouse) -> None:
    window: Window = open_window(house.page_url)
    page = window.page
    expect(page.get_by_role("button", name="Example data")).to_be_visible()
    os.kill(house.register().services["gateway"].pid, signal.SIGKILL)
    use(page, TABLE)
    expect(page.get_by_text("Plotlane cannot be reached.")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()
    expect(page.get_by_text("Plotlane cannot be reached.")).to_have_count(0)
    create(page)


def test_a_part_that_does_not_answer_is_named_in_the_words_of_the_answer(
    open_window: OpenWindow, page_url: str
) -> None:
    page = open_window(page_url).page
    away = {"code": "upstream", "message": "The queue is not answering; try again in a moment.", "ref": "r"}
    page.route("**/dataset", lambda route: route.fulfill(status=502, json={"error": away}), times=1)
    use(page, TABLE)
    expect(page.get_by_text("The queue is not answering; try again in a moment. Nothing is lost")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()


GONE = {"error": {"code": "session_expired", "message": "", "ref": "r", "details": {}}}
READY = 'id: 1\nevent: ready\ndata: {"v": "plotlane/1", "turn_id": "lost"}\n\n'


def lose_the_turn(page: Page, *, ended: bool) -> None:
    """Cut the next turn after its first event, and let the services know it no more, as after a restart."""

    def cut(route: Route) -> None:
        if ended:
            route.fetch()  # the whole turn
        route.fulfill(status=200, content_type="text/event-stream", body=READY)

    page.route("**/messages", cut, times=1)
    page.route("**/turns/lost/events", lambda route: route.fulfill(status=404, json=GONE))


def test_a_turn_that_died_with_its_services_is_called_lost_and_the_session_is_not(
    open_window: OpenWindow, page_url: str
) -> None:
    page = open_window(page_url).page
    use(page, TABLE)
    expect(page.locator("#roles select").first).not_to_have_value("")
    lose_the_turn(page, ended=False)
    page.get_by_role("button", name="Create plot").click()
    expect(page.get_by_text("your data and settings are safe. Create the plot again.")).to_be_visible()
    create(page)


def test_a_picture_that_was_finished_while_the_page_was_cut_off_is_shown(
    open_window: OpenWindow, page_url: str
) -> None:
    page = open_window(page_url).page
    use(page, TABLE)
    expect(page.locator("#roles select").first).not_to_have_value("")
    lose_the_turn(page, ended=True)
    page.get_by_role("button", name="Create plot").click()
    expect_picture(page)
    expect(page.locator("#progress").get_by_role("alert")).to_have_count(0)
