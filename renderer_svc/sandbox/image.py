"""The image: the few host files that a sandbox sees, read-only, and the neutral paths where it sees them."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from renderer_svc.fonts import FONT_FOLDER, font_files, fontconfig_text

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
class Warm:
    """One library that a zygote holds ready for the scripts of an image; kinds without a zygote ignore it."""

    name: str
    modules: tuple[str, ...]  #: imported, in this order
    rehearsal: str  #: Python that draws a throw-away figure; may be empty


@dataclass(frozen=True, slots=True)
class Image:
    """A read-only root: host files bound below it, small files written into it, links."""

    binds: tuple[tuple[str, str], ...]  #: (host path, path in the sandbox)
    files: tuple[tuple[str, str], ...]  #: (path in the sandbox, text)
    links: tuple[tuple[str, str], ...]  #: (path in the sandbox, target)
    python: str  #: the interpreter's path in the sandbox
    env: tuple[tuple[str, str], ...]  #: what the interpreter itself needs
    forkable: bool = True  #: whether what runs in it may be forked from a warm process; a browser's scripts may not
    warm: tuple[Warm, ...] = ()
    warm_files: tuple[
        tuple[str, str], ...
    ] = ()  #: (path below the work folder, text) that `warm` finds while it warms up


def build_image(
    distributions: Iterable[str],
    *,
    programs: Iterable[str] = (),
    fonts: bool = False,
) -> Image:
    """The image of this process's own interpreter with `distributions` and all that they require, and nothing else.

    `programs` are absolute paths: each is seen where it is, with the folder that it lies in. With `fonts` the fixed set
    of fonts is where every library looks; without, there are none. The host's own fonts are in no image.
    """
    python, python_binds, python_env = _interpreter()
    loader_binds, loader_links = _system_libraries()
    harness = Path(__file__).resolve().parents[1] / "harness"
    files = dict(_ETC)
    font_binds: list[tuple[str, str]] = []
    if fonts:
        font_binds = [(str(path), f"{FONT_FOLDER}/{path.name}") for path in font_files()]
        files["/etc/fonts/fonts.conf"] = fontconfig_text()
    binds = [
        *python_binds,
        *loader_binds,
        *font_binds,
        *((folder, folder) for folder in sorted({str(Path(program).parent) for program in programs})),
        *((str(path), f"{SITE}/{path.name}") for path in _site_entries(distributions)),
        (str(harness), f"{OURS}/renderer_svc/harness"),
    ]
    links = (*loader_links, ("/tmp", f"{WORK}/.tmp"))  # noqa: S108  # the sandbox's own, inside its work folder
    return Image(tuple(binds), tuple(files.items()), links, python, python_env)


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


def closure(distributions: Iterable[str]) -> list[str]:
    """`distributions` and what they require, by normalised name; what is not installed (extras) is left out."""
    found: set[str] = set()
    waiting = list(distributions)
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        requirements = None if name in found else _requirements(name)
        if requirements is not None:
            found.add(name)
            waiting += requirements
    return sorted(found)


@cache
def _requirements(name: str) -> tuple[str, ...] | None:
    """What a distribution requires; None when it is not installed. Cached: libraries share most of it."""
    try:
        requires = metadata.distribution(name).requires or ()
    except metadata.PackageNotFoundError:
        return None
    named = (_REQUIREMENT_NAME.match(line) for line in requires if "extra ==" not in line)
    return tuple(match.group() for match in named if match)


def _site_entries(distributions: Iterable[str]) -> list[Path]:
    return sorted({path for name in closure(distributions) for path in _entries_of(name)})


@cache
def _entries_of(name: str) -> tuple[Path, ...]:
    distribution = metadata.distribution(name)
    tops = {file.parts[0] for file in distribution.files or ()} - {"..", "__pycache__", "/"}
    paths = (Path(str(distribution.locate_file(top))) for top in tops)
    return tuple(path for path in paths if path.exists())
