"""Housekeeping: what only styles, prints or cleans up goes out of a script, and what draws stays."""

from __future__ import annotations

import ast

import pytest

from agent_svc.foreign.preparation import prepared

HEAD = """\
import matplotlib.pyplot as plt
import pandas as pd
"""
REST = """\
df = pd.read_csv('data.csv')
fig, ax = plt.subplots()
ax.plot(df['a'], df['b'])
{line}
fig.savefig('plot.png')
"""


def tidy(line: str, head: str = "") -> str:
    return ast.unparse(prepared(f"{head}\n{HEAD}{REST.format(line=line)}", "savefig")) + "\n"


@pytest.mark.parametrize(
    "line",
    [
        'plt.style.use("ggplot")',
        'plt.rcParams["font.size"] = 20',
        'plt.rcParams.update({"font.size": 20})',
        'plt.rc("font", size=20)',
        "plt.ion()",
        "plt.show()",
        "fig.show()",
        'print("done", df.shape)',
        "df.head()",
        "df",
        "df.shape",
        '"a text between"',
        "plt.tight_layout()",
        'pd.set_option("display.max_rows", 5)',
        "pd.options.display.max_rows = 5",
        "assert len(df)",
        'if df.empty:\n    print("nothing")',
        'try:\n    plt.style.use("seaborn-v0_8")\nexcept OSError:\n    plt.style.use("ggplot")',
    ],
)
def test_what_only_styles_shows_or_prints_goes_out(line: str) -> None:
    assert tidy(line) == tidy("")


@pytest.mark.parametrize(
    "head",
    [
        'import warnings\nwarnings.filterwarnings("ignore")',
        "import logging\nlogger = logging.getLogger(__name__)\nlogger.setLevel(logging.ERROR)",
        'import matplotlib\nmatplotlib.use("Agg")\nmatplotlib.rcParams["font.size"] = 20',
        'from matplotlib import rcParams\nrcParams["figure.dpi"] = 300',
        'import seaborn as sns\nsns.set_theme(style="whitegrid")\nsns.set_palette("deep")',
        "import numpy as np\nnp.random.seed(19680801)\nnp.set_printoptions(precision=2)",
        'import plotly.io as pio\npio.templates.default = "plotly_white"',
        'import altair as alt\nalt.data_transformers.disable_max_rows()\nalt.themes.enable("dark")',
        "from __future__ import annotations",
        "import os",
        "%matplotlib inline\n%config InlineBackend.figure_format = 'retina'",
    ],
)
def test_imports_that_only_the_housekeeping_needs_go_out_with_it(head: str) -> None:
    assert tidy("", head) == tidy("")


@pytest.mark.parametrize(
    "line",
    ["sns.despine()", "ax.grid(True)", "fig.autofmt_xdate()", "plt.clf()", 'ax.legend(title="a")', "df = df.head(20)"],
)
def test_what_changes_the_picture_stays(line: str) -> None:
    assert line.replace('"', "'") in tidy(line, "import seaborn as sns")


def test_a_window_that_is_cleared_before_drawing_or_behind_saving_goes_out() -> None:
    source = f'{HEAD}plt.clf()\n{REST.format(line="")}plt.clf()\nplt.close("all")\n'
    assert ast.unparse(prepared(source, "savefig")) + "\n" == tidy("")


def test_a_block_that_sets_a_style_leaves_what_stands_in_it() -> None:
    assert tidy('with plt.style.context("ggplot"):\n    ax.grid(True)') == tidy("ax.grid(True)")


def test_a_star_of_plotnine_becomes_the_names_that_are_used() -> None:
    source = 'from plotnine import *\nplot = ggplot(df, aes("a")) + geom_bar() + theme_bw()\nplot.save("a.png")'
    assert ast.unparse(prepared(source, "save")).startswith("from plotnine import aes, geom_bar, ggplot, theme_bw\n")


def test_an_import_keeps_the_names_that_are_used() -> None:
    head = "from matplotlib.ticker import FuncFormatter, MaxNLocator"
    assert "import MaxNLocator\n" in tidy("ax.yaxis.set_major_locator(MaxNLocator(5))", head)
