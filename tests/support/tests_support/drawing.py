"""Drawing in tests: a chart bound and drawn here at a fifth of its resolution, as evidence for the gates."""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import matplotlib as mpl

mpl.use("Agg")

import matplotlib.pyplot as plt
import pandas as pd
from PIL import Image

from agent_svc.catalogue import Chart
from agent_svc.code.bind import bind
from agent_svc.code.loader import load
from agent_svc.code.theme import Theme
from agent_svc.data.column import Column, ColumnType
from agent_svc.gates.base import Asked, Evidence
from agent_svc.gates.figure import read_figure
from agent_svc.gates.png import Picture
from renderer_svc.harness.probe import describe
from renderer_svc.harness.rows import Room
from tests_support.shipped import shipped_catalogue

FIFTH = 80  # dots per inch

Change = Callable[[str], str]


def columns_of(frame: pd.DataFrame) -> tuple[Column, ...]:
    """The columns of a frame as a dataset has them."""
    kinds = {"M": ColumnType.DATE, "b": ColumnType.BOOLEAN, "i": ColumnType.NUMBER, "f": ColumnType.NUMBER}
    orders = {name: tuple(frame[name].cat.categories) for name in frame.select_dtypes("category")}
    return tuple(
        Column(str(name), kinds.get(frame[name].dtype.kind, ColumnType.TEXT), None, str(name), orders.get(name, ()))
        for name in frame
    )


def asked_for(
    chart_id: str | Chart,
    frame: pd.DataFrame,
    bindings: Mapping[str, str | list[str]],
    options: Mapping[str, object] | None = None,
) -> Asked:
    """What a plot of `frame` is asked to show."""
    chart = shipped_catalogue().get(chart_id) if isinstance(chart_id, str) else chart_id
    return Asked(
        chart=chart,
        library="matplotlib",
        columns=columns_of(frame),
        data_csv=frame.to_csv(index=False, date_format="%Y-%m-%dT%H:%M:%S.%f"),
        bindings={role: (names,) if isinstance(names, str) else tuple(names) for role, names in bindings.items()},
        options=chart.validate_options(options or {}),
    )


def run_form(asked: Asked, theme: Theme = Theme.LIGHT) -> str:
    """The script that runs."""
    roles: dict[str, str | list[str]] = {}
    for role in asked.chart.roles:
        if names := asked.bindings.get(role.name):
            roles[role.name] = list(names) if role.family else names[0]
    script = asked.chart.script(asked.library)
    bound = bind(script, asked.chart.theme_block(asked.library), roles, asked.options, theme)
    return load(bound, asked.columns)


def drawn(asked: Asked, change: Change | None = None, theme: Theme = Theme.LIGHT, dpi: int = FIFTH) -> Evidence:
    """The evidence of the plot, its script perhaps changed on the way: a change that changes nothing is an error."""
    source = run_form(asked, theme)
    if change is not None:
        changed = change(source)
        assert changed != source, "the planted fault is not in the script"
        source = changed
    source = source.replace('"figure.dpi": 400', f'"figure.dpi": {dpi}')
    source = source.replace("pd.read_csv(", "_read_data(", 1)
    source = source.replace('fig.savefig(f"plot-{THEME}.png")', "fig.canvas.draw()")

    def read_data(_name: str, **options: Any) -> pd.DataFrame:
        frame: pd.DataFrame = pd.read_csv(io.StringIO(asked.data_csv), **options)
        return frame

    space: dict[str, Any] = {"__name__": "__main__", "_read_data": read_data}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # whether a script warns is the catalogue's own tests' to say
            exec(compile(source, "plot.py", "exec"), space)
        figure = space["fig"]
        file = f"plot-{theme.value}.png"
        report = {"v": 1, "figures": [describe(figure, file, "figure", [], Room())]}
        image = Image.fromarray(pixels(figure))
    finally:
        plt.close("all")
    picture = Picture(image, image.size)
    return Evidence(
        ending="",
        file=file,
        png=b"",
        probe=report,
        canvas=image.size,
        paper=str(space["PAPER"]),
        asked=asked,
        picture=picture,
        figure=read_figure(report, file, image.size)[0],
    )


def pixels(figure: Any) -> Any:
    """The picture as an array of red, green and blue."""
    import numpy as np

    return np.ascontiguousarray(np.asarray(figure.canvas.buffer_rgba())[..., :3])


def replaced(old: str, new: str) -> Change:
    """A change of the script: `old`, which is in it, by `new`."""
    return lambda source: source.replace(old, new, 1)


def with_options(asked: Asked, **options: object) -> Asked:
    """The same with other options."""
    return replace(asked, options=asked.chart.validate_options({**asked.options, **options}))
