"""The opening: what an agent opens at its start, each named by its setting when it cannot be."""

from __future__ import annotations

import random
from contextlib import AsyncExitStack
from typing import Final

from alembic.util.exc import CommandError
from sqlalchemy.exc import SQLAlchemyError

from agent_svc.catalogue import BrokenChartError, Catalogue, load_catalogue
from agent_svc.foreign.folder import ForeignFolderError
from agent_svc.foreign.mount import mounted, sweep
from agent_svc.models.check import check
from agent_svc.models.retry import RetryPolicy
from agent_svc.models.settings import ModelSettings, Provider
from agent_svc.sessions.database import Database, open_database, sqlite_url
from agent_svc.sessions.idle import IdleLimits
from agent_svc.settings import AgentSettings
from agent_svc.signals.fan_out import FanOutSignal
from agent_svc.signals.handlers import HandlerLoadError, Handlers, load_handlers
from agent_svc.signals.replot import Replot
from agent_svc.spending.ledger import ScheduledLedger
from agent_svc.spending.paid_model import PaidModels
from plotlane_kit.settings import Profile, SettingsError

DATABASE_NAME: Final = "agent.db"
_SIGNED_IN_IDLE_S: Final = 30 * 86_400.0


def open_catalogue(settings: AgentSettings) -> Catalogue:
    """The charts, those of a foreign catalogue among them. Raises SettingsError for a broken one."""
    try:
        catalogue = load_catalogue(settings.catalogue_dir)
    except BrokenChartError as error:
        raise SettingsError(f"PLOTLANE_AGENT_CATALOGUE_DIR: {error.message}") from error
    if settings.foreign_catalogue_dir is not None:
        try:
            catalogue = mounted(catalogue, sweep(settings.foreign_catalogue_dir, catalogue.theme_blocks))
        except (ForeignFolderError, OSError) as error:
            raise SettingsError(f"PLOTLANE_AGENT_FOREIGN_CATALOGUE_DIR: {error}") from error
    return catalogue


async def open_rows(settings: AgentSettings) -> Database:
    """The database, migrated. Raises SettingsError when it cannot be."""
    try:
        return await open_database(settings.database_url or sqlite_url(settings.data_dir / DATABASE_NAME))
    except (SQLAlchemyError, CommandError, ImportError) as error:
        # Only the first line, and of the driver where it speaks: the rest may hold the address with its password.
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise SettingsError(f"PLOTLANE_AGENT_DATABASE_URL: the database cannot be opened: {why}") from error


def idle_limits(settings: AgentSettings) -> IdleLimits:
    """For how long sessions may lie unused.

    In profile local only guests are swept: who came by the page of their own machine looks like one who has signed in.
    """
    signed_in_s = settings.signed_in_idle_s
    if signed_in_s is None:
        signed_in_s = _SIGNED_IN_IDLE_S if settings.profile is Profile.SERVER else 0.0
    return IdleLimits(settings.guest_idle_s, signed_in_s)


def open_handlers(settings: AgentSettings, fan_out: FanOutSignal) -> Handlers:
    """Those that are built in and those of the machine's packages. Raises SettingsError for one that cannot be used."""
    try:
        handlers = load_handlers({"replot": Replot(), "fan-out": fan_out})
    except HandlerLoadError as error:
        raise SettingsError(str(error)) from error
    return Handlers(handlers, settings.signals.handle_s, settings.signals.post_s)


async def open_models(settings: ModelSettings, ledger: ScheduledLedger, opened: AsyncExitStack) -> PaidModels | None:
    """The language models, None offline; `opened` closes them. Raises SettingsError for one that fails its check."""
    if settings.provider is Provider.OFFLINE:
        return None
    from agent_svc.models.providers import open_claude  # the SDK takes longer to import than all the rest

    claude = open_claude(settings)
    opened.push_async_callback(claude.close)
    if settings.check:
        await check(claude, settings.ids)
    return PaidModels(claude, ledger, RetryPolicy(random.random))
