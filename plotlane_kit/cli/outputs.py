"""The files that `plotlane plot` writes: the picture where it was asked for, plot.py and data.csv beside it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from plotlane_kit.cli.arguments import ArgumentError

COMPANIONS = ("plot.py", "data.csv")
OUR_MARK = b"# Made by Plotlane"


@dataclass(frozen=True, slots=True)
class Outputs:
    """Where the picture and its companions go."""

    picture: Path

    def path_of(self, artifact: str) -> Path:
        """The path of `plot-<theme>.png`, `plot.py` or `data.csv`."""
        return self.picture.parent / artifact if artifact in COMPANIONS else self.picture

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
        folder = self.picture.parent
        targets = [self.picture, *(folder / name for name in COMPANIONS)]
        for target in targets:
            if target.exists() and target.samefile(source):
                raise ArgumentError(f"{target} is the data itself; write elsewhere: -o plots/{self.picture.name}")
        script = folder / "plot.py"
        ours = script.exists() and OUR_MARK in script.read_bytes()[: len(OUR_MARK)]
        for name in COMPANIONS:
            if (folder / name).exists() and not ours:
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
