"""The fixed set of fonts: files, order, and what libraries are told about them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from matplotlib.font_manager import get_font
from matplotlib.ft2font import FT2Font

from plotlane_kit.event_log import event_log
from renderer_svc.executor import Executor
from renderer_svc.font_list import MatplotlibFiles
from renderer_svc.fonts import FAMILIES, font_files, fontconfig_text, matplotlibrc_text, missing_font_packages
from renderer_svc.limits import Limits
from renderer_svc.sandbox.bubblewrap import BubblewrapKind


@pytest.fixture(scope="module")
def fonts() -> dict[str, FT2Font]:
    return {font.family_name: font for font in map(get_font, font_files())}


def test_every_package_of_fonts_is_installed() -> None:
    assert missing_font_packages() == ()


def test_every_family_that_is_named_is_there(fonts: dict[str, FT2Font]) -> None:
    assert set(FAMILIES) <= set(fonts)


@pytest.mark.parametrize(
    "text", ["Größe", "Ωμέγα", "Привет", "中国", "かな", "한국어", "مرحبا", "שלום", "नमस्ते", "ไทย", "☃→∑", "😀"]
)
def test_every_letter_is_in_one_of_the_families(fonts: dict[str, FT2Font], text: str) -> None:
    known = set().union(*(fonts[name].get_charmap() for name in FAMILIES))
    assert {ord(letter) for letter in text} <= known


def test_no_two_files_would_lie_at_the_same_place() -> None:
    names = [file.name for file in font_files()]
    assert len(names) == len(set(names))
    assert all(Path(file).is_file() for file in font_files())


def test_fontconfig_is_told_of_one_folder_and_of_the_families() -> None:
    root = ElementTree.fromstring(fontconfig_text().split("?>", 1)[1])
    assert [item.text for item in root.iter("dir")] == ["/usr/share/fonts/plotlane"]
    appended = [item.text for edit in root.iter("edit") if edit.get("name") == "family" for item in edit]
    assert appended == list(FAMILIES)


def test_matplotlib_takes_letters_from_the_families_in_order() -> None:
    assert matplotlibrc_text().splitlines()[0] == f"font.family: {', '.join(FAMILIES)}"


def test_the_list_of_fonts_is_made_once_and_found_again(tmp_path: Path) -> None:
    class Counting(Executor):
        runs = 0

        def run(self, *arguments: object, **options: object):  # type: ignore[no-untyped-def]
            self.runs += 1
            return super().run(*arguments, **options)  # type: ignore[arg-type]

    executor = Counting(BubblewrapKind(73_000), event_log("test"))
    limits = Limits(memory_floor_bytes=0)
    made = MatplotlibFiles(executor, limits, tmp_path)
    assert made.content() == made.content()
    assert MatplotlibFiles(executor, limits, tmp_path).content() == made.content()
    assert executor.runs == 1
    assert {name.rpartition("/")[2].partition("-")[0] for name in made.content()} == {"matplotlibrc", "fontlist"}
