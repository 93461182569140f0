"""A house under test: all four services as real processes on free ports."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from plotlane_kit.house.register import Register, register_path

READY = "Plotlane is ready: "


@dataclass
class RunningHouse:
    """A house under test. `lines` is what it has printed so far, `silent` whether it has ended and prints no more."""

    process: subprocess.Popen[str]
    data_dir: Path
    page_url: str = ""
    lines: list[str] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)
    silent: bool = False

    def __post_init__(self) -> None:
        self.follower = threading.Thread(target=self.follow, daemon=True)

    def register(self) -> Register:
        """Where its services are now."""
        register = Register.read(register_path(self.data_dir))
        assert register is not None, "the house does not run"
        return register

    def address(self, service: str) -> str:
        """host:port of one service."""
        return self.register().services[service].address

    def kill(self, service: str) -> None:
        """kill -9 one service, and return when the supervisor has it serving again."""
        with self.changed:
            seen = len(self.lines)
            os.kill(self.register().services[service].pid, signal.SIGKILL)
            self.wait_for(lambda line: line.startswith(f"{service:>9} | serving"), seen)

    def wait_for(self, wanted: Callable[[str], bool], start: int = 0, timeout_s: float = 60) -> str:
        """The first line from `start` on that is `wanted`, as soon as it is printed; a house that ends prints none."""

        def found() -> str | None:
            return next((line for line in self.lines[start:] if wanted(line)), None)

        with self.changed:
            self.changed.wait_for(lambda: found() is not None or self.silent, timeout_s)
            line = found()
        assert line is not None, "\n".join(self.lines[-40:])
        return line

    def follow(self) -> None:
        """Collect what it prints, until it ends."""
        assert self.process.stdout is not None
        with self.process.stdout as output:
            for line in output:
                with self.changed:
                    self.lines.append(line.rstrip("\n"))
                    self.changed.notify_all()
        with self.changed:
            self.silent = True
            self.changed.notify_all()

    def stop(self) -> int:
        """SIGTERM, and the exit code."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(60)
        self.follower.join(10)
        return code

    def expect_a_good_end(self) -> None:
        """Stop it; what it said last is shown when it ends badly."""
        assert self.stop() == 0, "\n".join(self.lines[-40:])


def start_house(data_dir: Path, environment: Mapping[str, str] | None = None) -> RunningHouse:
    """Start a house on free ports; returns when its page is served."""
    process = subprocess.Popen(
        [sys.executable, "-m", "plotlane_kit.cli", "up", "--port", "0", "--data-dir", str(data_dir)],
        env={**os.environ, **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    house = RunningHouse(process, data_dir)
    house.follower.start()
    house.page_url = house.wait_for(lambda line: line.startswith(READY)).removeprefix(READY)
    return house


@contextmanager
def kept_house(data_dir: Path, environment: Mapping[str, str] | None = None) -> Iterator[RunningHouse]:
    """A house that must end well when the block does."""
    house = start_house(data_dir, environment)
    yield house
    house.expect_a_good_end()
