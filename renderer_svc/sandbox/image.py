"""The image: the few host files that a sandbox sees, read-only, and the neutral paths where it sees them."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Final

PYTHON_HOME: Final = "/opt/python"
SITE: Final = "/opt/site"
OURS: Final = "/opt/plotlane"
WORK: Final = "/job"

_REQUIREMENT_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")

# What the C library and Python ask of /etc; nothing of the host's own.
_ETC: Final = {
    "/etc/passwd": f"plot:x:1000:1000::{WORK}:/bin/false\n",
    "/etc/group": "plot:x:1000:\n",
    "/etc/hosts": "127.0.0.1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
}


@dataclass(frozen=True, slots=True)
class Image:
    """A read-only root: host files bound below it, small files written into it, links."""

    binds: tuple[tuple[str, str], ...]  #: (host path, path in the sandbox)
    files: tuple[tuple[str, str], ...]  #: (path in the sandbox, text)
    links: tuple[tuple[str, str], ...]  #: (path in the sandbox, target)
    python: str  #: the interpreter's path in the sandbox
    env: tuple[tuple[str, str], ...]  #: what the interpreter itself needs


def build_image(distributions: Iterable[str]) -> Image:
    """The image of this process's own interpreter with `distributions` and all that they require, and nothing else."""
    python, python_binds, env = _interpreter()
    loader_binds, loader_links = _system_libraries()
    harness = Path(__file__).resolve().parents[1] / "harness"
    binds = [
        *python_binds,
        *loader_binds,
        *((str(path), f"{SITE}/{path.name}") for path in _site_entries(distributions)),
        (str(harness), f"{OURS}/renderer_svc/harness"),
    ]
    links = (*loader_links, ("/tmp", f"{WORK}/.tmp"))  # noqa: S108  # the sandbox's own, inside its work folder
    return Image(tuple(binds), tuple(_ETC.items()), links, python, env)


def _interpreter() -> tuple[str, list[tuple[str, str]], tuple[tuple[str, str], ...]]:
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    binary = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    binds = [
        (binary, f"{PYTHON_HOME}/bin/{name}"),
        (sysconfig.get_path("stdlib"), f"{PYTHON_HOME}/lib/{name}"),
    ]
    env: tuple[tuple[str, str], ...] = ()
    if sysconfig.get_config_var("Py_ENABLE_SHARED"):
        library = str(sysconfig.get_config_var("INSTSONAME"))
        host = Path(str(sysconfig.get_config_var("LIBDIR"))) / library
        if host.exists():  # a distribution's own interpreter has it among the system libraries instead
            binds.append((str(host), f"{PYTHON_HOME}/lib/{library}"))
            env = (("LD_LIBRARY_PATH", f"{PYTHON_HOME}/lib"),)
    return f"{PYTHON_HOME}/bin/{name}", binds, env


def _system_libraries() -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The C library's folders: the multiarch one where there is one, else all of /usr/lib."""
    triplet = sysconfig.get_config_var("MULTIARCH")
    multiarch = Path(f"/usr/lib/{triplet}")
    wanted = [multiarch if triplet and multiarch.is_dir() else Path("/usr/lib"), Path("/usr/lib64")]
    wanted += [path for path in (Path("/lib"), Path("/lib64")) if not path.is_symlink()]
    links = [path for path in (Path("/lib"), Path("/lib64"), Path("/usr/lib64")) if path.is_symlink()]
    binds = [(str(path), str(path)) for path in wanted if path.is_dir() and path not in links]
    return binds, [(str(path), str(path.readlink())) for path in links]


def closure(distributions: Iterable[str]) -> list[metadata.Distribution]:
    """`distributions` and what they require as installed here; what is not installed (extras) is left out."""
    found: dict[str, metadata.Distribution] = {}
    waiting = list(distributions)
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in found:
            continue
        try:
            found[name] = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            continue
        for requirement in found[name].requires or ():
            match = _REQUIREMENT_NAME.match(requirement)
            if match and "extra ==" not in requirement:
                waiting.append(match.group())
    return list(found.values())


def _site_entries(distributions: Iterable[str]) -> list[Path]:
    entries: set[Path] = set()
    for distribution in closure(distributions):
        for file in distribution.files or ():
            top = file.parts[0]
            if top not in ("..", "__pycache__", "/"):
                entries.add(Path(str(distribution.locate_file(top))))
    return sorted(path for path in entries if path.exists())
