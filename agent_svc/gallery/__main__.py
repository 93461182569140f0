"""`python -m agent_svc.gallery`: draw the catalogue through the services and write it down as one page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Final

import grpc
import typer

from agent_svc.catalogue import Catalogue, load_catalogue
from agent_svc.catalogue.errors import BrokenChartError
from agent_svc.evals.calls import Calls
from agent_svc.evals.run import AT_A_TIME
from agent_svc.gallery.example import Example, ExamplesError, read_examples
from agent_svc.gallery.page import page
from agent_svc.gallery.picture import THEMES, Drawn, Wanted, draw
from plotlane_kit.cli.dial import open_dial
from plotlane_kit.cli.reach import reach
from plotlane_kit.errors import PlotlaneError
from plotlane_kit.grpc_errors import from_rpc_error
from plotlane_kit.house.child import StartError
from plotlane_kit.settings import data_home

PLOTS: Final = Path(__file__).resolve().parents[2] / "examples" / "plots.yaml"


def gallery(
    out: Annotated[Path, typer.Argument(metavar="OUT.html", help="The page; it needs no other file.")],
    chart: Annotated[list[str], typer.Option(help="Only these charts.")] = [],  # noqa: B006
    library: Annotated[list[str], typer.Option(help="Only these libraries.")] = [],  # noqa: B006
    theme: Annotated[list[str], typer.Option(help="Only these themes.")] = list(THEMES),  # noqa: B006
    plots: Annotated[Path, typer.Option(help="What is drawn of which file.")] = PLOTS,
    catalogue_dir: Annotated[
        Path | None,
        typer.Option(envvar="PLOTLANE_AGENT_CATALOGUE_DIR", help="Another catalogue than ours."),
    ] = None,
    width: Annotated[int, typer.Option(min=160, max=3200, help="Width of the pictures in pixels.")] = 960,
    thumbnails: Annotated[Path | None, typer.Option(help="Also write a tiny <chart>.webp of each chart here.")] = None,
    thumbnail_bytes: Annotated[int, typer.Option(min=500, help="How large such a file may be.")] = 6_000,
    at_a_time: Annotated[int, typer.Option(min=1, max=40, help="Plots on their way at a time.")] = AT_A_TIME,
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """Draw every chart in every library and both themes, and write them with their findings to OUT.html.

    The exit code is 0 when all are ok, 1 when not, 2 when it could not be drawn.
    """
    try:
        unknown = sorted(set(theme) - set(THEMES))
        if unknown:
            raise ExamplesError(f"--theme {unknown[0]}: write light or dark")
        catalogue = load_catalogue(catalogue_dir)
        asked, missing = _asked(catalogue, read_examples(plots), chart, library)
        most = thumbnail_bytes if thumbnails is not None else 0
        wanted = [Wanted(example, name, theme, width, most) for example, name in asked]
        drawn = asyncio.run(_drawn(data_dir or data_home(), wanted, at_a_time))
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_text(page(drawn, missing), encoding="utf-8")
        if thumbnails is not None:
            _write_thumbnails(drawn, thumbnails)
    except (ExamplesError, BrokenChartError, StartError, PlotlaneError, OSError) as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from error
    typer.echo(f"wrote {out}: {len(drawn)} pictures, {out.stat().st_size / 1e6:.1f} MB")
    raise typer.Exit(0 if all(one.status == "ok" for one in drawn) else 1)


def _asked(
    catalogue: Catalogue, examples: Iterable[Example], charts: Sequence[str], libraries: Sequence[str]
) -> tuple[list[tuple[Example, str]], list[str]]:
    """What is drawn in which library, and the charts that have no example. Raises ExamplesError for nothing at all."""
    shown = {example.chart: example for example in examples}
    asked = [chart for chart in catalogue.charts.values() if not charts or chart.id in charts]
    drawn = [
        (shown[chart.id], library)
        for chart in asked
        if chart.id in shown
        for library in chart.libraries
        if not libraries or library in libraries
    ]
    if not drawn:
        raise ExamplesError(f"nothing to draw: no example of {', '.join(charts) or 'a chart'} in these libraries")
    return drawn, [chart.id for chart in asked if chart.id not in shown]


def _write_thumbnails(drawn: Iterable[Drawn], folder: Path) -> None:
    """One for each chart, of its first picture: light before dark, and matplotlib before what was made of it."""
    folder.mkdir(parents=True, exist_ok=True)
    ordered = sorted(drawn, key=lambda one: (one.library != "matplotlib", one.library, one.theme != "light"))
    for one in reversed([each for each in ordered if each.thumbnail]):
        (folder / f"{one.chart}.webp").write_bytes(one.thumbnail)


async def _drawn(data_dir: Path, wanted: Sequence[Wanted], at_a_time: int) -> list[Drawn]:
    async with reach(data_dir) as addresses, open_dial()(addresses["agent"]) as channel:
        calls = Calls(channel)
        waiting = iter(wanted)
        drawn: list[Drawn] = []

        async def work() -> None:
            for each in waiting:
                async for one in draw(calls, each):
                    drawn.append(one)
                    typer.echo(f"{one.status:<15} {one.chart} {one.library} {one.theme}", err=True)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(at_a_time, len(wanted))):
                    group.create_task(work())
        except* grpc.aio.AioRpcError as errors:
            error = errors.exceptions[0]
            assert isinstance(error, grpc.aio.AioRpcError)
            raise from_rpc_error(error) from error
        return drawn


if __name__ == "__main__":
    app = typer.Typer(add_completion=False)
    app.command()(gallery)
    app(prog_name="plotlane gallery")
