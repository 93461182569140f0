"""The same walls when the renderer is not root: no capability, no system package, only user namespaces."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

HELPER = Path(__file__).with_name("ordinary_user.py")
REPOSITORY = HELPER.parents[2]


def as_ordinary_user(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the renderer's command line as somebody who is not root."""
    command = [sys.executable, "-m", "renderer_svc", *arguments]
    if os.getuid() == 0:
        command = [sys.executable, str(HELPER), "64321", *command]
    return subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, timeout=60, check=False)


def test_every_wall_holds_for_an_ordinary_user() -> None:
    done = as_ordinary_user("selftest")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 15 + 15  # of the kind for most libraries, and of the one for those with a browser
    assert all(line.startswith("holds") for line in lines)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may use; pytest's own are for its user alone."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


def test_an_ordinary_user_can_draw_without_a_server(open_folder: Path) -> None:
    script, data = open_folder / "plot.py", open_folder / "d.csv"
    script.write_text(
        'THEME = "light"\n'
        "import matplotlib.pyplot as plt\n"
        "fig = plt.figure(dpi=50)\n"
        'fig.text(0.1, 0.5, open("data.csv").read())\n'
        'fig.savefig(f"plot-{THEME}.png", dpi=50)\n'
    )
    data.write_text("a,b\n")
    done = as_ordinary_user("run", str(script), "--data", str(data), "--theme", "dark", "-o", str(open_folder))
    assert done.returncode == 0, done.stderr
    assert (open_folder / "plot-dark.png").read_bytes().startswith(b"\x89PNG")
