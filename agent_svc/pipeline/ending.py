"""The ending of a render in words: for every outcome but ok, a reason and a sentence with limit and measure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agent_svc.pipeline.outcome import PlotReason
from agent_svc.pipeline.render import LimitHit, Outcome, RenderOutcome, ScriptError

_ERROR_CHARACTERS: Final = 200
_CLASS: Final = re.compile(r"[A-Za-z_][\w.]{0,79}")
#: A path of the machine that ran the script; a slash inside a word, as in mg/L, is none.
_PATH: Final = re.compile(r"""(?:(?<=^)|(?<=[\s'"(\[=:,<]))(?:[A-Za-z]:\\|~?/|\\\\)[^\s'")\]>,]*""")
_RAISED: Final = re.compile(r"(The script raised (?:an error|[A-Za-z_][\w.]{0,79})(?: at line \d+)?): .*", re.DOTALL)

_KILLS: Final = {
    Outcome.TIMEOUT: (PlotReason.TIMEOUT, "took too long", "Use fewer rows, or a chart that aggregates them."),
    Outcome.OUT_OF_MEMORY: (PlotReason.OUT_OF_MEMORY, "used too much memory", "Use fewer rows or columns."),
    Outcome.CPU_LIMIT: (PlotReason.LIMIT, "used too much processor time", "Use fewer rows, or fewer marks."),
    Outcome.DISK_LIMIT: (PlotReason.LIMIT, "wrote too much", "A script may write its picture and little more."),
    Outcome.FILE_LIMIT: (PlotReason.LIMIT, "made too many files", "A script may write its picture and little more."),
    Outcome.LOG_LIMIT: (PlotReason.LIMIT, "printed too much", "Remove what it prints."),
}
_OURS: Final = {
    Outcome.LAUNCHER: "The sandbox did not start; this is no fault of the plot. Try again in a moment.",
    Outcome.LOW_MEMORY: "The machine ran low on memory; this need not be the plot's fault. Try again in a moment.",
}


@dataclass(frozen=True, slots=True)
class Ending:
    """Why there is no picture."""

    reason: PlotReason
    detail: str


def ending_of(render: RenderOutcome) -> Ending | None:
    """What ended `render` early; None when its script ended well. No host path is in it."""
    if render.outcome in _KILLS:
        reason, what, remedy = _KILLS[render.outcome]
        return Ending(reason, f"The script {what} and was stopped{_measured(render.limit)}. {remedy}")
    if render.outcome in _OURS:
        return Ending(PlotReason.RENDERER, _OURS[render.outcome])
    if render.outcome is Outcome.CANCELLED:
        return Ending(PlotReason.CANCELLED, "The plot was stopped on request.")
    if render.outcome is Outcome.OUTPUT_REJECTED:
        return Ending(
            PlotReason.BAD_PICTURE, f"What the script wrote is not taken as a picture{_measured(render.limit)}."
        )
    if render.error is not None:
        return Ending(PlotReason.CODE_FAILED, _raised(render.error))
    if render.exit_code != 0:
        return Ending(PlotReason.CODE_FAILED, f"The script ended with exit code {render.exit_code}.")
    if render.outcome is Outcome.FAILED and not render.png:
        return Ending(PlotReason.BAD_PICTURE, "The script ended without an error but left no picture.")
    return None


def without_message(text: str) -> str:
    """`text` without what an exception said, should `text` tell of one: for readers that only get class and line."""
    return _RAISED.sub(r"\1.", text)


def _raised(error: ScriptError) -> str:
    kind = error.kind if _CLASS.fullmatch(error.kind) else "an error"
    where = f" at line {error.line}" if error.line > 0 else ""
    said = " ".join(_PATH.sub("…", error.message).split())
    if len(said) > _ERROR_CHARACTERS:
        said = said[: _ERROR_CHARACTERS - 1] + "…"
    return f"The script raised {kind}{where}: {said}" if said else f"The script raised {kind}{where}."


def _measured(hit: LimitHit | None) -> str:
    if hit is None:
        return ""
    return f": {_amount(hit.name, hit.measured)} (limit {_amount(hit.name, hit.limit)})"


def _amount(name: str, value: float) -> str:
    """`value` with the unit that the limit's name ends with."""
    if name.endswith("_bytes"):
        size, unit = (value / 2**20, "MiB") if value >= 2**20 else (value / 2**10, "KiB")
        return f"{size:,.0f} {unit}" if size >= 10 else f"{size:.1f} {unit}"
    if name.endswith("_s"):
        return f"{value:.3g} s"
    return f"{value:,.0f} {name}"
