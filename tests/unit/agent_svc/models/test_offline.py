"""The offline provider: a message is understood whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.catalogue import Catalogue, load_catalogue
from agent_svc.models.chat_model import Answer, Change, Scene
from agent_svc.models.offline.book import REQUESTS
from agent_svc.models.offline.page import page
from agent_svc.models.offline.parts import plain, spans
from agent_svc.models.offline.provider import OfflineModel
from agent_svc.models.offline.request import Example, Request
from agent_svc.pipeline.outcome import Theme

CATALOGUE: Catalogue = load_catalogue()
EXAMPLES = [(request, example) for request in REQUESTS for example in request.examples]
MODEL = OfflineModel()


def scene(chart_id: str = "scatter", locale: str = "en", **options: object) -> Scene:
    chart = CATALOGUE.get(chart_id)
    return Scene(chart, chart.validate_options(options), locale)


@pytest.mark.parametrize(("request_kind", "example"), EXAMPLES, ids=[example.text for _, example in EXAMPLES])
async def test_every_documented_example_does_what_the_page_says(request_kind: Request, example: Example) -> None:
    reply = await MODEL.read(example.text, scene(example.chart_id))
    assert reply == Change(example.wish.options, example.wish.theme, example.wish.redraw)
    CATALOGUE.get(example.chart_id).validate_options(example.wish.options)


def test_every_request_has_an_example_in_english_and_its_name_once() -> None:
    assert all(request.examples for request in REQUESTS)
    assert len({request.name for request in REQUESTS}) == len(REQUESTS)


def test_the_page_in_docs_is_the_one_that_the_requests_make(repository: Path) -> None:
    assert (repository / "docs" / "requests.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize(
    ("message", "options", "theme"),
    [
        ("Please make it dark, use log scale and hide the legend.", {"log_y": True, "legend": "none"}, Theme.DARK),
        ('title "Dose, and response"; point size 12', {"title": "Dose, and response", "point_size": 12.0}, None),
        ("title: Dose and response, y from 0 to 10", {"title": "Dose and response", "y_range": [0.0, 10.0]}, None),
        ("Titel: Dosis und Wirkung\nbitte dunkel", {"title": "Dosis und Wirkung"}, Theme.DARK),
        ("y von 0 bis 2,5 und größere Punkte", {"y_range": [0.0, 2.5], "point_size": 48.0}, None),
        ("LOG SCALE", {"log_y": True}, None),
        ("title: Yield, soil and rain", {"title": "Yield, soil and rain"}, None),
    ],
)
async def test_several_requests_in_one_message_are_all_understood(
    message: str, options: dict[str, object], theme: Theme | None
) -> None:
    assert await MODEL.read(message, scene()) == Change(options, theme)


@pytest.mark.parametrize(
    ("message", "quoted", "offered"),
    [
        ("make the legend sparkle", "make the legend sparkle", "legend"),
        ("log scale and add a trend line", "add a trend line", ""),
        ("x" * 2_000, "x" * 199 + "…", ""),
        ("colour: red", "colour: red", "colour"),
    ],
)
async def test_what_is_not_understood_is_quoted_back_with_the_nearest_request(
    message: str, quoted: str, offered: str
) -> None:
    reply = await MODEL.read(message, scene())
    assert isinstance(reply, Answer)
    assert f"“{quoted}”" in reply.text
    assert offered in reply.text
    assert reply.text.endswith("Nothing was changed.")


async def test_a_request_that_the_chart_has_no_option_for_says_so() -> None:
    reply = await MODEL.read("sort descending", scene("scatter"))
    assert isinstance(reply, Answer)
    assert "a scatter plot cannot sort the categories" in reply.text


async def test_a_colour_that_does_not_exist_is_answered_with_those_that_do() -> None:
    reply = await MODEL.read("colour: red", scene())
    assert isinstance(reply, Answer)
    assert "blue, orange, green" in reply.text


async def test_a_german_session_is_answered_in_german() -> None:
    reply = await MODEL.read("mach die Achsen hübsch", scene(locale="de-AT"))
    assert isinstance(reply, Answer)
    assert reply.text.startswith("Das kann ich nicht umsetzen: “mach die Achsen hübsch”")
    assert reply.text.endswith("Es wurde nichts geändert.")


async def test_what_is_offered_is_understood() -> None:
    for chart in CATALOGUE.charts.values():
        reply = await MODEL.read("flurble the gronk", Scene(chart, chart.validate_options({})))
        assert isinstance(reply, Answer)
        offered = reply.text.split("I can do is “")[1].split("”. Nothing")[0]
        assert isinstance(await MODEL.read(offered, Scene(chart, chart.validate_options({}))), Change), offered


async def test_one_open_end_of_a_range_keeps_the_other() -> None:
    reply = await MODEL.read("start the y axis at 0", scene(y_range=[2, 9]))
    assert reply == Change({"y_range": [0.0, 9]})


@pytest.mark.parametrize(("text", "expected"), [("  Please   make it dark!! ", "make it dark"), ("bitte hell", "hell")])
def test_courtesies_and_marks_around_a_part_do_not_count(text: str, expected: str) -> None:
    assert plain(text) == expected


def test_decimal_commas_and_quotes_do_not_cut_a_message() -> None:
    message = 'y from 0,5 to 1,5, title "A, b. and c"'
    assert [message[begin:end] for begin, end in spans(message)] == ["y from 0,5 to 1,5", 'title "A, b. and c"']


@given(st.text(max_size=200))
async def test_no_message_is_too_strange_to_be_answered(message: str) -> None:
    assert isinstance(await MODEL.read(message, scene()), Change | Answer)
