"""What the code layer's tests share: a small script with its theme block."""

from __future__ import annotations

import pytest

SCRIPT = '''\
"""A small chart."""

import matplotlib.pyplot as plt
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()

# one point per row
fig, ax = plt.subplots(figsize=(8, 4.5))
ax.scatter(df[roles["x"]], df[roles["y"][0]], color=PALETTE[0])
add_title(fig, options["title"])
df = df.dropna()

fig.savefig(f"plot-{THEME}.png")
'''

THEME_BLOCK = '''\
# The look of every chart.
import textwrap
import math

THEME = "light"

# Paper and ink.
COLORS = {
    "light": {"paper": "#ffffff", "ink": "#111111"},
    "dark": {"paper": "#101418", "ink": "#eeeeee"},
}[THEME]
PALETTE = tinted(["#123456"])


def tinted(colors):
    """Used by the block itself."""
    return colors


def wrapped(text):
    """Used by add_title."""
    return textwrap.fill(text, 40)


# A bold title.
def add_title(fig, title):
    """Used by the script."""
    if title:
        fig.suptitle(wrapped(title))


# Nobody calls this one here.
def log_axis(axis):
    """Not used."""
    return math.log10(10)
'''


@pytest.fixture
def script() -> str:
    return SCRIPT


@pytest.fixture
def theme_block() -> str:
    return THEME_BLOCK
