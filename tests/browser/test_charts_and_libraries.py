"""Charts and libraries: suggested with a reason, searched, drawn with another library, saved as other files."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenWindow
from tests.browser.hands import TABLE, create, expect_picture, scrolls_sideways, tab_to, use

RAIN = "Day,Rain (mm)\n2024-03-01,1.5\n2024-03-02,0\n2024-03-03,4.25\n2024-03-04,3\n"


def save(page: Page, label: str, folder: Path) -> bytes:
    """Save a file of the version on display."""
    with page.expect_download() as download:
        page.locator(".picture .tools").get_by_text(label, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path.read_bytes()


def pressed(page: Page, name: str) -> None:
    """The pill of a library is the chosen one."""
    expect(page.locator("#libraries [aria-pressed=true]")).to_have_text(name)


def test_a_paste_brings_suggestions_with_reasons_and_one_click_takes_one(
    open_window: OpenWindow, page_url: str
) -> None:
    window = open_window(page_url)
    page = window.page
    use(page, RAIN)
    suggestions = page.get_by_role("list", name="Fits your data").get_by_role("button")
    expect(suggestions.first).to_have_attribute("aria-pressed", "true")
    expect(suggestions.first).to_contain_text("“Rain (mm)” over time in “Day”.")
    other = suggestions.nth(1)
    other.click()
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(other).to_be_focused()
    expect(suggestions.first).to_have_attribute("aria-pressed", "false")
    window.shoot("9-suggestions")


def test_every_chart_has_a_drawing_and_is_found_by_word_and_kind(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url, width=390, height=844)
    page = window.page
    use(page, TABLE)
    charts = page.get_by_role("list", name="Charts").get_by_role("button")
    expect(charts.first).to_be_visible()
    total = charts.count()
    assert total >= 50
    marks = page.locator(".chart .glyph").evaluate_all(
        "glyphs => glyphs.map(glyph => glyph.querySelectorAll(':not(.axis)').length)"
    )
    assert len(marks) == total
    assert min(marks) >= 1
    drawings = page.locator(".chart .glyph").evaluate_all("glyphs => glyphs.map(glyph => glyph.innerHTML)")
    assert len(set(drawings)) == total
    window.shoot("17-glyphs")
    assert not scrolls_sideways(page)
    page.get_by_label("Kind of chart").select_option("composition")
    expect(charts.filter(has_text="Treemap")).to_be_visible()
    expect(charts.filter(has_text="Scatter")).to_have_count(0)
    page.get_by_label("Search charts").fill("donut")
    expect(charts).to_have_count(1)
    page.get_by_label("Search charts").fill("no such thing")
    expect(page.get_by_text("No composition chart matches “no such thing”.")).to_be_visible()


def test_another_library_draws_and_one_that_cannot_says_why(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url, scheme="dark")
    page = window.page
    use(page, TABLE)
    page.get_by_role("button", name="Pie", exact=False).last.click()
    pressed(page, "matplotlib")
    grey = page.locator("#library-plotnine")
    expect(grey).to_have_attribute("aria-disabled", "true")
    tab_to(page, grey)
    page.keyboard.press("Enter")
    expect(page.locator("#library-note")).to_contain_text("The pie chart is not drawn with plotnine")
    pressed(page, "matplotlib")
    window.shoot("10-libraries")

    page.locator("#chart-scatter").click()
    page.locator("#library-seaborn").click()
    pressed(page, "seaborn")
    create(page, "dark")
    expect(page.locator(".cost")).to_contain_text("seaborn")

    page.locator("#chart-donut").click()
    pressed(page, "matplotlib")
    expect(page.locator("#library-note")).to_contain_text("seaborn does not draw this chart; matplotlib does.")


def test_a_picture_is_saved_as_svg_its_rows_for_a_spreadsheet_and_everything_at_once(
    open_window: OpenWindow, page_url: str, tmp_path: Path
) -> None:
    page = open_window(page_url).page
    use(page, RAIN)
    create(page)
    assert b"<svg" in save(page, "SVG", tmp_path)
    expect(page.get_by_text("Saved plot-light.svg.")).to_be_visible()
    assert save(page, "Spreadsheet CSV", tmp_path).startswith(b"Day,Rain (mm)")
    with zipfile.ZipFile(io.BytesIO(save(page, "All files (.zip)", tmp_path))) as bundle:
        assert bundle.namelist() == ["data.csv", "plot-light.png", "plot-light.svg", "plot.py"]
    page.locator("label[for=picture-theme-dark]").click()
    expect_picture(page, "dark")
    assert b"<svg" in save(page, "SVG", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bundle.zip",
        "data-spreadsheet.csv",
        "plot-dark.svg",
        "plot-light.svg",
    ]


def test_a_picture_that_has_no_svg_says_so_in_place_of_the_button(open_window: OpenWindow, page_url: str) -> None:
    def none(route: Route) -> None:
        details = {"names": "plot-light.png", "reason": "too large: 9,000,000 bytes of at most 8,388,608"}
        route.fulfill(status=404, json={"error": {"code": "session_expired", "message": "", "details": details}})

    page = open_window(page_url).page
    use(page, RAIN)
    create(page)
    page.route("**/plot-light.svg*", none)
    svg = page.locator(".picture .tools").get_by_role("button", name="SVG")
    svg.click()
    expect(page.get_by_text("No SVG: too large: 9,000,000 bytes of at most 8,388,608. The PNG")).to_be_focused()
    expect(svg).to_be_hidden()
    page.locator("label[for=picture-theme-dark]").click()
    expect_picture(page, "dark")
    expect(svg).to_be_visible()


def test_a_reaction_is_sent_with_the_data_only_on_a_tick(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url)
    page = window.page
    use(page, RAIN)
    create(page)
    sent: list[object] = []
    page.on("request", lambda request: sent.append(request.post_data_json) if "feedback" in request.url else None)
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_label("What should be better?").fill("Too small")
    window.shoot("18-reaction")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")  # the columns scroll, not the page
    page.locator(".reaction-form").get_by_role("button", name="Send").click()
    expect(page.get_by_text("It is kept without any of your data.")).to_be_visible()
    page.get_by_role("button", name="Yes", exact=True).click()
    page.get_by_label("My table may be kept with it").check()
    page.locator(".reaction-form").get_by_role("button", name="Send").click()
    expect(page.get_by_text("It is kept with the data")).to_be_visible()
    expect(page.get_by_role("button", name="Yes", exact=True)).to_have_attribute("aria-pressed", "true")
    assert sent == [
        {"version": 1, "reaction": "down", "text": "Too small", "include_data": False},
        {"version": 1, "reaction": "up", "text": "", "include_data": True},
    ]
