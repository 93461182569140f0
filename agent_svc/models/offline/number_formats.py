"""Requests for how numbers are written: 1,234.5 or 1.234,5."""

from __future__ import annotations

from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.german import german_choices, listed
from agent_svc.models.offline.request import Example, Heard, Request, UnfitError, Wish, required

_NUMBERS: Final = "(number|numbers|figures|zahl|zahlen|ziffern)"
_FORMAT: Final = "(number format|numbers format|format of the numbers|zahlenformat|zahlenschreibweise)"
_ALIKE: Final = str.maketrans({"'": "’", "\u00a0": " ", "\u2009": " ", "\u202f": " "})


def _number_format(heard: Heard, scene: Scene) -> Wish:
    option = required(scene, "number_format")
    asked = heard.value("numerals") or heard.value("decimals") or heard.text("words").translate(_ALIKE)
    if asked not in option.choices:
        raise UnfitError(
            f"numbers can be written as {listed(option)}", f"Zahlen lassen sich so schreiben: {german_choices(option)}"
        )
    return Wish({option.name: asked})


NUMBER_FORMAT: Final = Request(
    name="number format",
    does="write numbers",
    german="Zahlen schreiben",
    english_examples=(
        Example("German numbers", "bar", Wish({"number_format": "1.234,5"})),
        Example("decimal comma", "bar", Wish({"number_format": "1 234,5"})),
        Example("number format 1,234.5", "bar", Wish({"number_format": "1,234.5"})),
    ),
    german_examples=(
        Example("Komma als Dezimaltrennzeichen", "bar", Wish({"number_format": "1.234,5"})),
        Example("englische Zahlen", "bar", Wish({"number_format": "1,234.5"})),
    ),
    phrases=(
        f"[use|in|with|show|write|nimm|mit|zeige] [the|a|das|die] {{numerals}} ({_NUMBERS}|{_FORMAT}) [format]",
        f"[write|show|format|schreibe|zeige] [the|all|die|alle] {_NUMBERS} [in|like|as|auf|wie|im] [the|a] {{numerals}}"
        " [format|style|notation|way|schreiben]",
        "[use|with|show|write|nimm|mit|ein|einen|zeige|schreibe] [a|the|ein|einen|das|den] {decimals}",
        *(
            f"[set|change|use|setze|ändere] [the|das|die] {_FORMAT} [to|as|auf|als] {wanted}"
            for wanted in ("{numerals}", "{words}")
        ),
        f"[write|show|schreibe] [the|all|die|alle] {_NUMBERS} (as|like|als|wie) {{words}} [schreiben]",
    ),
    read=_number_format,
    needs=("number_format",),
)

REQUESTS: Final = (NUMBER_FORMAT,)
