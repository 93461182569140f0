"""`python -m agent_svc.feedback`: list the bundles that users have left."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent_svc.feedback.shelf import FOLDER_NAME, Kept, open_shelf
from plotlane_kit.settings import data_home

COLUMNS: Final = ("bundle", "at", "reaction", "chart", "library", "status", "data", "text")
_WIDE: Final = 240
_MAX_TEXT: Final = 80


def show(
    folder: Annotated[
        Path | None, typer.Option(help="Where the bundles are; unset: feedback in the agent's data folder.")
    ] = None,
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """List the reactions that users left, the newest first. `plotlane eval FOLDER/BUNDLE` runs one with its data."""
    home = folder or (data_dir or data_home()) / "agent" / FOLDER_NAME
    if not home.is_dir():
        typer.echo(f"no feedback yet: {home} does not exist")
        return
    kept = asyncio.run(open_shelf(home).listed())
    table = Table(*COLUMNS, box=None, pad_edge=False)
    for each in kept:
        table.add_row(*_row(each))
    console = Console(width=None if typer.get_text_stream("stdout").isatty() else _WIDE, highlight=False)
    console.print(table)
    typer.echo(f"{len(kept)} in {home}")


def _row(kept: Kept) -> tuple[Text, ...]:
    said = " ".join(str(kept.about.get("text", "")).split())[:_MAX_TEXT]
    cells = [kept.name, *(str(kept.about.get(column, "")) for column in COLUMNS[1:-1]), said]
    # What users wrote is text, never markup or a control sequence for the terminal.
    return tuple(Text("".join(sign for sign in cell if sign.isprintable())) for cell in cells)


if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command()(show)
    app(prog_name="plotlane feedback")
