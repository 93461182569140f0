"""The readiness scan: what ties a script to its own data, or keeps it from running, is found where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.foreign.readiness import Reason, State, scan

HEAD = 'import matplotlib.pyplot as plt\nimport pandas as pd\n\ndf = pd.read_csv("data.csv")\n'
BODY = 'fig, ax = plt.subplots()\nax.plot(df["a"], df["b"])\n'
SAVE = 'fig.savefig("plot.png")\n'


def script(line: str) -> str:
    return f"{HEAD}{BODY}{line}\n{SAVE}"


@pytest.mark.parametrize(
    "line",
    [
        "ax.axhline(0)",
        "ax.set_ylim(0, 1)",
        "ax.set_ylim(bottom=0)",
        'ax.text(0.5, 0.9, "all", transform=ax.transAxes)',
        'ax.plot(df["a"], df["b"], color="red", marker="x")',
        'ax.set_xlim(df["a"].min(), df["a"].max())',
        'ax.hist(df["a"], bins=30)',
        "alpha, size = 0.5, 12",
        'colors = ["#112233", "#445566", "#778899", "#aabbcc"]',
    ],
)
def test_settings_of_a_picture_are_no_coupling(line: str) -> None:
    readiness = scan(script(line), "python", "matplotlib")
    assert (readiness.state, readiness.obstacles) == (State.CLEAN, ())
    assert readiness.columns == ("a", "b")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ax.set_ylim(0, 350)", Reason.DATA_LITERALS),
        ("plt.xticks([1990, 2000, 2010])", Reason.DATA_LITERALS),
        ("ax.axvspan(-5, 5)", Reason.DATA_LITERALS),
        ('ax.annotate("peak", xy=(3, 4), xytext=(5, 6)); ax.text(3, 4, "here")', Reason.DATA_LITERALS),
        ('ax.axvline(pd.Timestamp("2020-03-11"))', Reason.DATA_LITERALS),
        ('df = df[df["a"] > 40]', Reason.DATA_LITERALS),
        ('df = df[df["a"] == "Berlin"]', Reason.DATA_LITERALS),
        ('df = df[df["a"].isin(["Berlin", "Bonn"])]', Reason.DATA_LITERALS),
        ('ax.hist(df["a"], bins=[0, 10, 20])', Reason.DATA_LITERALS),
        ('part = df.dropna(); part = part[part["a"] > 40]', Reason.DATA_LITERALS),
        ('colors = {"Berlin": "red"}; ax.plot(df["a"], c=df["b"].map(colors))', Reason.DATA_LITERALS),
        (
            'colors = {"Berlin": "red"}; ax.bar(df["b"], df["a"], color=[colors[name] for name in df["b"]])',
            Reason.DATA_LITERALS,
        ),
        ('px.line(df, x="a", color_discrete_map={"Berlin": "red"})', Reason.DATA_LITERALS),
        ('ax.set_xticklabels(["low", "high"])', Reason.DATA_LITERALS),
        ("heights = [4, 8, 15, 16, 23]", Reason.OWN_DATA),
        ("from sklearn.datasets import load_iris; load_iris()", Reason.OWN_DATA),
        ("import random; random.random()", Reason.OWN_DATA),
        ('table = pd.DataFrame({"a": [1, 2]})', Reason.OWN_DATA),
        ("import requests; requests.get(1)", Reason.NETWORK),
        ('more = pd.read_csv("https://example.org/x.csv")', Reason.NETWORK),
        ('more = pd.read_csv("other.csv")', Reason.FILE_IO),
        ("import os; os.remove(str(1))", Reason.FILE_IO),
        ('df.to_csv("out.csv")', Reason.FILE_IO),
        ('text = open("a.txt")', Reason.FILE_IO),
        ("import geopandas; geopandas.read(1)", Reason.UNSUPPORTED_IMPORT),
        ('px.scatter(df, x="a", y="b", trendline="ols")', Reason.UNSUPPORTED_IMPORT),
        ("from . import helpers; helpers.go()", Reason.UNSUPPORTED_IMPORT),
        ("from matplotlib.widgets import Slider; Slider(1)", Reason.INTERACTIVE),
        ("plt.pause(1)", Reason.INTERACTIVE),
        ("plt.figure()", Reason.SEVERAL_FIGURES),
        ('fig.savefig("again.png")', Reason.SEVERAL_FIGURES),
    ],
)
def test_an_obstacle_is_found_in_its_line(line: str, reason: Reason) -> None:
    found = scan(script(line), "python", "matplotlib").obstacles
    assert reason in {obstacle.reason for obstacle in found}
    assert {obstacle.line for obstacle in found} <= {7, 8}


def test_what_blocks_is_worse_than_what_couples() -> None:
    readiness = scan(script("import socket; socket.socket(); ax.set_ylim(0, 350)"), "python", "matplotlib")
    assert readiness.state is State.BLOCKED
    assert readiness.reasons == (Reason.NETWORK, Reason.DATA_LITERALS)


def test_a_sentence_names_the_line_and_what_stands_there() -> None:
    (obstacle,) = scan(script("ax.set_ylim(0, 350)"), "python", "matplotlib").obstacles
    assert obstacle.sentence == "holds numbers or names of its own data (line 7: set_ylim() at fixed values)"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=200))
def test_no_text_makes_the_scan_fail(source: str) -> None:
    assert scan(source, "python", "matplotlib").state in (State.BLOCKED, State.COUPLED, State.CLEAN)
