"""Bad input: one clear answer that names the place and the remedy, and nothing that was there before is lost."""

from __future__ import annotations

from typing import Any

import pytest

from tests_support import SMALL_CSV, Visitor

PASTES = [
    # what is pasted, the code, and what the answer must name
    ("", 422, "unparseable", ["empty"]),
    (" \n\n ", 422, "unparseable", ["empty"]),
    ("a;b;c\n", 422, "unparseable", ["row"]),
    ("a,b\n" + "1,2\n" * 52_000, 413, "too_long", ["200"]),
    (",".join(f"c{i}" for i in range(51)) + "\n" + ",".join("1" * 51) + "\n", 413, "too_long", ["51", "50"]),
    ("a\n" + "1\n" * 20_001, 413, "too_long", ["20,001", "20,000"]),
    ("a,b\n1,\x00\n", 422, "unparseable", ["NUL", "2"]),
    ("a,b\n1,2\n3,4,5\n", 422, "unparseable", ["3"]),
]


@pytest.mark.parametrize(("text", "status", "code", "named"), PASTES, ids=[f"{row[2]}-{row[3][0]}" for row in PASTES])
def test_a_paste_that_cannot_be_read_is_refused_and_the_data_before_stays(
    visitor: Visitor, text: str, status: int, code: str, named: list[str]
) -> None:
    session = visitor.open_session()
    refused = visitor.http.post(f"/v1/sessions/{session}/dataset", json={"text": text})
    error = refused.json()["error"]
    assert (refused.status_code, error["code"]) == (status, code), refused.text
    for word in named:
        assert word in refused.text
    kept = visitor.http.get(f"/v1/sessions/{session}").json()["dataset"]
    assert kept["preview"]["total_rows"] == SMALL_CSV.count("\n") - 1


def test_every_refused_binding_is_listed(visitor: Visitor) -> None:
    session = visitor.open_session()
    body = [{"role": "x", "column": "nothing"}, {"role": "wing", "column": "Sorte"}, {"role": "y", "column": "Sorte"}]
    refused = visitor.http.put(f"/v1/sessions/{session}/bindings", json=body)
    assert refused.status_code == 422
    messages = " ".join(line["message"] for line in refused.json()["error"]["details"]["violations"])
    for word in ("nothing", "wing", "text"):
        assert word in messages


def test_every_refused_option_is_listed(visitor: Visitor) -> None:
    session = visitor.open_session()
    refused = visitor.http.put(f"/v1/sessions/{session}/options", json={"colour": "red", "title": "x" * 5000})
    assert refused.status_code == 422
    fields = {line["field"] for line in refused.json()["error"]["details"]["violations"]}
    assert {"colour", "title"} <= {field.split(".")[-1] for field in fields}


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/v1/sessions", {"chart": "scatterr"}, 404, "session_expired"),
        ("POST", "/v1/sessions", {"chart": "scatter", "colour": "red"}, 422, "invalid"),
        ("POST", "/v1/sessions", [1], 422, "invalid"),
        ("GET", "/v1/charts/nothing", None, 404, "session_expired"),
        ("GET", "/v1/sessions/none-such", None, 404, "session_expired"),
        ("POST", "/v1/sessions/none-such/messages", {"action": "create_plot"}, 404, "session_expired"),
    ],
)
def test_a_request_that_means_nothing_has_its_own_answer(
    visitor: Visitor, method: str, path: str, body: Any, status: int, code: str
) -> None:
    refused = visitor.http.request(method, path, json=body)
    assert (refused.status_code, refused.json()["error"]["code"]) == (status, code), refused.text


def test_a_plot_without_data_says_what_to_do_and_costs_nothing(visitor: Visitor) -> None:
    created = visitor.http.post("/v1/sessions", json={"chart": "scatter"}).json()["session_id"]
    plot = next(event for event in visitor.plot(created) if event.name == "plot")
    assert (plot.data["status"], plot.data["reason"]) == ("not_ready", "no_data")
    assert "paste" in plot.data["detail"].lower()


def test_a_message_that_is_not_understood_is_quoted_back_and_changes_nothing(visitor: Visitor) -> None:
    session = visitor.open_session()
    before = visitor.http.get(f"/v1/sessions/{session}").json()["options"]
    events = visitor.plot(session, text="please fold it into a paper swan")
    said = " ".join(event.data["text"] for event in events if event.name == "message")
    assert "paper swan" in said
    assert visitor.http.get(f"/v1/sessions/{session}").json()["options"] == before


def test_a_follow_up_changes_the_title_and_makes_a_second_version(visitor: Visitor) -> None:
    session = visitor.open_session()
    visitor.plot(session)
    done = visitor.plot(session, text='title "Yield by dose"')[-1]
    assert done.data == {"outcome": "ok", "version": 2}
    assert visitor.http.get(f"/v1/sessions/{session}").json()["options"]["title"] == "Yield by dose"


def test_a_theme_is_drawn_once_and_then_answered_without_a_render(visitor: Visitor) -> None:
    session = visitor.open_session()
    visitor.plot(session)
    url = f"/v1/sessions/{session}/versions/1/render"
    first = visitor.http.post(url, json={"theme": "dark"}).json()
    assert first["status"] == "ok"
    assert "plot-dark.png" in {artifact["name"] for artifact in first["artifacts"]}
    assert visitor.http.post(url, json={"theme": "dark"}).json() == first
