"""Files on the page: chosen or dropped, one sheet of several, and refused in words."""

from __future__ import annotations

import base64
import gzip
from io import BytesIO

import openpyxl
import pytest
from playwright.sync_api import FilePayload, Page, Route, expect

from tests.browser.conftest import OpenWindow
from tests.browser.hands import TABLE, create, scrolls_sideways, tab_to, use

CSV = b"Day,Rain (mm)\n2024-03-01,1.5\n2024-03-02,0\n2024-03-03,4.25\n"
DROP = """([name, data]) => {
  const transfer = new DataTransfer();
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  for (const each of name.split("|")) transfer.items.add(new File([bytes], each));
  for (const type of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def workbook(*sheets: str) -> bytes:
    """A workbook with the same columns on each sheet, and other rows."""
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for at, title in enumerate(sheets):
        sheet = book.create_sheet(title)
        sheet.append(["Plot", "Yield (t/ha)"])
        for row in range(3 + at):
            sheet.append([f"P{row}", row * 1.5])
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def choose(page: Page, name: str, content: bytes) -> None:
    """Choose a file in the dialog that the button opens."""
    with page.expect_file_chooser() as dialog:
        page.get_by_role("button", name="Choose a file").click()
    dialog.value.set_files(FilePayload(name=name, mimeType="application/octet-stream", buffer=content))


def drop(page: Page, name: str, content: bytes) -> None:
    """Drop files (names divided by |) somewhere on the page."""
    page.evaluate(DROP, [name, base64.b64encode(content).decode()])


def hold(route: Route) -> None:
    """Let a request wait for ever, as on a line that has just broken."""


def test_a_workbook_asks_for_its_sheet_and_is_plotted(open_window: OpenWindow, page_url: str) -> None:
    window = open_window(page_url)
    page = window.page
    choose(page, "harvest.xlsx", workbook("2023", "2024 late", "Notes"))
    sheets = page.get_by_role("group", name="harvest.xlsx has 3 sheets. Which one has the table?")
    expect(sheets.get_by_role("button", name="2023")).to_be_focused()
    window.shoot("8-sheets")
    tab_to(page, sheets.get_by_role("button", name="2024 late"))
    page.keyboard.press("Enter")
    expect(page.locator(".source")).to_have_text("harvest.xlsx, sheet “2024 late”")
    expect(page.locator("#data tbody tr")).to_have_count(4)
    expect(page.get_by_role("button", name="Replace data")).to_be_focused()
    create(page)
    page.reload()
    expect(page.locator(".source")).to_have_text("harvest.xlsx, sheet “2024 late”")


def test_a_file_is_dropped_anywhere_also_on_a_phone(open_window: OpenWindow, page_url: str) -> None:
    page = open_window(page_url, width=390, height=844).page
    expect(page.get_by_role("button", name="Example data")).to_be_visible()
    drop(page, "a-very-long-name-of-a-file-with-the-rain-of-the-whole-spring-of-2024.csv.gz", gzip.compress(CSV))
    expect(page.get_by_role("columnheader", name="Rain")).to_be_visible()
    assert not scrolls_sideways(page)
    drop(page, "tab.tsv", CSV.replace(b",", b"\t").replace(b"Rain", b"Snow"))
    expect(page.get_by_role("columnheader", name="Snow")).to_be_visible()
    assert page.url.startswith(page_url)


def test_a_file_that_comes_later_takes_the_place_of_one_on_its_way(open_window: OpenWindow, page_url: str) -> None:
    page = open_window(page_url).page
    page.route("**/files", hold)
    choose(page, "wrong.csv", CSV)
    expect(page.locator("#file-doing")).to_contain_text("wrong.csv")
    page.unroute_all()
    drop(page, "right.csv", CSV.replace(b"Rain", b"Snow"))
    expect(page.get_by_role("columnheader", name="Snow")).to_be_visible()
    expect(page.locator(".source")).to_have_text("right.csv")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("two.csv|more.csv", CSV, "These are 2 files. Drop the one that has the table."),
        ("big.csv", b"x" * (10 * 1024 * 1024 + 1), "big.csv has 10.0 MB; the limit is 10 MB."),
        ("broken.xlsx", b"PK\x03\x04 and nothing more", "This file is damaged or cut short."),
        ("empty.csv", b"", "empty.csv"),
    ],
    ids=["several", "too-large", "broken", "empty"],
)
def test_a_file_that_is_refused_says_why_and_the_data_stay(
    open_window: OpenWindow, page_url: str, name: str, content: bytes, words: str
) -> None:
    page = open_window(page_url).page
    use(page, TABLE)
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()
    drop(page, name, content)
    expect(page.locator("#data").get_by_role("alert")).to_contain_text(words)
    expect(page.get_by_role("columnheader", name="Dose")).to_be_visible()


def test_a_file_on_its_way_is_told_and_can_be_stopped(open_window: OpenWindow, page_url: str) -> None:
    page = open_window(page_url).page
    page.route("**/files", hold)
    choose(page, "rain.csv", CSV)
    expect(page.locator("#file-doing")).to_contain_text("rain.csv")
    expect(page.get_by_role("button", name="Choose a file")).to_be_disabled()
    page.locator("#file-doing").get_by_role("button", name="Stop").click()
    expect(page.locator("#file-doing")).to_be_empty()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.unroute_all()
    choose(page, "rain.csv", CSV)
    expect(page.locator(".source")).to_have_text("rain.csv")
