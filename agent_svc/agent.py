"""The agent: its rooms, built once and handed to the servicer."""

from __future__ import annotations

from dataclasses import dataclass

from agent_svc.catalogue import Catalogue
from agent_svc.libraries import Libraries
from agent_svc.models.chat_model import ChatModel
from agent_svc.sessions.desk import Desk
from agent_svc.turns.conversation import Conversation
from agent_svc.turns.toggle import Toggle
from agent_svc.turns.turns import Turns


@dataclass(frozen=True, slots=True)
class Agent:
    """What the rpcs speak to."""

    catalogue: Catalogue
    libraries: Libraries
    desk: Desk
    turns: Turns
    conversation: Conversation
    toggle: Toggle
    model: ChatModel
