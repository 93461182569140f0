"""The `plotlane` command: one subcommand a file."""

from __future__ import annotations

from importlib.metadata import version
from typing import Annotated

import typer

from plotlane_kit.cli.admin import admin
from plotlane_kit.cli.catalogue import catalogue
from plotlane_kit.cli.doctor import doctor
from plotlane_kit.cli.eval import evaluate
from plotlane_kit.cli.feedback import feedback
from plotlane_kit.cli.gallery import gallery
from plotlane_kit.cli.passed_on import SETTINGS
from plotlane_kit.cli.plot import plot
from plotlane_kit.cli.signals import signal
from plotlane_kit.cli.simulate import simulate
from plotlane_kit.cli.status import status
from plotlane_kit.cli.up import up

app = typer.Typer(
    name="plotlane",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _tell_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"plotlane {version('plotlane')}")
        raise typer.Exit


@app.callback()
def main(
    _version: Annotated[
        bool, typer.Option("--version", callback=_tell_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Plotlane: paste data, get a publication-ready picture and the code behind it."""


for command in (up, plot, status, doctor, simulate):
    app.command()(command)
for name, brought in (("eval", evaluate), ("feedback", feedback), ("gallery", gallery), ("catalogue", catalogue)):
    app.command(name, context_settings=SETTINGS)(brought)
app.add_typer(admin, name="admin")
app.add_typer(signal, name="signal")
