"""The guard's rules, one line each."""

from __future__ import annotations

import pytest

from gateway.errors import ClientHeaderMissing, HostRefused, NotJson, NotMultipart, OriginRefused
from gateway.guard import Policy, hostname, is_json, refusal
from plotlane_kit.errors import PlotlaneError

OWN = Policy(hosts=frozenset({"127.0.0.1", "localhost", "::1"}), origins=frozenset())
WRITE = {"host": "localhost:8080", "content-type": "application/json", "x-plotlane-client": "plotlane-chat/1"}
PATH = "/v1/sessions"


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({}, None),
        ({"origin": "http://localhost:8080"}, None),
        ({"origin": "http://localhost"}, OriginRefused),
        ({"origin": "https://localhost:8080"}, OriginRefused),
        ({"origin": "http://127.0.0.1:8080"}, OriginRefused),
        ({"origin": "null"}, OriginRefused),
        ({"origin": ""}, OriginRefused),
        ({"sec-fetch-site": "cross-site"}, OriginRefused),
        ({"sec-fetch-site": "same-site"}, OriginRefused),
        ({"sec-fetch-site": "same-origin"}, None),
        ({"x-plotlane-client": "plotlane-chat/2"}, ClientHeaderMissing),
        ({"x-plotlane-client": ""}, ClientHeaderMissing),
        ({"content-type": "text/plain"}, NotJson),
        ({"content-type": "application/json; charset=latin-1"}, NotJson),
        ({"host": "evil.example"}, HostRefused),
        ({"host": ""}, HostRefused),
    ],
)
def test_a_write_passes_only_from_our_own_page(changes: dict[str, str], refused: type[PlotlaneError] | None) -> None:
    error = refusal(OWN, scheme="http", method="POST", path=PATH, headers={**WRITE, **changes})
    assert (type(error) if error else None) is refused


@pytest.mark.parametrize(
    ("path", "content_type", "refused"),
    [
        ("/v1/sessions/s1/files", "multipart/form-data; boundary=x", None),
        ("/v1/sessions/s1/files", "application/json", NotMultipart),
        ("/v1/sessions/s1/steps", "multipart/form-data; boundary=x", NotJson),
        ("/v1/login/files", "multipart/form-data; boundary=x", NotJson),
    ],
)
def test_only_a_file_comes_as_a_form(path: str, content_type: str, refused: type[PlotlaneError] | None) -> None:
    headers = {**WRITE, "content-type": content_type}
    error = refusal(OWN, scheme="http", method="POST", path=path, headers=headers)
    assert (type(error) if error else None) is refused


def test_a_form_needs_the_client_header_as_well() -> None:
    headers = {"host": "localhost", "content-type": "multipart/form-data; boundary=x"}
    error = refusal(OWN, scheme="http", method="POST", path="/v1/sessions/s1/files", headers=headers)
    assert isinstance(error, ClientHeaderMissing)


def test_named_origins_replace_the_pages_own() -> None:
    policy = Policy(hosts=OWN.hosts, origins=frozenset({"https://plots.example.org"}))

    def result(origin: str) -> PlotlaneError | None:
        return refusal(policy, scheme="http", method="PUT", path=PATH, headers={**WRITE, "origin": origin})

    assert result("https://plots.example.org") is None
    assert isinstance(result("http://localhost:8080"), OriginRefused)


def test_a_read_needs_only_the_right_host() -> None:
    assert refusal(OWN, scheme="http", method="GET", path=PATH, headers={"host": "LOCALHOST"}) is None
    assert isinstance(refusal(OWN, scheme="http", method="GET", path="/", headers={"host": "x"}), HostRefused)


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("Localhost:80", "localhost"),
        ("[::1]:8080", "::1"),
        ("[::1]", "::1"),
        ("[::1]evil", ""),
        ("localhost:80:90", ""),
        ("localhost:x", ""),
        ("localhost.evil.example", "localhost.evil.example"),
        ("user@localhost", "user@localhost"),
        ("", ""),
    ],
)
def test_a_host_header_names_one_host(header: str, name: str) -> None:
    assert hostname(header) == name


@pytest.mark.parametrize(
    "value", ["application/json", "Application/JSON; charset=UTF-8", 'application/json;charset="utf-8"']
)
def test_json_is_json_in_every_spelling(value: str) -> None:
    assert is_json(value)
