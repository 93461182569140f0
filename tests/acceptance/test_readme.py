"""The README's calls, run as they stand there against a running house, over reflection."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from plotlane_kit.house.service import SERVICES
from tests_support import RunningHouse

README = Path(__file__).resolve().parents[2] / "README.md"
CALLS = re.findall(r"^grpcurl .*$", README.read_text(), flags=re.MULTILINE)
BY_PORT = {str(service.default_port): service.name for service in SERVICES}


def buf() -> str:
    found = shutil.which("buf", path=str(Path(sys.executable).parent))
    assert found, "buf is missing: make test installs it (wheel buf-bin)"
    return found


def as_buf_curl(call: str, house: RunningHouse) -> list[str]:
    """The same call for `buf curl`, which is what the tests have, sent to the house under test."""
    words = shlex.split(call)
    body = words[words.index("-d") + 1] if "-d" in words else "{}"
    metadata = [words[i + 1] for i, word in enumerate(words) if word == "-H"]
    address, method = words[-2:]
    url = f"http://{house.address(BY_PORT[address.rsplit(':', 1)[1]])}/{method}"
    headers = [part for header in metadata for part in ("--header", header)]
    return [buf(), "curl", "--protocol", "grpc", "--http2-prior-knowledge", *headers, "--data", body, url]


def test_the_readme_shows_three_calls_one_for_each_service() -> None:
    assert len(CALLS) == 3
    assert {call.split("plotlane.")[1].split(".")[0] for call in CALLS} == {"scheduler", "agent", "renderer"}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_of_the_readme_is_answered(house: RunningHouse, call: str) -> None:
    ended = subprocess.run(as_buf_curl(call, house), capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)


@pytest.mark.parametrize("service", ["scheduler", "renderer", "agent"])
def test_reflection_lists_every_service_and_health_says_serving(house: RunningHouse, service: str) -> None:
    base = [buf(), "curl", "--protocol", "grpc", "--http2-prior-knowledge"]
    url = f"http://{house.address(service)}"
    listed = subprocess.run([*base, "--list-services", url], capture_output=True, text=True, timeout=60, check=True)
    assert f"plotlane.{service}.v1.{service.capitalize()}Service" in listed.stdout
    check = [*base, "--data", "{}", f"{url}/grpc.health.v1.Health/Check"]
    health = subprocess.run(check, capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(health.stdout) == {"status": "SERVING"}
