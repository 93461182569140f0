"""A cell of the crossing: one chart, one library, one nasty table, and what becomes of it."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

import numpy as np
from PIL import Image

from agent_svc.catalogue import Chart, Option
from agent_svc.code.bind import bind
from agent_svc.code.loader import load
from agent_svc.code.theme import Theme, paper_of
from agent_svc.data import check_bindings, default_bindings
from tests_support.nasty import TABLES, dataset
from tests_support.shipped import shipped_catalogue

FIFTH: Final = ('"figure.dpi": 400', '"figure.dpi": 80')  # the same layout at a fifth of the resolution


class Cell(NamedTuple):
    """What is drawn."""

    chart: str
    library: str
    data: str
    options: str = "default"  # or "one" and "another": every option at a value that is not its default

    @property
    def theme(self) -> Theme:
        """Every chart meets both themes over the tables."""
        return Theme.DARK if len(self.chart + self.data + self.options) % 2 else Theme.LIGHT


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a cell: refused before it ran with a reason, failed with a message, or a picture."""

    refused: str = ""
    failed: str = ""


def cells(libraries: Iterable[str]) -> list[Cell]:
    """Every chart with every nasty table, in each of the libraries that it has a script for."""
    libraries = set(libraries)
    return [
        Cell(chart.id, library, data)
        for chart in shipped_catalogue().charts.values()
        for library in chart.libraries
        for data in TABLES
        if library in libraries
    ]


def unusual(chart: Chart, which: str) -> dict[str, object]:
    """Every option of the chart at a value that is not its default; "one" and "another" differ where they can."""
    return {option.name: _unusual(option, last=which == "another") for option in chart.options}


def _unusual(option: Option, *, last: bool) -> object:
    match option.kind:
        case "text":
            return "A text that is far too long for one line, so that it has to be broken"[: option.max_length]
        case "choice":
            others = [choice for choice in option.choices if choice != option.default]
            return others[-1 if last else 0]
        case "boolean":
            return not option.default
        case "range":
            return [None, 12.0] if last else [2.0, None]
        case "integer" | "number":
            low, high = option.min or 0.0, option.max or 0.0
            return (
                min(low + (2 if last else 1), high) if option.kind == "integer" else (low + high) / (2 if last else 8)
            )


def bindings(chart: Chart, data: str) -> dict[str, str | list[str]]:
    """What a user would start from; then either one column a family and every optional role, or families in full."""
    columns = dataset(data).profile.columns
    bound: dict[str, str | list[str]] = default_bindings(columns, chart.roles)
    if len(chart.id + data) // 2 % 2:
        return bound
    for role in chart.roles:
        value = bound.get(role.name)
        if isinstance(value, list):
            bound[role.name] = value[: role.min]
    for role in chart.roles:
        used = {name for value in bound.values() for name in ([value] if isinstance(value, str) else value)}
        fitting = [c.name for kind in role.types for c in columns if c.type == kind and c.name not in used]
        if role.name not in bound and fitting:
            bound[role.name] = fitting[: role.min] if role.family else fitting[0]
    return bound


def refusals(chart: Chart, data: str, bound: Mapping[str, str | Sequence[str]]) -> str:
    """Why the chart cannot be drawn with this table, known before anything runs; empty when it can."""
    lines = check_bindings(dataset(data).columns, chart.roles, bound)
    return "; ".join(line.violation().message for line in lines)


def run_form(cell: Cell, bound: Mapping[str, Any]) -> str:
    """The script as it is exported, without its header."""
    chart = shipped_catalogue().get(cell.chart)
    given = {} if cell.options == "default" else unusual(chart, cell.options)
    options = chart.validate_options({"title": f"{chart.title}: {cell.data}", **given})
    working = bind(chart.script(cell.library), chart.theme_block(cell.library), bound, options, cell.theme)
    return load(working, dataset(cell.data).columns)


def draw(cell: Cell) -> Result:
    """Run the cell's script in this process, at a fifth of the resolution; a warning is a failure."""
    chart = shipped_catalogue().get(cell.chart)
    bound = bindings(chart, cell.data)
    refused = refusals(chart, cell.data, bound)
    if refused:
        return Result(refused=refused)
    source = run_form(cell, bound)
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "data.csv").write_text(dataset(cell.data).csv, encoding="utf-8")
        os.chdir(folder)
        try:
            _execute(source.replace(*FIFTH), f"{cell.chart}.py")
            width, height = chart.pixels
            path = Path(f"plot-{cell.theme}.png")
            if not path.exists():
                return Result(failed=f"it wrote no {path.name}")
            return Result(failed=picture_fault(path, (width // 5, height // 5), paper(source, cell)))
        except Exception as error:
            return Result(failed=f"{type(error).__name__}: {error}")
        finally:
            os.chdir(before)


def _execute(source: str, name: str) -> None:
    import matplotlib.pyplot as plt

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            # Which fonts a machine has is no matter of the script; a gate looks for missing glyphs.
            warnings.filterwarnings("ignore", message="Glyph .* missing from font")
            exec(compile(source, name, "exec"), {"__name__": "__main__"})
    finally:
        plt.close("all")


def paper(source: str, cell: Cell) -> str:
    """The paper colour of the cell's theme."""
    return paper_of(source, cell.theme)


def picture_fault(file: Path | IO[bytes], size: tuple[int, int], colour: str) -> str:
    """What is wrong with a picture: its size, marks on its rim, or that it is blank; empty when it is fine."""
    with Image.open(file) as image:
        if image.size != size:
            return f"it is {image.size[0]} x {image.size[1]} pixels instead of {size[0]} x {size[1]}"
        pixels = np.asarray(image.convert("RGB"))
    wanted = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)])
    blank = (pixels == wanted).all(axis=-1)
    if blank.all():
        return "it is blank"
    rims = {"top": blank[0], "bottom": blank[-1], "left": blank[:, 0], "right": blank[:, -1]}
    cut = [side for side, rim in rims.items() if not rim.all()]
    return f"something is cut at the {' and the '.join(cut)}" if cut else ""
