"""The agent: its rooms, built once and handed to the servicer."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.catalogue import Catalogue
from agent_svc.fanout.fanouts import FanOuts
from agent_svc.feedback.desk import FeedbackDesk
from agent_svc.libraries import Libraries
from agent_svc.sessions.desk import Desk
from agent_svc.sessions.table_desk import TableDesk
from agent_svc.signals.signals import Signals
from agent_svc.turns.conversation import Conversation
from agent_svc.turns.toggle import Toggle
from agent_svc.turns.turns import Turns
from agent_svc.turns.vector import VectorPictures


@dataclass(frozen=True, slots=True)
class Agent:
    """What the rpcs speak to."""

    catalogue: Catalogue
    libraries: Libraries
    desk: Desk
    tables: TableDesk
    turns: Turns
    conversation: Conversation
    toggle: Toggle
    vectors: VectorPictures
    fanouts: FanOuts
    feedback: FeedbackDesk
    signals: Signals
    provider: str  #: offline, anthropic or vertex
    models: tuple[str, ...] = ()  #: the exact ids of the models that may be asked
