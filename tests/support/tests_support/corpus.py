"""The corpus: small files as people have them, each beside what a careful person would read in it."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
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
    def pasted(self) -> bool:
        """Whether the file is read as a paste; otherwise its bytes are read as a file's."""
        return bool(self.expected.get("paste", True))

    def read(self, reading: Reading | None = None) -> Dataset:
        """The dataset in this file, under the choices of `reading`."""
        return _read_as_it_is(self.name, self.pasted) if reading is None else _read(self.name, self.pasted, reading)


@cache
def _read_as_it_is(name: str, pasted: bool) -> Dataset:
    """Without a choice, once for all tests: four look at the same dataset, which nobody can change."""
    return _read(name, pasted, Reading())


def _read(name: str, pasted: bool, reading: Reading) -> Dataset:
    raw = (CORPUS / name).read_bytes()
    if pasted:
        with suppress(UnicodeDecodeError):
            return read(raw.decode("utf-8"), reading)
    return read_file(raw, name, reading)


def cases() -> list[Case]:
    """Every file of the corpus, by name."""
    return [
        Case(
            str(file.relative_to(CORPUS).with_suffix("")),
            yaml.load(file.read_text("utf-8"), _LOADER),
        )
        for file in sorted(CORPUS.rglob("*.yaml"))
    ]
