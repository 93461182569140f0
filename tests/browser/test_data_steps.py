"""Data steps on the page: taken by a form, each with its code, refused in words, undone one by one."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.hands import TABLE, create, scrolls_sideways, tab_to, use


def rows(page: Page, count: int) -> None:
    """So many rows are in the preview."""
    expect(page.locator("#data tbody tr")).to_have_count(count)


def begin(page: Page, title: str) -> None:
    """Open the form for a kind of step."""
    page.get_by_role("button", name="Change the data").click()
    page.get_by_label("What to do").select_option(label=title)


def test_steps_are_taken_one_after_the_other_drawn_and_undone(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url)
    page = window.page
    use(page, TABLE)
    rows(page, 4)
    begin(page, "Keep some rows")
    page.get_by_label("Where").select_option(label="Dose (mg) – number")
    page.get_by_label("Its value").select_option(label="is at least")
    page.get_by_label("Value", exact=True).fill("0,75")
    window.shoot("11-step-form")
    page.get_by_role("button", name="Apply").click()
    rows(page, 3)
    steps = page.get_by_role("list", name="Data steps").get_by_role("listitem")
    expect(steps.locator("summary")).to_have_text(["Keep rows where “Dose (mg)” is at least 0.75"])
    expect(page.get_by_role("button", name="Change the data")).to_be_focused()

    begin(page, "Compute a column")
    page.get_by_label("Its name").fill("Double")
    page.get_by_label("Computed as").fill("[Dose (mg)] + [Dose (mg)]")
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("columnheader", name="Double")).to_be_visible()
    steps.nth(1).locator("summary").click()
    expect(steps.nth(1).locator("code")).to_have_text('df["Double"] = df["Dose (mg)"] + df["Dose (mg)"]')
    window.shoot("12-steps")
    create(page)
    page.locator(".code-fold summary").click()
    expect(page.locator(".code-fold code")).to_contain_text("# Data steps")

    page.reload()
    expect(steps).to_have_count(2)
    undo = page.get_by_role("button", name="Undo the last step")
    undo.click()
    expect(steps).to_have_count(1)
    undo.click()
    rows(page, 4)
    expect(undo).to_have_count(0)
    expect(page.get_by_role("button", name="Change the data")).to_be_focused()


WIDE = "City;2019;2020;2021\nBonn;3;5;4\nKiel;6;2;7\nUlm;4;4;6\n"


def test_a_wide_table_is_drawn_with_the_steps_of_its_suggestion_and_without_them_by_another(
    open_window: OpenWindow, page_url: str
) -> None:
    window = open_window(page_url)
    page = window.page
    use(page, WIDE)
    suggestions = page.get_by_role("list", name="Fits your data").get_by_role("button")
    steps = page.get_by_role("list", name="Data steps").get_by_role("listitem")
    expect(suggestions.first).to_have_attribute("aria-pressed", "true")
    expect(suggestions.first).to_contain_text("“2019” to “2021” become rows of “Year”: one line for each “City”.")
    expect(steps).to_have_count(2)
    rows(page, 9)
    create(page)
    window.shoot("14-wide-table")

    plain = suggestions.filter(has_text="side by side")
    plain.click()
    expect(plain).to_have_attribute("aria-pressed", "true")
    expect(steps).to_have_count(0)
    rows(page, 3)
    cells = suggestions.filter(has_text="one cell for each")
    cells.click()
    expect(cells).to_have_attribute("aria-pressed", "true")
    expect(steps).to_have_count(2)
    page.get_by_role("button", name="Undo the last step").click()
    expect(steps).to_have_count(1)


def test_a_table_that_nothing_can_be_drawn_of_is_told_what_it_lacks(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url, width=390, height=844)
    page = window.page
    use(page, "Name;City\nAnna;Bonn\nBen;Kiel\nClara;Ulm\n")
    expect(page.locator("#nothing-fits")).to_contain_text("each row has words of its own")
    expect(page.get_by_role("list", name="Fits your data")).to_have_count(0)
    expect(page.locator("#create-hint")).to_have_text("Choose a chart.")
    expect(page.locator("#result")).to_contain_text("One thing is missing")
    assert not scrolls_sideways(page)
    window.shoot("15-nothing-fits")
    use_other(page, "id\n1\n2\n3\n")
    expect(page.locator("#nothing-fits")).to_contain_text("the numbers only name or number the rows")
    use_other(page, "City;Rain\nBonn;3\nKiel;6\n")
    expect(page.locator("#nothing-fits")).to_be_hidden()


def use_other(page: Page, table: str) -> None:
    """Replace the data."""
    page.get_by_role("button", name="Replace data").click()
    use(page, table)


def test_a_step_that_cannot_be_is_refused_at_its_field_and_the_form_stays(
    open_window: OpenWindow, page_url: str
) -> None:
    window = open_window(page_url, width=390, height=844, scheme="dark")
    page = window.page
    use(page, TABLE)
    rows(page, 4)
    begin(page, "Summarise groups")
    page.get_by_role("button", name="Apply").click()
    problem = page.locator(".step-panel").get_by_role("alert")
    expect(problem).to_contain_text("by:")
    tab_to(page, page.get_by_label("Gruppe", exact=True), backwards=True)
    page.keyboard.press("Space")
    window.shoot("13-step-form-phone")
    assert not scrolls_sideways(page)
    tab_to(page, page.get_by_role("button", name="Apply"))
    page.keyboard.press("Enter")
    rows(page, 2)
    expect(problem).to_have_count(0)
    begin(page, "Leave columns out")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Change the data")).to_be_focused()


def test_a_form_that_is_being_filled_in_stays_when_the_same_data_come_again_with_another_chart(
    open_window: OpenWindow, page_url: str
) -> None:
    page = open_window(page_url).page
    use(page, TABLE)
    rows(page, 4)
    begin(page, "Compute a column")
    page.get_by_label("Its name").fill("Double")
    page.locator("#chart-histogram").click()
    expect(page.locator("#chart-histogram")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".step-panel").get_by_label("Its name")).to_have_value("Double")
