"""Fuzzed requests: whatever is sent, the answer is one of ours, and never a 500."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytestmark = pytest.mark.asyncio(loop_scope="session")

WRITES = [
    ("POST", "/v1/sessions"),
    ("PATCH", "/v1/sessions/s1"),
    ("POST", "/v1/sessions/s1/dataset"),
    ("PUT", "/v1/sessions/s1/dataset/reading"),
    ("PUT", "/v1/sessions/s1/bindings"),
    ("PUT", "/v1/sessions/s1/options"),
    ("POST", "/v1/sessions/s1/versions/1/render"),
]
KEYS = st.sampled_from(["text", "chart", "library", "locale", "choices", "role", "column", "theme", "x"]) | st.text()
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)
BODIES = st.binary(max_size=200) | VALUES.map(lambda value: json.dumps(value).encode())
NO_SURROGATES = st.characters(exclude_categories=["Cs"])
CALM = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])


@CALM
@given(where=st.sampled_from(WRITES), body=BODIES)
async def test_any_body_is_taken_or_refused_in_words(
    page: httpx.AsyncClient, where: tuple[str, str], body: bytes
) -> None:
    method, path = where
    answer = await page.request(method, path, content=body)
    assert answer.status_code in (200, 201, 422), answer.text
    if answer.status_code == 422:
        error: dict[str, Any] = answer.json()["error"]
        assert error["code"] == "invalid"
        assert error["details"]["violations"]


@CALM
@given(options=st.dictionaries(st.text(), st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False)))
async def test_any_options_survive_the_way_there_and_back(page: httpx.AsyncClient, options: dict[str, Any]) -> None:
    answer = await page.put("/v1/sessions/s1/options", json=options)
    assert answer.json()["options"] == options


@CALM
@given(path=st.text(NO_SURROGATES, max_size=60), query=st.text(NO_SURROGATES, max_size=20))
async def test_any_address_is_found_or_not(page: httpx.AsyncClient, path: str, query: str) -> None:
    url = f"/v1/sessions/{quote(path, safe='/')}?after={quote(query)}"
    assert (await page.get(url)).status_code in (200, 404)


@CALM
@given(
    name=st.sampled_from(["Origin", "X-Plotlane-Client", "Content-Type", "Authorization", "Cookie", "Last-Event-ID"]),
    value=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40).map(str.strip),
)
async def test_any_header_is_taken_or_refused_in_words(page: httpx.AsyncClient, name: str, value: str) -> None:
    answer = await page.post("/v1/sessions", json={}, headers={name: value})
    assert answer.status_code in (201, 403, 415)
