"""The page: served as files, under a strict policy, and kept only as long as it is unchanged."""

from __future__ import annotations

import re

import httpx
import pytest

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_page_and_every_file_it_names_are_served(page: httpx.AsyncClient) -> None:
    index = await page.get("/")
    assert index.headers["content-type"].startswith("text/html")
    paths = re.findall(r'(?:src|href)="(/[^"#]+)"', index.text)
    assert paths
    for path in paths:
        assert (await page.get(path)).status_code == 200, path


async def test_the_page_may_run_its_own_files_alone(page: httpx.AsyncClient) -> None:
    headers = (await page.get("/")).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"


async def test_an_unchanged_file_is_not_sent_again(page: httpx.AsyncClient) -> None:
    first = await page.get("/static/icon.svg")
    assert first.headers["cache-control"] == "no-cache"
    again = await page.get("/static/icon.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/static/../settings.py", "/static/%2e%2e/settings.py", "/static/..%2fsettings.py"])
async def test_nothing_outside_of_the_folder_is_served(page: httpx.AsyncClient, path: str) -> None:
    assert (await page.get(path)).status_code == 404


async def test_answers_about_sessions_are_never_kept(page: httpx.AsyncClient) -> None:
    assert (await page.get("/v1/sessions")).headers["cache-control"] == "no-store"
