"""Hands: what a person does on the page, and sees there, in many tests."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

TABLE = "Dose (mg);Wirkung (%);Gruppe\n0,5;12,1;Kontrolle\n1,0;18,4;Kontrolle\n2,0;;Präparat\n4,0;41,7;Präparat\n"


def use(page: Page, table: str) -> None:
    """Paste a table and use it."""
    page.get_by_label("Paste a table").fill(table)
    page.get_by_role("button", name="Use this data").click()


def create(page: Page, theme: str = "light") -> None:
    """Press the button and wait for the picture, which is in the theme of the page."""
    page.get_by_role("button", name="Create plot").click()
    expect_picture(page, theme)


def expect_picture(page: Page, theme: str = "light") -> None:
    """The picture is shown, in full resolution."""
    picture = page.locator(f".picture img[src*='plot-{theme}.png']")
    expect(picture).to_be_visible()
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => [image.naturalWidth, image.naturalHeight]") == [3200, 1800]


def tab_to(page: Page, control: Locator, *, backwards: bool = False) -> None:
    """Press Tab until the control has the focus, and see that one can see it."""
    for _ in range(40):
        page.keyboard.press("Shift+Tab" if backwards else "Tab")
        if control.evaluate("node => node === document.activeElement"):
            assert control.evaluate("node => getComputedStyle(node).outlineStyle") != "none"
            return
    pytest.fail(f"Tab does not reach {control}")


def scrolls_sideways(page: Page) -> bool:
    """Whether the window is too narrow for the page."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))
