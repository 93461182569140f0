"""The corpus: small files as people have them, each beside what a careful person would read in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

from agent_svc.data import Dataset, Reading, read, read_file

_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # over 440 files are read before the first test runs

CORPUS: Final = Path(__file__).parents[2] / "corpus"


@dataclass(frozen=True, slots=True)
class Case:
    """One file of the corpus.

    `expected` holds `about` and either `refused` (the name of the error) with `says` (a part of its message), or
    `columns`, `rows`, `first`, `decisions` and `warnings`. `paste` is set where a file is read in one way only.
    """

    name: str  # of the file, below the corpus
    expected: Mapping[str, Any]

    @property
    def raw(self) -> bytes:
        """The file's bytes."""
        return (CORPUS / self.name).read_bytes()

    @property
    def pasted(self) -> bool:
        """Whether the file is read as a paste; otherwise its bytes are read as a file's."""
        return bool(self.expected.get("paste", True))

    def read(self, reading: Reading | None = None) -> Dataset:
        """The dataset in this file, under the choices of `reading`."""
        if self.pasted:
            try:
                return read(self.raw.decode("utf-8"), reading or Reading())
            except UnicodeDecodeError:
                return read_file(self.raw, self.name, reading or Reading())
        return read_file(self.raw, self.name, reading or Reading())


def cases() -> list[Case]:
    """Every file of the corpus, by name."""
    return [
        Case(
            str(file.relative_to(CORPUS).with_suffix("")),
            yaml.load(file.read_text("utf-8"), _LOADER),
        )
        for file in sorted(CORPUS.rglob("*.yaml"))
    ]
