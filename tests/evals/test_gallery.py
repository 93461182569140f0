"""The gallery through four real processes: one page with both themes, and a thumbnail for the docs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PIL import Image

from tests_support import RunningHouse


def test_a_chart_of_the_gallery_is_drawn_in_both_themes_and_as_a_thumbnail(house: RunningHouse, tmp_path: Path) -> None:
    page, thumbnails = tmp_path / "new" / "gallery.html", tmp_path / "thumbnails"
    command = [sys.executable, "-m", "plotlane_kit.cli", "gallery", str(page), "--chart", "bar"]
    command += ["--library", "matplotlib", "--thumbnails", str(thumbnails), "--data-dir", str(house.data_dir)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    text = page.read_text()
    assert text.count("data:image/webp;base64,") == 2
    assert "2 pictures of 1 chart; 2 are ok." in text
    assert (thumbnails / "bar.webp").stat().st_size <= 6_000
    with Image.open(thumbnails / "bar.webp") as image:
        assert image.size == (160, 90)


def test_a_chart_without_an_example_is_told(house: RunningHouse, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "plotlane_kit.cli", "gallery", str(tmp_path / "a.html"), "--chart", "nothing"]
    ended = subprocess.run(
        [*command, "--data-dir", str(house.data_dir)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ended.returncode, ended.stderr.count("\n")) == (2, 1)
    assert "no example of nothing" in ended.stderr
