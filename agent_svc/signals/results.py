"""The results: what came of a signal's errands, as the book, its handler and its owner are told."""

from __future__ import annotations

from collections.abc import Sequence

from agent_svc.errors import words_of
from agent_svc.signals.errand import Errand
from agent_svc.signals.handler import Result, RunResult
from agent_svc.signals.signal import SignalEnd, SignalRun
from agent_svc.turns.events import TurnOutcome
from plotlane_kit.errors import TABLE, PlotlaneError


def run_of(errand: Errand) -> SignalRun:
    """An errand as the book keeps it."""
    session_id = "" if errand.room is None else errand.room.session_id
    return SignalRun(session_id, errand.prompt.tag, errand.end, errand.limited)


def result_of(errands: Sequence[Errand]) -> Result:
    """What the handler's post phase is told of errands, all of which have ended."""
    ended = [(errand, errand.end) for errand in errands if errand.end is not None]
    return Result(
        failed=any(end.outcome is not TurnOutcome.OK for _, end in ended),
        limited=any(errand.limited for errand, _ in ended),
        runs=tuple(
            RunResult(
                session="" if errand.room is None else errand.room.session_id,
                outcome=end.outcome.value,
                version=end.version,
                tag=errand.prompt.tag,
                context=errand.prompt.context,
                code=end.code,
            )
            for errand, end in ended
        ),
    )


def end_of(errands: Sequence[Errand], failure: PlotlaneError | None) -> SignalEnd:
    """How the signal ended; `failure`: what of itself went wrong, None: nothing."""
    result = result_of(errands)
    if failure is None:
        return SignalEnd(result.failed, result.limited)
    return SignalEnd(True, result.limited, TABLE[failure.reason].sse, _words(failure))


def _words(failure: PlotlaneError) -> str:
    said = words_of(failure)
    return f"{said} (reference {failure.metadata['ref']})" if "ref" in failure.metadata else said
