"""Drawing in tests: a script with its theme inlined, run here at a fifth of its resolution."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any

import matplotlib as mpl
import pytest

mpl.use("Agg")

import matplotlib.pyplot as plt
import pandas as pd
from matplotlib.figure import Figure

from agent_svc.catalogue import Catalogue
from agent_svc.code.theme import Theme
from tests_support.shipped import shipped_catalogue

FIFTH = 80  # dots per inch

Draw = Callable[..., Any]  # figures are looked into deeper than their types go


@cache
def compiled(chart_id: str, theme: Theme) -> CodeType:
    """The script with its theme, compiled once: the other placeholders are calls that the test answers."""
    chart = shipped_catalogue().get(chart_id)
    block = chart.theme_block("matplotlib").replace('THEME = "light"', f'THEME = "{theme.value}"')
    block = block.replace('"figure.dpi": 400', f'"figure.dpi": {FIFTH}')
    return compile(chart.script("matplotlib").replace("use_theme()", block), f"{chart_id}.py", "exec")


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """The catalogue that ships."""
    return shipped_catalogue()


@pytest.fixture
def draw(catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Draw]:
    """`draw(chart, frame, roles, options={}, theme=LIGHT)` runs the chart's script and gives its figure."""
    monkeypatch.chdir(tmp_path)

    def drawn(
        chart_id: str,
        frame: pd.DataFrame,
        roles: Mapping[str, Any],
        options: Mapping[str, object] | None = None,
        theme: Theme = Theme.LIGHT,
    ) -> Figure:
        scope: dict[str, Any] = {
            "load_user_data": frame.copy,
            "load_roles": lambda: roles,
            "load_options": lambda: catalogue.get(chart_id).validate_options(options or {}),
        }
        exec(compiled(chart_id, theme), scope)
        assert Path(f"plot-{theme.value}.png").exists()
        figure = scope["fig"]
        assert isinstance(figure, Figure)
        return figure

    yield drawn
    plt.close("all")
    mpl.rcdefaults()


@pytest.fixture(scope="session")
def themes(catalogue: Catalogue) -> dict[str, dict[str, Any]]:
    """Everything that the theme block defines, by theme."""
    block = catalogue.get("bar").theme_block("matplotlib")
    scopes: dict[str, dict[str, Any]] = {}
    for theme in ("light", "dark"):
        scopes[theme] = {}
        exec(block.replace('THEME = "light"', f'THEME = "{theme}"'), scopes[theme])
    mpl.rcdefaults()
    return scopes
