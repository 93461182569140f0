"""The report: what a watcher saw of each saved picture, as one bounded JSON file.

It is written in the script's own process, so a hostile script can forge it: hints for the gates, never evidence. It is
`{"v": 1, "library", "figures": [{file, width_px, height_px, texts_outside, missing_glyphs, texts, drawing}]}`; two of
the lists are null, since these libraries do not say where their texts lie, and `drawing` is what the library's own
watcher describes.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from renderer_svc.harness.columns import Room, text

_MAX_FIGURES: Final = 4
_MAX_BYTES: Final = 240 * 1024
_MAX_TEXTS: Final = 200
#: Numbers that a report may hold, tried in turn until it fits: what many long names take is lost to the numbers first.
_ROOMS: Final = (10_000, 2_000, 200, 0)

Describe = Callable[[Room], tuple[dict[str, Any], list[str]]]


class Report:
    """Collects figures and writes the file anew after each."""

    def __init__(self, path: str, library: str) -> None:
        self._path = path
        self._library = library
        self._figures: list[dict[str, Any]] = []

    def add(self, picture: str, describe: Describe) -> None:
        """Note the PNG `picture`; `describe` gives the drawing and its texts. What cannot be described is left out.

        What was saved under the same name before is no more.
        """
        kept = [figure for figure in self._figures if figure["file"] != text(saved_as(picture))]
        if len(kept) >= _MAX_FIGURES:
            return
        before, self._figures = self._figures, kept
        with suppress(Exception):  # a figure that cannot be described is drawn all the same
            self._figures = [*kept, self._smallest(picture, describe)]
        if self._figures != before:
            Path(self._path).write_text(self._text(self._figures), encoding="utf-8")

    def _smallest(self, picture: str, describe: Describe) -> dict[str, Any]:
        width, height = png_size(picture)
        for numbers in _ROOMS:
            drawing, texts = describe(Room(numbers))
            figure = {
                "file": text(saved_as(picture)),
                "width_px": width,
                "height_px": height,
                "texts_outside": None,
                "missing_glyphs": None,
                "texts": [text(item) for item in texts[:_MAX_TEXTS]],
                "drawing": drawing,
            }
            if len(self._text([*self._figures, figure]).encode("utf-8")) <= _MAX_BYTES:
                return figure
        raise ValueError("too large")

    def _text(self, figures: list[dict[str, Any]]) -> str:
        found = {"v": 1, "library": self._library, "figures": figures}
        return json.dumps(found, ensure_ascii=False, allow_nan=False)


def saved_as(name: str) -> str:
    """One name for a file, however a script has spelled its path: as seen from the work folder."""
    return os.path.relpath(name)


def png_size(path: str) -> tuple[int, int]:
    """Width and height of the PNG at `path`, from its header."""
    with Path(path).open("rb") as file:
        width, height = struct.unpack(">II", file.read(24)[16:])
    return width, height


def vector_path(picture: str) -> str:
    """Where the SVG beside the PNG `picture` belongs."""
    return str(Path(picture).with_suffix(".svg"))


def save_vector(picture: str, save: Callable[[str], object]) -> None:
    """Have `save` write the SVG beside `picture`. It is an extra: when that fails, nothing is left of it."""
    target = vector_path(picture)
    try:
        save(target)
    except Exception:
        Path(target).unlink(missing_ok=True)
