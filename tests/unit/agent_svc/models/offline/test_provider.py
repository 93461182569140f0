"""The offline provider: a message is understood whole or not at all, in steps that do not explode."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.guard.language import Language
from agent_svc.guard.rules import judge_message
from agent_svc.guard.verdict import MessageVerdict
from agent_svc.models.chat_model import Answer, Change
from agent_svc.models.offline import german
from agent_svc.models.offline.book import REQUESTS, matcher
from agent_svc.models.offline.matcher import MAX_STEPS
from agent_svc.models.offline.names import CHARTS
from agent_svc.models.offline.nearest import can_be_said
from agent_svc.models.offline.page import page
from agent_svc.models.offline.provider import answer_to
from agent_svc.models.offline.reading import MAX_PARTS, read
from agent_svc.models.offline.removal import is_removal
from agent_svc.models.offline.request import Example, Request
from agent_svc.models.offline.views import german_name, with_article
from tests.unit.agent_svc.models.offline.said import CATALOGUE, cases, scene

EXAMPLES = [(request, example) for request in REQUESTS for example in request.examples]
SENTENCES = [case.say for case in cases() if case.expected is not None]
KEYWORDS = sorted(matcher().keywords)
BOUND = {"group": ("Region",)}
salads = st.lists(st.sampled_from([*KEYWORDS, ",", ".", ";", "7", "0,5", '"', "“", "and", "und", "with", "x" * 12]))


def change_of(example: Example) -> Change:
    wish = example.wish
    return Change(wish.options, wish.theme, wish.redraw, wish.bindings, wish.chart_id, wish.library, wish.undo)


@pytest.mark.parametrize(("request_kind", "example"), EXAMPLES, ids=[example.text for _, example in EXAMPLES])
def test_every_documented_example_does_what_the_page_says(request_kind: Request, example: Example) -> None:
    now = scene(example.chart_id, bindings=BOUND)
    reply = answer_to(example.text, now)
    assert isinstance(reply, Answer) if example.wish.help else reply == change_of(example)
    assert can_be_said(request_kind, example, now)


def test_every_request_has_its_name_once_and_names_known_ones_as_related() -> None:
    names = [request.name for request in REQUESTS]
    assert len(set(names)) == len(names)
    assert {name for request in REQUESTS for name in request.related} <= set(names)


def test_the_page_in_docs_is_the_one_that_the_requests_make(repository: Path) -> None:
    assert (repository / "docs" / "requests.md").read_text(encoding="utf-8") == page()


@pytest.mark.parametrize("locale", ["en", "de-AT"])
@pytest.mark.parametrize("chart_id", sorted(CATALOGUE.charts))
def test_what_is_offered_is_understood(chart_id: str, locale: str) -> None:
    now = scene(chart_id, locale)
    reply = answer_to("flurble gronk", now)
    assert isinstance(reply, Answer)
    offered = re.search(r"(?:can do is|kommt) [“„](.+?)[”“]\.", reply.text)
    assert offered is not None, reply.text
    assert isinstance(answer_to(offered[1], now), Change), offered[1]


def test_a_long_part_is_quoted_in_short() -> None:
    reply = answer_to("x" * 2_000, scene())
    assert isinstance(reply, Answer)
    assert f"“{'x' * 199}…”" in reply.text


def test_a_german_is_refused_in_german_alone() -> None:
    for case in cases():
        reply = answer_to(case.say, case.scene)
        if isinstance(reply, Answer) and read(case.say, case.scene).language is Language.GERMAN:
            assert not re.search(r"\b(the|cannot|nothing|takes|from .+ to|with)\b", reply.text), reply.text


def test_the_language_of_the_session_decides_where_the_words_do_not() -> None:
    reply = answer_to("teleport", scene(locale="de"))
    assert isinstance(reply, Answer)
    assert reply.text.startswith("Das kann ich nicht umsetzen")


@pytest.mark.parametrize("hidden", ["\u200b", "\u00ad", "\u202e", "\ufeff", "\u2066"])
def test_characters_that_nobody_sees_change_nothing(hidden: str) -> None:
    assert answer_to(f"{hidden}ti{hidden}tle: A{hidden}B", scene()) == Change({"title": "AB"})


def test_one_open_end_of_a_range_keeps_the_other() -> None:
    assert answer_to("start the y axis at 0", scene(y_range=[2, 9])) == Change({"y_range": [0.0, 9]})


def test_a_slip_that_leaves_two_readings_open_is_asked_back() -> None:
    reply = answer_to("sort dscending", scene("bar"))
    assert isinstance(reply, Answer)
    assert "“sort ascending” or “sort descending”?" in reply.text


@pytest.mark.parametrize(
    ("said", "chart_id", "meant"),
    [
        ("remove tile", "bar", "remove title"),
        ("remove sand", "regression", "remove band"),
        ("no sand", "regression", "no band"),
        ("kein Sand", "regression", "kein band"),
        ("ohne Tite", "bar", "ohne titel"),
    ],
)
def test_a_slip_that_may_be_another_word_is_asked_back(said: str, chart_id: str, meant: str) -> None:
    reply = answer_to(said, scene(chart_id, title="Old"))
    assert isinstance(reply, Answer)
    assert f"“{meant}”?" in reply.text or f"„{meant}“?" in reply.text


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ("remove tilte", {"title": None}),
        ("remove the ledgend", {"legend": "none"}),
        ("no legnd", {"legend": "none"}),
        ("ohne Legnede", {"legend": "none"}),
    ],
)
def test_a_slip_that_can_hardly_be_another_word_is_forgiven(said: str, options: dict[str, object]) -> None:
    assert answer_to(said, scene(title="Old")) == Change(options)


def test_what_a_column_is_called_is_no_slip() -> None:
    now = scene("bar", title="Old")
    columns = (*now.columns, replace(now.columns[0], name="Titles sold"))
    reply = answer_to("remove titles", replace(now, columns=columns))
    assert isinstance(reply, Answer)
    assert "“remove titles”" in reply.text
    assert answer_to("remove titlse", replace(now, columns=columns)) == Change({"title": None})


@pytest.mark.parametrize("chart_id", sorted(CATALOGUE.charts))
def test_nothing_that_adds_is_offered_to_who_wants_something_away(chart_id: str) -> None:
    for said in ("remove sand", "hide the axis", "without clay", "no dots", "ohne Ton", "Sand weg", "nur Lehm"):
        reply = answer_to(said, scene(chart_id))
        offered = re.search(r"(?:can do is|kommt) [“„](.+?)[”“]\.", reply.text) if isinstance(reply, Answer) else None
        assert offered is None or is_removal(offered[1]), said


def test_a_column_that_moves_gives_its_place_to_the_one_that_was_there() -> None:
    now = scene(bindings={"x": ("Price",), "y": ("Menge",)})
    assert answer_to("use price on the y axis", now) == Change(bindings={"y": ("Price",), "x": ("Menge",)})


def test_swapping_the_axes_swaps_their_columns() -> None:
    now = scene(bindings={"x": ("Price",), "y": ("Menge",)})
    assert answer_to("Achsen tauschen", now) == Change(bindings={"x": ("Menge",), "y": ("Price",)})


def test_without_a_table_there_is_no_column_to_name() -> None:
    now = scene()
    bare = type(now)(now.chart, now.options, charts=now.charts)
    reply = answer_to("use price on the y axis", bare)
    assert isinstance(reply, Answer)
    assert "no table yet" in reply.text


def test_an_option_without_effect_in_the_library_is_said_to_be_so() -> None:
    found = [
        (chart.id, library, name)
        for chart in CATALOGUE.charts.values()
        for library, why in chart.unsupported.items()
        for name in why
        if name == "legend" and "right" in next(one for one in chart.options if one.name == name).choices
    ]
    for chart_id, library, _ in found:
        reply = answer_to("legend on the right", scene(chart_id, library=library))
        assert isinstance(reply, Answer)
        assert "no effect" in reply.text


def test_too_many_requests_are_refused_as_a_whole() -> None:
    message = ", ".join(["log scale"] * (MAX_PARTS + 1))
    reply = answer_to(message, scene())
    assert isinstance(reply, Answer)
    assert str(MAX_PARTS) in reply.text


@given(st.text(max_size=2_000))
def test_no_message_is_too_strange_to_be_answered_and_always_the_same(message: str) -> None:
    reply = answer_to(message, scene())
    assert isinstance(reply, Change | Answer)
    assert answer_to(message, scene()) == reply


@given(salads)
def test_no_salad_of_keywords_is_applied_where_the_chart_does_not_take_it(words: list[str]) -> None:
    now = scene("bar")
    reply = answer_to(" ".join(words)[:2_000], now)
    if isinstance(reply, Change):
        chart = now.charts[reply.chart_id or now.chart.id]
        chart.validate_options({name: value for name, value in reply.options.items() if value is not None})


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=4), st.integers(0, 3))
def test_one_part_that_is_not_understood_keeps_all_others_from_being_applied(said: list[str], place: int) -> None:
    odd = "flurble the gronk"
    parts = [*said[:place], odd, *said[place:]]
    now = scene()
    before = read("; ".join(said[:place]), now) if said[:place] else None
    reply = answer_to("; ".join(parts), now)
    if before is None or not (before.parts and before.parts[-1].runs_on):  # else it belongs to a title
        assert isinstance(reply, Answer)


@given(salads.map(" ".join))
def test_steps_are_bounded_whatever_is_said(message: str) -> None:
    assert read(message[:2_000], scene()).steps <= 1.1 * MAX_STEPS


@pytest.mark.parametrize("message", ["paint the points orange " + "barchart in " * 160, "it nach with " * 150])
def test_a_message_that_is_too_tangled_is_given_up_and_quoted(message: str) -> None:
    reading = read(message, scene())
    assert MAX_STEPS < reading.steps <= 1.1 * MAX_STEPS
    assert reading.missed


@pytest.mark.parametrize(
    "piece",
    ["use a on ", "in ", "title a with ", "vs ", "as value ", "descnding ", "title soil and ", "x ", "“", "1 ", "by "],
)
def test_steps_do_not_grow_faster_than_the_message(piece: str) -> None:
    short, long = ((piece * 2_000)[:size] for size in (500, 2_000))
    assert read(long, scene()).steps <= 4.4 * read(short, scene()).steps + 50


def test_what_people_say_takes_some_hundreds_of_steps() -> None:
    assert max(read(case.say, case.scene).steps for case in cases()) < 1_000


def test_every_chart_option_role_and_choice_has_a_german_name() -> None:
    charts = CATALOGUE.charts.values()
    same_in_both = {"cividis", "magma", "viridis", "pearson", "spearman"}
    choices = {choice for chart in charts for option in chart.options for choice in option.choices}
    words = {choice for choice in choices if choice.islower() and choice not in same_in_both}
    assert set(CATALOGUE.charts) <= set(CHARTS)
    assert {option.name for chart in charts for option in chart.options} <= set(german.OPTIONS)
    assert {role.title for chart in charts for role in chart.roles} <= set(german.ROLES)
    assert words <= set(german.CHOICES)


@pytest.mark.parametrize("library", CATALOGUE.libraries)
def test_every_library_is_switched_to_by_its_name(library: str) -> None:
    chart_id = next(chart.id for chart in CATALOGUE.charts.values() if library in chart.libraries)
    assert answer_to(f"use {library}", scene(chart_id, library="")) == Change(library=library)
    assert answer_to(f"zeichne es mit {library}", scene(chart_id, library="")) == Change(library=library)


def test_the_rules_of_the_guard_let_all_of_this_through() -> None:
    refused = {case.say: verdict for case in cases() if (verdict := judge_message(case.say)) is not MessageVerdict.FINE}
    assert refused == {}


@pytest.mark.parametrize("chart_id", sorted(CATALOGUE.charts))
def test_every_chart_is_switched_to_by_its_title_in_both_languages(chart_id: str) -> None:
    now = scene("scatter" if chart_id != "scatter" else "bar", library="")
    chart = CATALOGUE.get(chart_id)
    for said in (f"make it {with_article(chart)}", f"als {german_name(chart)}"):
        assert answer_to(said, now) == Change(chart_id=chart_id), said
