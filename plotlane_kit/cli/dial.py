"""Dialing from the command line: as the house's own services do, by the same PLOTLANE_CALLERS_* settings."""

from __future__ import annotations

import typer

from plotlane_kit.callers.dialing import Dial, dialer
from plotlane_kit.callers.settings import CallerSettings
from plotlane_kit.settings import SettingsError, load_settings


def open_dial() -> Dial:
    """What opens channels to services. Ends the command with one line when a setting is wrong."""
    try:
        return dialer(load_settings(CallerSettings))
    except SettingsError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error
