"""The shop: what signals are handled with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent_svc.groups.group import Groups
from agent_svc.signals.book import SignalBook
from agent_svc.signals.errand import Tools
from agent_svc.signals.handlers import Handlers
from agent_svc.signals.handover import ClaimNext
from agent_svc.signals.prompt import Prompt
from agent_svc.signals.rooms import Rooms
from plotlane_kit.clock import Clock


@dataclass(frozen=True, slots=True)
class SignalShop:
    """One for all signals of an agent."""

    book: SignalBook
    handlers: Handlers
    rooms: Rooms
    groups: Groups
    tools: Tools
    clock: Clock
    claim_next: ClaimNext
    asks_a_model: Callable[[Prompt], bool]  #: whether a language model is asked for such a prompt
    changed: Callable[[], None]  #: called after something was written down
