"""The replies: what the offline provider says when it changes nothing, in English and German."""

from __future__ import annotations

from typing import Final

from agent_svc.catalogue.option import Option
from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.book import REQUESTS
from agent_svc.models.offline.german import german_choices, german_title
from agent_svc.models.offline.nearest import first_of
from agent_svc.models.offline.request import Request
from agent_svc.models.offline.views import german_name, with_article

_QUOTED: Final = 200  # characters of what was not understood that are quoted back


def pushback(said: str, why: str, offer: str, language: Language, *, far: bool = False) -> str:
    """What was said is quoted, with why it cannot be (where that is known) and what can be said instead.

    `far`: the offer is unlikely to be what was meant, so that the way to all others is told as well.
    """
    quoted = said if len(said) <= _QUOTED else f"{said[: _QUOTED - 1]}…"
    if language is Language.GERMAN:
        reason = f" ({why})" if why else ""
        hint = f" Am nächsten kommt „{offer}“." if offer else ""
        hint += " „Was kannst du?“ zeigt alles andere." if offer and far else ""
        return f"Das kann ich nicht umsetzen: „{quoted}“{reason}.{hint} Es wurde nichts geändert."
    reason = f": {why}" if why else ""
    hint = f" The nearest that I can do is “{offer}”." if offer else ""
    hint += " “What can you do?” lists all else." if offer and far else ""
    return f"I cannot do “{quoted}”{reason}.{hint} Nothing was changed."


def left_out(language: Language) -> str:
    """Where what is no part of the picture is taken away."""
    if language is Language.GERMAN:
        return "Zeilen der Tabelle lässt „Keep some rows“ unter „Data steps“ weg"
    return "rows of the table are left out by “Keep some rows” under “Data steps”"


def unsure(said: str, meant: list[str], language: Language) -> str:
    """What was said may mean several things, or belong to the text before it."""
    if language is Language.GERMAN:
        listed = " oder ".join(f"„{one}“" for one in meant)
        return f"Ich bin nicht sicher, was „{said}“ heißt: {listed}? Es wurde nichts geändert."
    listed = " or ".join(f"“{one}”" for one in meant)
    return f"I am not sure what “{said}” means: {listed}? Nothing was changed."


def contradictory(one: str, other: str, language: Language) -> str:
    """Two parts of the message ask for what cannot both be."""
    if language is Language.GERMAN:
        return f"„{one}“ und „{other}“ geht nicht beides. Sagen Sie, was gelten soll. Es wurde nichts geändert."
    return f"“{one}” and “{other}” cannot both be. Say which one you mean. Nothing was changed."


def needed(role: str, language: Language) -> str:
    """Why a request is not done that would take the last column of a role."""
    if language is Language.GERMAN:
        return f"dann hätte „{role}“ keine Spalte mehr; nennen Sie auch dafür eine"
    return f"“{role}” would have no column any more; name one for it as well"


def too_many(limit: int, language: Language) -> str:
    """A message of more parts than are read."""
    if language is Language.GERMAN:
        return f"Das sind zu viele Wünsche auf einmal; es gehen höchstens {limit}. Es wurde nichts geändert."
    return f"These are too many requests at once; there can be {limit} at most. Nothing was changed."


def lacks(request: Request, scene: Scene, language: Language) -> str:
    """The chart has no option for the request."""
    if language is Language.GERMAN:
        return f"{german_name(scene.chart)}: damit kann man nicht {request.german}"
    return f"{with_article(scene.chart)} cannot {request.does}"


def refused(option: Option, language: Language) -> str:
    """What the option takes instead of the value that was asked for."""
    if language is Language.ENGLISH:
        return f"{option.title} takes {option.allowed}"
    low, high = (f"{end or 0:g}".replace(".", ",") for end in (option.min, option.max))
    takes = {
        "text": f"einen Text von höchstens {option.max_length} Zeichen",
        "choice": f"eins von {german_choices(option)}",
        "integer": f"eine ganze Zahl von {low} bis {high}",
        "number": f"eine Zahl von {low} bis {high}",
        "boolean": "an oder aus",
        "range": "zwei Zahlen, die kleinere zuerst",
    }[option.kind]
    return f"„{german_title(option)}“ nimmt {takes}"


def without_effect(option: Option, why: str, library: str, language: Language) -> str:
    """The library's script takes no notice of the option; `why` is a sentence of the catalogue."""
    if language is Language.GERMAN:
        return f"mit {library} hat „{german_title(option)}“ keine Wirkung"
    return f"{option.title} has no effect with {library}: {why.rstrip('.')}"


def help_text(scene: Scene, language: Language) -> str:
    """What can be said to this chart, one example a kind of request."""
    lines, seen = [], set()
    for request in REQUESTS:
        example = first_of(request, scene, language)
        if example is None or request.does in seen or example.wish.help:
            continue
        seen.add(request.does)
        does, text = (
            (request.german, f"„{example.text}“")
            if language is Language.GERMAN
            else (request.does, f"“{example.text}”")
        )
        lines.append(f"- {does}: {text}")
    if language is Language.GERMAN:
        return "\n".join([f"{german_name(scene.chart)} – das geht, auch mehreres in einem Satz:", *lines])
    title = with_article(scene.chart)
    return "\n".join([f"{title[:1].upper()}{title[1:]} can do this, several in one message if you like:", *lines])
