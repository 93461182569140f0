"""The judgement of a render: what the gates say of it, and the plot's outcome that follows."""

from __future__ import annotations

from typing import Final

from agent_svc.gates.base import Asked, Evidence
from agent_svc.gates.png import encode
from agent_svc.gates.registry import Judgement, standard_gates
from agent_svc.pipeline.draft import Draft
from agent_svc.pipeline.ended import Ended
from agent_svc.pipeline.ending import Ending, ending_of
from agent_svc.pipeline.outcome import PlotOutcome, PlotReason, PlotStatus
from agent_svc.pipeline.render import RenderOutcome
from agent_svc.pipeline.script_error import ScriptError
from plotlane_kit.event_log import event_log


def _log_crash(gate: str, error: Exception) -> None:
    event_log("agent").error("gate_crashed", gate=gate, error=type(error).__name__)


GATES: Final = standard_gates(_log_crash)


def judged(
    draft: Draft, render: RenderOutcome, canvas: tuple[int, int], paper: str, asked: Asked | None
) -> PlotOutcome:
    """The outcome of `draft` after `render`, its picture on `canvas` (pixels); blocking work for a worker thread.

    `asked` is what the picture has to show; None when that is not known, so that it cannot be read back.

    Raises Ended when there is no picture to show.
    """
    ending = ending_of(render)
    judgement = GATES.judge(
        Evidence(
            ending=ending.detail if ending else "",
            file=f"plot-{draft.theme.value}.png",
            png=render.png,
            probe=render.probe,
            canvas=canvas,
            paper=paper,
            asked=asked,
        )
    )
    draft.findings += judgement.findings
    if judgement.picture is None:
        raise _no_picture(judgement, ending, render.error)
    return draft.drawn(encode(judgement.picture), judgement.picture.size, *_summary(judgement))


def _summary(judgement: Judgement) -> tuple[PlotStatus, PlotReason | None, str]:
    attentions = judgement.attentions
    if not attentions:
        return PlotStatus.OK, None, ""
    padded = any(finding.gate == "canvas" for finding in attentions)
    more = f" ({len(attentions) - 1} more)" if len(attentions) > 1 else ""
    reason = PlotReason.CANVAS_PADDED if padded else PlotReason.GATES
    return PlotStatus.NEEDS_ATTENTION, reason, f"{attentions[0].message}{more}"


def _no_picture(judgement: Judgement, ending: Ending | None, error: ScriptError | None) -> Ended:
    if ending:
        return Ended(ending.reason, ending.detail, script_error=error)
    blocks = judgement.blocks
    detail = blocks[0].message if blocks else "The picture could not be judged, so it is not shown; try again."
    return Ended(PlotReason.BAD_PICTURE, detail)
