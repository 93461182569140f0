"""Changes in words without a model, as a user meets them: other charts and columns, and back again."""

from __future__ import annotations

from plotlane.agent.v1 import agent_pb2 as pb
from tests.integration.agent_svc.agent_house import CSV, AgentHouse, Guest, kinds
from tests.integration.agent_svc.test_one_thing_at_a_time import begin, until
from tests.integration.agent_svc.test_tables import step


async def test_a_chart_columns_and_options_are_changed_in_one_sentence_and_undone_in_another(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    events = await anna.say(
        session_id, "mach ein Balkendiagramm daraus, nimm Soil auf die x-Achse und sortiere absteigend"
    )
    assert kinds(events)[-1] == "done"
    bar = await anna.whole(session_id)
    assert (bar.chart_id, bar.options["sort"]) == ("bar", "descending")
    assert next(line.column for line in bar.bindings.bindings if line.role == "x") == "Soil"
    assert [version.chart_id for version in bar.versions] == ["scatter", "bar"]

    await anna.say(session_id, "wie vorher, aber dunkel")
    back = await anna.whole(session_id)
    assert [version.chart_id for version in back.versions] == ["scatter", "bar", "scatter"]
    assert back.versions[2].theme != back.versions[0].theme
    assert back.versions[2].options == back.versions[0].options


async def test_a_german_is_refused_in_german_and_nothing_is_changed(anna: Guest) -> None:
    session_id = await anna.session()
    events = await anna.say(session_id, "bitte die y-Achse logarithmisch und nimm Soil auf die y-Achse")
    assert kinds(events) == ["ready", "message", "done"]
    text = events[1].message.text
    assert text.startswith("Das kann ich nicht umsetzen: „nimm Soil auf die y-Achse“")
    assert "„Soil“ ist Text; „y-Achse“ nimmt eine Zahl" in text
    assert (await anna.whole(session_id)).options["log_y"] is False


async def test_a_german_reads_in_german_what_has_changed_and_that_nothing_has(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    events = await anna.say(session_id, "Größere Punkte, logarithmische y-Achse")
    assert "„Logarithmische y-Achse“ ist jetzt an." in events[1].message.text
    version = (await anna.whole(session_id)).versions[-1]
    assert "„Logarithmische y-Achse“ ist jetzt an." in version.changes
    again = await anna.say(session_id, "logarithmische Skala")
    assert again[1].message.text == "Es ist schon so."


async def test_what_is_asked_for_again_is_drawn_again_of_other_data_and_after_a_data_step(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.say(session_id, "log scale")
    await anna.call("SetDataset", session_id=session_id, text=CSV.replace("4,25", "9,25"))
    assert kinds(await anna.say(session_id, "log scale"))[-2:] == ["plot", "done"]
    await step(anna, session_id, "top_n", column="Dose (mg)", n=2)
    assert kinds(await anna.say(session_id, "log scale"))[-2:] == ["plot", "done"]
    assert (await anna.say(session_id, "log scale"))[1].message.text == "It is like that already."


async def test_words_that_get_no_place_leave_the_session_as_it_was_and_say_so(endless_house: AgentHouse) -> None:
    anna = endless_house.guest()
    first, second, third = [await anna.session() for _ in range(3)]
    await until(running := begin(anna, first), pb.STEP_RENDERING)
    await until(queued := begin(anna, second), pb.STEP_QUEUED)
    events = await anna.say(third, "log scale")
    assert kinds(events) == ["ready", "message", "message", "error", "done"]
    assert events[2].message.text == "Nothing was changed."
    assert events[3].error.code == "run_limit"
    assert (await anna.whole(third)).options["log_y"] is False
    for turn in (running, queued):
        await turn.aclose()


async def test_words_that_ask_for_what_is_set_and_not_drawn_yet_draw_it(anna: Guest) -> None:
    session_id = await anna.session()
    await anna.plot(session_id)
    await anna.set_options(session_id, log_y=True)
    events = await anna.say(session_id, "log scale")
    assert events[-1].done.version == 2
    assert (await anna.say(session_id, "log scale"))[1].message.text == "It is like that already."
