"""Signals: kept until a handler makes prompts of them, in the order of emission. What handlers need is here."""

from agent_svc.signals.handler import Result, RunResult, SignalHandler
from agent_svc.signals.prompt import Prompt, new_tag
from agent_svc.signals.refusal import InvalidSignalError
from agent_svc.signals.signal import Signal

__all__ = ["InvalidSignalError", "Prompt", "Result", "RunResult", "Signal", "SignalHandler", "new_tag"]
