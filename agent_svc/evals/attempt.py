"""An attempt: one case through the running services, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import grpc

from agent_svc.evals.calls import Calls
from agent_svc.evals.case import DATA_FILE, Case, UnreadCase
from agent_svc.evals.check import ReadTable, differences
from agent_svc.evals.report import CaseFinding, CaseResult, Outcome
from plotlane.agent.v1 import agent_pb2 as pb
from plotlane_kit.clock import Clock
from plotlane_kit.errors import OF_THE_CONTENT, TABLE, PlotlaneError, Reason
from plotlane_kit.grpc_errors import from_rpc_error

_STATUS: Final[dict[int, Outcome]] = {
    pb.PLOT_STATUS_OK: "ok",
    pb.PLOT_STATUS_NEEDS_ATTENTION: "needs_attention",
    pb.PLOT_STATUS_FAILED: "failed",
    pb.PLOT_STATUS_NOT_READY: "not_ready",
}
#: Refusals that say something of the case, and not of the house that it is run in.
_ANSWERS: Final = OF_THE_CONTENT | {Reason.MESSAGE_REFUSED, Reason.NOT_ELIGIBLE}
Price = Callable[[int], float | None]


class Attempts:
    """Makes the plots of cases. `price` says what weighted tokens cost in dollars."""

    def __init__(self, calls: Calls, clock: Clock, price: Price) -> None:
        self._calls = calls
        self._clock = clock
        self._price = price

    async def of(self, case: Case) -> CaseResult:
        """What becomes of `case`. Its session is gone afterwards; a refusal is an outcome."""
        session = ""
        try:
            session = await self._calls.create(case.chart, case.library)
            return await self._made(case, session)
        except grpc.aio.AioRpcError as error:
            return unmade(case, from_rpc_error(error))
        finally:
            if session:
                await self._calls.delete(session)

    async def _made(self, case: Case, session: str) -> CaseResult:
        change = await self._calls.upload(session, DATA_FILE, case.data)
        bound = change.bindings if case.bindings is None else await self._calls.bind(session, case.bindings)
        if case.options:
            await self._calls.set_options(session, case.options)
        began = self._clock.monotonic()
        events = await self._calls.draw(session, case.theme)
        plots = _plots(events)
        if case.change:
            events = await self._calls.say(session, case.change)
            plots += _plots(events)
        took_s = self._clock.monotonic() - began
        number = plots[-1].version.number if plots else 0
        exported = await self._calls.artifact(session, number, "data.csv") if number else b""
        return self._result(case, _read(change.dataset, bound, exported.decode("utf-8")), events, plots, took_s)

    def _result(
        self,
        case: Case,
        table: ReadTable,
        events: Sequence[pb.TurnEvent],
        plots: Sequence[pb.PlotResult],
        took_s: float,
    ) -> CaseResult:
        outcome, reason, detail = ending(events)
        calls = sum(plot.cost.model_calls for plot in plots)
        tokens = sum(plot.cost.tokens for plot in plots)
        queue_s = sum(plot.cost.queue_s for plot in plots)
        wrong = [*differences(case, table)]
        if case.expect.model_calls is not None and calls > case.expect.model_calls:
            wrong.append(f"{calls} model calls instead of {case.expect.model_calls}")
        return _result_of(
            case,
            passed=outcome == case.expect.status and not wrong and _is_expected(case, reason),
            outcome=outcome,
            reason=reason,
            detail=detail,
            differences=tuple(wrong),
            findings=findings_of(plots[-1].version) if plots else (),
            padded=any(plot.reason == pb.PLOT_REASON_CANVAS_PADDED for plot in plots),
            model_calls=calls,
            tokens=tokens,
            cost_usd=self._price(tokens),
            latency_s=round(max(took_s - queue_s, 0.0), 3),
            queue_s=round(queue_s, 3),
            render_s=round(sum(plot.cost.render_s for plot in plots), 3),
        )


def findings_of(version: pb.Version) -> tuple[CaseFinding, ...]:
    """What the gates found."""
    return tuple(
        CaseFinding.model_validate({"gate": each.gate, "severity": each.severity, "message": each.message})
        for each in version.findings
    )


def ending(events: Sequence[pb.TurnEvent]) -> tuple[Outcome, str, str]:
    """How a turn ended: outcome, reason and sentence, of its plot, its refusal or its error, or that it made none."""
    for event in reversed(events):
        if event.HasField("error"):
            return "error", event.error.code, event.error.text
        if event.HasField("refusal"):
            return "refused", event.refusal.code, event.refusal.text
        if event.HasField("plot"):
            reason = event.plot.reason
            word = pb.PlotReason.Name(reason).removeprefix("PLOT_REASON_").lower() if reason else ""
            return _STATUS[event.plot.status], word, event.plot.detail
    said = " ".join(event.message.text for event in events if event.HasField("message"))
    return "refused", "no_plot", said or "the turn made no plot"


def refusal_text(refusal: PlotlaneError) -> str:
    """What was refused, with every line of it."""
    lines = "; ".join(f"{violation.field}: {violation.message}" for violation in refusal.violations)
    return f"{refusal.message} {lines}".strip()


def _plots(events: Sequence[pb.TurnEvent]) -> list[pb.PlotResult]:
    return [event.plot for event in events if event.HasField("plot")]


def unmade(case: Case, refusal: PlotlaneError) -> CaseResult:
    """A case that was refused, or that the services failed to make."""
    reason, is_answer = TABLE[refusal.reason].sse, refusal.reason in _ANSWERS
    passed = is_answer and case.expect.status == "refused" and _is_expected(case, reason)
    outcome: Outcome = "refused" if is_answer else "error"
    return _result_of(case, passed=passed, outcome=outcome, reason=reason, detail=refusal_text(refusal))


def unread(case: UnreadCase) -> CaseResult:
    """A case that could not be read, as one that failed."""
    nothing_known = {"chart": "unknown", "library": "unknown", "perturbation": "none", "theme": "light"}
    became = {"passed": False, "outcome": "error", "reason": "unread", "detail": case.why}
    return CaseResult.model_validate({"id": case.id, **nothing_known, **became})


def _is_expected(case: Case, reason: str) -> bool:
    return case.expect.reason in (None, reason)


def _result_of(case: Case, **became: Any) -> CaseResult:
    return CaseResult(
        id=case.id,
        chart=case.chart,
        library=case.library,
        perturbation=case.perturbation,
        theme=case.theme,
        **became,
    )


def _read(dataset: pb.Dataset, bound: pb.Bindings, exported: str) -> ReadTable:
    bindings: dict[str, tuple[str, ...]] = {}
    for line in bound.bindings:
        bindings[line.role] = (*bindings.get(line.role, ()), line.column)
    return ReadTable(
        types={
            column.name: pb.ColumnType.Name(column.type).removeprefix("COLUMN_TYPE_").lower()
            for column in dataset.columns
        },
        reading={decision.subject: decision.chosen for decision in dataset.report},
        bindings=bindings,
        rows=dataset.rows,
        csv=exported,
    )
