"""The files that `plotlane plot` writes: the picture where it was asked for, plot.py and data.csv near it."""

from __future__ import annotations

import os
from pathlib import Path

from plotlane_kit.cli.arguments import ArgumentError

COMPANIONS = ("plot.py", "data.csv")
OUR_MARK = b"# Made by Plotlane"


class Outputs:
    """Where the picture and its companions go: beside it, or in a folder of its name where another's lie there."""

    def __init__(self, picture: Path) -> None:
        self.picture = picture
        own = picture.with_suffix("")
        self._home = own if _is_ours(own) or _holds_those_of_another(picture) else picture.parent

    def path_of(self, artifact: str) -> Path:
        """The path of `plot-<theme>.png`, `plot.py` or `data.csv`."""
        return self._home / artifact if artifact in COMPANIONS else self.picture

    def refuse_impossible(self) -> None:
        """Raise `ArgumentError` when the picture cannot be written there: found out before it is drawn, not after."""
        if self.picture.suffix.lower() != ".png":
            raise ArgumentError(f"-o {self.picture}: the picture is a PNG; name a file that ends in .png")
        if self.picture.is_dir():
            raise ArgumentError(f"-o {self.picture}: this is a folder; name a file in it")
        folder = next(parent for parent in self.picture.absolute().parents if parent.exists())
        if not folder.is_dir() or not os.access(folder, os.W_OK | os.X_OK):
            raise ArgumentError(f"-o {self.picture}: {folder} cannot be written to; write elsewhere")

    def refuse_to_overwrite(self, source: Path) -> None:
        """Raise `ArgumentError` when writing would destroy `source` or a companion that is not ours."""
        folder = self._home
        targets = [self.picture, *(folder / name for name in COMPANIONS)]
        for target in targets:
            if target.exists() and target.samefile(source):
                raise ArgumentError(f"{target} is the data itself; write elsewhere: -o plots/{self.picture.name}")
        for name in COMPANIONS:
            if (folder / name).exists() and not _is_ours(folder):
                raise ArgumentError(
                    f"{folder / name} exists and was not made by Plotlane; write elsewhere, such as"
                    f" -o plots/{self.picture.name}"
                )

    def write(self, artifact: str, content: bytes) -> Path:
        """Write one artifact; returns where. Raises `ArgumentError` when the disk or its rights do not allow it."""
        path = self.path_of(artifact)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        except OSError as error:
            raise ArgumentError(f"{path}: {error.strerror}; write elsewhere with -o") from error
        return path


def _is_ours(folder: Path) -> bool:
    """Whether the script in `folder` was written by us."""
    script = folder / "plot.py"
    return script.is_file() and OUR_MARK in script.read_bytes()[: len(OUR_MARK)]


def _holds_those_of_another(picture: Path) -> bool:
    """Whether our companions beside `picture` may be another picture's: there are others that have no folder."""
    if not _is_ours(picture.parent):
        return False
    pictures = {path for path in picture.parent.iterdir() if path.suffix.lower() == ".png"}
    others = [path for path in pictures - {picture} if not _is_ours(path.with_suffix(""))]
    return bool(others) or not picture.exists()
