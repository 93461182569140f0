"""Requests for the axes: logarithmic or linear, and from where to where."""

from __future__ import annotations

from typing import Final

from agent_svc.models.chat_model import Scene
from agent_svc.models.offline.request import Example, Heard, Request, UnfitError, UnmatchedError, Wish, require

_LOG: Final = "(log|logarithmic|logarithmically|logarithmisch|logarithmische|logarithmischer|logarithmischen)"
_SCALE: Final = "[scale|axis|axes|scales|skala|achse|skalierung|achsenskalierung]"
_MAKE: Final = "[make|use|set|put|have|show|with|turn|mach|mache|setze|stelle|verwende|nimm|mit|zeige]"
_TO: Final = "(to|and|-|–|bis|und|. .|…)"
_SET: Final = "[set|limit|restrict|zoom|show|clip|make|setze|begrenze|beschränke|zeige|zoome]"
_THE: Final = "[the|in on the|to the|die|den|der|auf die]"
_LOW: Final = "{number:low}"
_HIGH: Final = "{number:high}"
_RANGE: Final = "[range|limits|limit|bereich|axis range|achsenbereich]"


def _log(heard: Heard, scene: Scene) -> Wish:
    wanted = not heard.value("linear")
    if heard.value("both"):
        return Wish({require(scene, "log_x"): wanted, require(scene, "log_y"): wanted})
    axis = heard.value("axis")
    if axis:
        return Wish({require(scene, f"log_{axis}"): wanted})
    if not wanted:  # whatever is logarithmic is meant
        now = [name for name in ("log_x", "log_y") if scene.options.get(name)]
        return Wish(dict.fromkeys(now or [require(scene, "log_y", "log_x")], False))
    return Wish({require(scene, "log_y", "log_x"): True})


def _range(heard: Heard, scene: Scene) -> Wish:
    name = require(scene, f"{heard.value('axis') or 'y'}_range")
    low, high = heard.number("low"), heard.number("high")
    if low is None and high is None:
        return Wish({name: None})
    before = scene.options.get(name)
    if isinstance(before, list | tuple) and len(before) == 2 and (low is None or high is None):
        kept = [before[0] if low is None else low, before[1] if high is None else high]
        low, high = kept if None in kept or kept[0] < kept[1] else (low, high)
    if low is not None and high is not None and low >= high:
        raise UnfitError(
            f"the lower end comes first: {high:g} to {low:g}", "das kleinere Ende kommt zuerst, die kleinere Zahl vorn"
        )
    return Wish({name: [low, high]})


def _from_zero(heard: Heard, scene: Scene) -> Wish:
    if heard.required_number("low") != 0:
        raise UnmatchedError
    return _range(heard, scene)


LOG: Final = Request(
    name="log scale",
    does="have a logarithmic axis",
    german="eine logarithmische Achse haben",
    english_examples=(
        Example("log scale", "scatter", Wish({"log_y": True})),
        Example("make the x axis logarithmic", "scatter", Wish({"log_x": True})),
        Example("linear y axis", "line", Wish({"log_y": False})),
    ),
    german_examples=(
        Example("y-Achse logarithmisch", "bar", Wish({"log_y": True})),
        Example("beide Achsen logarithmisch", "scatter", Wish({"log_x": True, "log_y": True})),
    ),
    phrases=(
        *(
            phrase.replace("{kind}", kind)
            for kind in (_LOG, "{linear}")
            for phrase in (
                f"{_MAKE} [it] [a|the|eine|die|in] {{kind}} {_SCALE}",
                f"{_MAKE} [a|the|eine|die] {{kind}} {_SCALE} [scale] [on|for|of|auf|für|an|in] [the|der|die"
                f"|dem] {{axis}}",
                f"{_MAKE} [the|a|die|der] {{axis}} [is|be|on|in|auf|soll|sein] [a|an|to|einer|eine] {{kind}} {_SCALE}",
                f"{_MAKE} [the|die] {{both}} [be|on|in] [a] {{kind}} {_SCALE}",
                f"{_MAKE} {{kind}} {_SCALE} [on|for|auf|für] {{both}}",
            )
        ),
        f"{_MAKE} [a] {{loglog:both}} {_SCALE}",
        f"{{off:linear}} [the|a|die|das] {_LOG} {_SCALE}",
        f"{{off:linear}} [the|a|die|das] {_LOG} {_SCALE} [on|for|of|auf|für] [the|der|die|dem] {{axis}}",
        f"[the|die] {_LOG} {_SCALE} {{gone:linear}}",
        f"[the|die] {_LOG} {{axis}} {{gone:linear}}",
        f"[the|die] {{axis}} {_LOG} {_SCALE} {{gone:linear}}",
    ),
    read=_log,
    needs=("log_x", "log_y"),
    related=("range",),
)

RANGE: Final = Request(
    name="range",
    does="limit an axis",
    german="eine Achse begrenzen",
    english_examples=(
        Example("y from 0 to 100", "scatter", Wish({"y_range": [0.0, 100.0]})),
        Example("x range 1.5 to 20", "scatter", Wish({"x_range": [1.5, 20.0]})),
        Example("start the y axis at 0", "line", Wish({"y_range": [0.0, None]})),
        Example("automatic y range", "scatter", Wish({"y_range": None})),
    ),
    german_examples=(
        Example("y-Achse von 0 bis 2,5", "bar", Wish({"y_range": [0.0, 2.5]})),
        Example("y-Achse ab 0", "scatter", Wish({"y_range": [0.0, None]})),
    ),
    phrases=(
        f"{_SET} {_THE} {{axis}} {_RANGE} [to|on] [from|between|von|zwischen] {_LOW} {_TO} {_HIGH}",
        f"{_SET} {_RANGE} [of|der|für|for] {_THE} {{axis}} [to] [from|between|von|zwischen] {_LOW} {_TO} {_HIGH}",
        f"(start|begin) [the] {{axis}} (at|from|with) {_LOW}",
        f"[the|die] {{axis}} (starts|start|begins|begin|starting|from|minimum|min|at least|ab|von|mindestens)"
        f" [at|from|with|bei] {_LOW}",
        f"{_THE} {{axis}} (should|must|to) (start|begin) (at|from|with) {_LOW}",
        f"[die] {{axis}} [soll] (bei|ab|mit) {_LOW} (beginnen|anfangen|starten)",
        f"(beginne|starte) [die] {{axis}} (bei|mit|ab) {_LOW}",
        f"(end|stop|cut) [off] [the] {{axis}} at {_HIGH}",
        f"[the|die] {{axis}} (ends|end|up to|to|maximum|max|at most|bis|höchstens|maximal) [at|zu] {_HIGH}",
        f"(automatic|auto|reset|reset the|automatische|automatischer) {{axis}} {_RANGE}",
        f"[automatic|auto|automatischer] {_RANGE} [of|der|for] [the|die] {{axis}} (automatic|automatically|auto"
        f"|automatisch)",
        f"[the|die] {{axis}} {_RANGE} (automatic|automatically|auto|automatisch)",
        "automatischer bereich [der] {{axis}}",
    ),
    read=_range,
    needs=("x_range", "y_range"),
)

ZERO: Final = Request(
    name="zero",
    does="start its axis at zero",
    german="die Achse bei null beginnen",
    english_examples=(Example("start at zero", "scatter", Wish({"y_range": [0.0, None]})),),
    german_examples=(Example("bei null beginnen", "scatter", Wish({"y_range": [0.0, None]})),),
    phrases=(
        f"(start|begin) (at|from) {_LOW}",
        f"(bei|mit|ab) {_LOW} (beginnen|anfangen|starten)",
    ),
    read=_from_zero,
    needs=("y_range",),
    related=("range",),
)

REQUESTS: Final = (LOG, RANGE, ZERO)
