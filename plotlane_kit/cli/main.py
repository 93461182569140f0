"""The `plotlane` command: one subcommand a file."""

from __future__ import annotations

import typer

from plotlane_kit.cli.admin import admin
from plotlane_kit.cli.doctor import doctor
from plotlane_kit.cli.plot import plot
from plotlane_kit.cli.simulate import simulate
from plotlane_kit.cli.status import status
from plotlane_kit.cli.up import up

app = typer.Typer(
    name="plotlane",
    help="Plotlane: paste data, get a publication-ready picture and the code behind it.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in (up, plot, status, doctor, simulate):
    app.command()(command)
app.add_typer(admin, name="admin")
