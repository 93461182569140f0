"""The command line: serve, draw one script without a server, or test the walls."""

# ruff: noqa: T201 (a command line prints)

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import uuid
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from plotlane_kit.event_log import configure_event_log, event_log
from plotlane_kit.settings import SettingsError, load_settings
from renderer_svc.browser_trial import browser_libraries, try_browsers
from renderer_svc.errors import WallsOpen
from renderer_svc.house import build_executor, kinds_in_use
from renderer_svc.job import Job, ThemedScript, ThemeResult
from renderer_svc.library import library_of, warm_up
from renderer_svc.outcome import Outcome
from renderer_svc.runtimes import ALL
from renderer_svc.sandbox.syscalls import UnknownMachine
from renderer_svc.settings import RendererSettings
from renderer_svc.stop import Stop
from renderer_svc.walls import Wall, probe_walls, require

_THEME_LINE: Final = re.compile(r'^THEME = "(?:light|dark)"(?=[ \t]*(?:#.*)?$)', re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what `arguments` say; the exit code, 0 when it went well."""
    options = _parser().parse_args(arguments)
    try:
        settings = load_settings(RendererSettings)
        configure_event_log(settings.log_level)
        if options.command == "run":
            return _run(options, settings)
        if options.command == "libraries":
            return _libraries(settings)
        if options.command == "selftest":
            return _selftest(settings)
        from renderer_svc.server import run  # drawing one script needs no gRPC

        return asyncio.run(run(settings))
    except UnicodeDecodeError as error:
        print(f"renderer: {options.script} is no text in UTF-8: {error.reason} at byte {error.start}", file=sys.stderr)
        return 1
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
    names = [runtime.library for runtime in ALL]
    run.add_argument(
        "--library", choices=names, default="matplotlib", metavar="NAME", help=f"one of {', '.join(names)}"
    )
    run.add_argument("--svg", action="store_true", help="also take plot-<theme>.svg")
    run.add_argument("-o", "--out", type=Path, default=Path(), help="the folder for the picture (default: here)")
    commands.add_parser("libraries", help="list the libraries: name, then version or the line that installs it")
    commands.add_parser("selftest", help="test every wall of the sandbox on this machine")
    return parser


def _run(options: argparse.Namespace, settings: RendererSettings) -> int:
    source = _THEME_LINE.sub(f'THEME = "{options.theme}"', options.script.read_text(encoding="utf-8-sig"), count=1)
    data = options.data.read_bytes() if options.data else b""
    scripts = (ThemedScript(options.theme, source),)
    job = Job(str(uuid.uuid4()), options.library, data, scripts, settings.limits.wall_s, vector=options.svg)
    (runtime,) = (runtime for runtime in ALL if runtime.library == options.library)
    with closing(build_executor(settings, event_log("renderer"))) as executor:
        library = warm_up(runtime, executor, settings.run_limits())
        if not library.available:
            print(f"{options.library} does not work here; to have it: {library.remedy}", file=sys.stderr)
            return 1
        result = executor.run(library.task(job, job.scripts[0], settings.run_limits()), slot=0, stop=Stop())
    _report(result, options.out)
    return 0 if result.outcome is Outcome.OK else 1


def shown(text: str) -> str:
    """What a script printed, without what could take the terminal over."""
    return "".join(sign if sign.isprintable() or sign in "\n\t" else repr(sign)[1:-1] for sign in text)


def _report(result: ThemeResult, folder: Path) -> None:
    print(shown(result.stdout), end="")
    print(shown(result.stderr), end="", file=sys.stderr)
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


def _libraries(settings: RendererSettings) -> int:
    libraries = {runtime.library: library_of(runtime) for runtime in ALL}
    with closing(build_executor(settings, event_log("renderer"))) as executor, closing(Stop()) as stop:
        tried = try_browsers(executor, browser_libraries(libraries), settings.run_limits(), 0, stop)
    for name, library in libraries.items():
        remedy = library.remedy or tried.get(name, "")
        found = remedy or library.versions[library.runtime.distributions[0]]
        print("missing" if remedy else "ok", name, found, sep="\t")
    return 0


def _selftest(settings: RendererSettings) -> int:
    if settings.sandbox == "none":
        raise WallsOpen("sandbox 'none' was asked for, which has no wall to test")
    tried: list[Wall] = []
    with closing(build_executor(settings, event_log("renderer"))) as executor:
        for name, forkable in kinds_in_use(settings):
            walls = probe_walls(executor, settings.run_limits(), forkable=forkable)
            tried += walls
            for wall in walls:
                print(f"{'holds' if wall.holds else 'OPEN ':5}  {name}: {wall.name} ({wall.kept_by})")
    require(tuple(tried))
    return 0
