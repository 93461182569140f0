"""Changes in words without a model, as a user meets them: other charts and columns, and back again."""

from __future__ import annotations

from tests.integration.agent_svc.agent_house import Guest, kinds


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
