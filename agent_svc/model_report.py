"""`python -m agent_svc model`: which provider the settings name, and whether its models answer."""

from __future__ import annotations

import asyncio

from agent_svc.models.check import check
from agent_svc.models.settings import ModelSettings, Provider
from agent_svc.settings import AgentSettings
from plotlane_kit.settings import load_settings

_NOWHERE = "127.0.0.1:1"  # what is not dialed here


def report() -> str:
    """One line; asks each model for one word. Raises SettingsError for settings that cannot be served with."""
    settings = load_settings(AgentSettings, scheduler_address=_NOWHERE, renderer_address=_NOWHERE).model
    if settings.provider is Provider.OFFLINE:
        return "offline, needs no key"
    unsure = asyncio.run(_asked(settings))
    names = ", ".join(sorted(set(settings.ids.values())))
    state = f"{', '.join(unsure)} cannot be reached now" if unsure else "answers"
    return f"{settings.provider.value}, {names}: {state}"


async def _asked(settings: ModelSettings) -> tuple[str, ...]:
    from agent_svc.models.providers import open_claude  # the SDK takes longer to import than all the rest

    model = open_claude(settings)
    try:
        return await check(model, settings.ids)
    finally:
        await model.close()
