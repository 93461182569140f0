"""Events of turns and fan-outs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agent_svc.convert.plots import plot
from agent_svc.fanout.log import Told
from agent_svc.fanout.member import Member
from agent_svc.pipeline.outcome import Step
from agent_svc.turns import events
from plotlane.agent.v1 import agent_pb2 as pb

PROTOCOL: Final = "plotlane/1"
_STEPS: Final = {step: pb.Step.Value(f"STEP_{step.name}") for step in Step}


def turn_event(numbered: events.Numbered) -> pb.TurnEvent:
    """One event of a turn."""
    out = pb.TurnEvent(event_id=numbered.event_id)
    match numbered.event:
        case events.Ready(turn_id):
            out.ready.CopyFrom(pb.TurnReady(v=PROTOCOL, turn_id=turn_id))
        case events.Queued(position, waiting, estimated_wait_s):
            out.status.CopyFrom(
                pb.TurnStatus(
                    step=pb.STEP_QUEUED, position=position, waiting=waiting, estimated_wait_s=estimated_wait_s
                )
            )
        case events.Blocked(reason):
            out.status.CopyFrom(pb.TurnStatus(step=pb.STEP_QUEUED, blocked=reason))
        case events.Working(step, attempt):
            out.status.CopyFrom(pb.TurnStatus(step=_STEPS[step], attempt=attempt))
        case events.Message(text):
            out.message.CopyFrom(pb.TurnMessage(text=text))
        case events.Plot() as ended:
            out.plot.CopyFrom(plot(ended))
        case events.Refusal(code, text):
            out.refusal.CopyFrom(pb.TurnRefusal(code=code, text=text))
        case events.Failure(code, text, ref, details):
            out.error.CopyFrom(pb.TurnError(code=code, ref=ref, text=text, details=details))
        case events.Done(outcome, number):
            out.done.CopyFrom(pb.TurnDone(outcome=outcome.value, version=number))
    return out


def fan_out_event(group_id: str, members: Sequence[Member], told: Told) -> pb.FanOutEvent:
    """One event of a fan-out; its first one also says who its members are."""
    out = pb.FanOutEvent(group_id=group_id, event=turn_event(events.Numbered(told.event_id, told.event)))
    if told.member is not None:
        out.library, out.session_id = told.member.library, told.member.session_id
    elif isinstance(told.event, events.Ready):
        out.members.extend(pb.FanOutMember(library=one.library, session_id=one.session_id) for one in members)
    return out
