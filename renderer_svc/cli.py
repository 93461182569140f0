"""The command line: serve, draw one script without a server, or test the walls."""

# ruff: noqa: T201 (a command line prints)

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from plotlane_kit.event_log import configure_event_log, event_log
from plotlane_kit.settings import SettingsError, load_settings
from renderer_svc.errors import WallsOpen
from renderer_svc.house import build_executor, warm_libraries
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.seccomp import UnknownMachine
from renderer_svc.settings import RendererSettings
from renderer_svc.stop import Stop
from renderer_svc.walls import probe_walls, require

_THEME_LINE: Final = re.compile(r'^THEME = "(?:light|dark)"$', re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what `arguments` say; the exit code, 0 when it went well."""
    options = _parser().parse_args(arguments)
    try:
        settings = load_settings(RendererSettings)
        configure_event_log(settings.log_level)
        if options.command == "run":
            return _run(options, settings)
        if options.command == "selftest":
            return _selftest(settings)
        from renderer_svc.server import run  # drawing one script needs no gRPC

        return asyncio.run(run(settings))
    except (SettingsError, WallsOpen, UnknownMachine, OSError) as error:
        print(f"renderer: {error}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m renderer_svc",
        description="Run plot scripts in a sandbox. Without a command: serve (settings: PLOTLANE_RENDERER_*).",
    )
    commands = parser.add_subparsers(dest="command")
    run = commands.add_parser("run", help="draw one script, without a server")
    run.add_argument("script", type=Path, help="the script; it finds data.csv beside it and writes plot-<theme>.png")
    run.add_argument("--data", type=Path, help="the file that the script reads as data.csv")
    run.add_argument("--theme", choices=("light", "dark"), default="light")
    run.add_argument("--library", default="matplotlib")
    run.add_argument("-o", "--out", type=Path, default=Path(), help="the folder for the picture (default: here)")
    commands.add_parser("selftest", help="test every wall of the sandbox on this machine")
    return parser


def _run(options: argparse.Namespace, settings: RendererSettings) -> int:
    source = _THEME_LINE.sub(f'THEME = "{options.theme}"', options.script.read_text(encoding="utf-8"), count=1)
    data = options.data.read_bytes() if options.data else b""
    job = Job(str(uuid.uuid4()), options.library, data, (ThemedScript(options.theme, source),), settings.limits.wall_s)
    executor = build_executor(settings, event_log("renderer"))
    library = warm_libraries(executor, settings).get(options.library)
    if library is None or not library.available:
        print(f"{options.library} does not work here: {library.remedy if library else 'unknown'}", file=sys.stderr)
        return 1
    result = executor.run(library.task(job, job.scripts[0], settings.run_limits()), slot=0, stop=Stop())
    _report(result, options.out)
    return 0 if result.outcome is Outcome.OK else 1


def _report(result: ThemeResult, folder: Path) -> None:
    print(result.stdout, end="")
    print(result.stderr, end="", file=sys.stderr)
    for name, content in result.outputs.items():
        (folder / name).write_bytes(content)
        print(folder / name)
    where = f" in line {result.error.line}: {result.error.kind}" if result.error else ""
    hit = (
        f" ({result.limit.name}: limit {result.limit.limit:g}, measured {result.limit.measured:g})"
        if result.limit
        else ""
    )
    print(f"{result.outcome}{where}{hit} after {result.wall_s:.2f} s", file=sys.stderr)


def _selftest(settings: RendererSettings) -> int:
    walls = probe_walls(build_executor(settings, event_log("renderer")), settings.run_limits())
    for wall in walls:
        print(f"{'holds' if wall.holds else 'OPEN ':5}  {wall.name} ({wall.kept_by})")
    require(walls)
    return 0
