"""The columns of a script: found however they are named, and only where they are certainly columns of the table."""

from __future__ import annotations

import pytest

from agent_svc.foreign.normal_form import normal_form
from agent_svc.foreign.readiness import Reason, scan

HEAD = """\
import altair as alt
import matplotlib.pyplot as plt
import pandas as pd
import plotly.express as px
import seaborn as sns
from plotnine import aes, facet_grid, facet_wrap, ggplot
df = pd.read_csv("data.csv")
"""
SAVES = {
    "matplotlib": 'plt.savefig("plot.png")',
    "altair": 'chart.save("plot.png")',
    "plotnine": 'plot.save("plot.png")',
    "plotly": 'fig.write_image("plot.png")',
}


def script(lines: str, library: str) -> str:
    return f"{HEAD}{lines}\n{SAVES[library]}\n"


def rewritten(lines: str, library: str = "matplotlib") -> tuple[tuple[str, ...], str]:
    source = script(lines, library)
    columns = scan(source, "python", library).columns
    return columns, normal_form(source, library, columns).source


@pytest.mark.parametrize(
    ("line", "columns", "written"),
    [
        ("plt.plot(df.day, df.mass)", ("day", "mass"), "plt.plot(df[roles['day']], df[roles['mass']])"),
        ('df.plot(x="day", y=["a", "b"])', ("day", "a", "b"), "df.plot(x=roles['day'], y=[roles['a'], roles['b']])"),
        ('df.plot.scatter(x="a", y="b", c="red")', ("a", "b"), "df.plot.scatter(x=roles['a'], y=roles['b'], c='red')"),
        (
            'sns.heatmap(df.pivot_table(index="a", columns="b", values="c"))',
            ("a", "b", "c"),
            "df.pivot_table(index=roles['a'], columns=roles['b'], values=roles['c'])",
        ),
        ('plt.plot(df.groupby("a")["b"].mean())', ("a", "b"), "df.groupby(roles['a'])[roles['b']].mean()"),
        ('df.groupby("a").b.mean().plot()', ("a", "b"), "df.groupby(roles['a'])[roles['b']].mean().plot()"),
        ('plt.plot(df.sort_values("a")["b"])', ("a", "b"), "df.sort_values(roles['a'])[roles['b']]"),
        ('plt.plot(df[["a", "b"]])', ("a", "b"), "df[[roles['a'], roles['b']]]"),
        ('plt.plot(df.loc[:, "a"], df.loc[df["a"] > 0, "b"])', ("a", "b"), "df.loc[df[roles['a']] > 0, roles['b']]"),
        ('df = df.query("a > b and not c < 0")', ("a", "b", "c"), "df[(df[roles['a']] > df[roles['b']]) & ~(df["),
        ('df["day"] = pd.to_datetime(df["day"])', ("day",), "df[roles['day']] = pd.to_datetime(df[roles['day']])"),
        ('df = df.rename(columns={"a": "x"}); plt.plot(df["x"])', ("a",), "plt.plot(df['x'])"),
        ('df["all"] = df["a"] + df["b"]; plt.plot(df["all"])', ("a", "b"), "plt.plot(df[made['all']])"),
        (
            'df = df.groupby("a").agg(n=("b", "sum")).reset_index(); plt.bar(df["a"], df["n"])',
            ("a", "b"),
            "plt.bar(df[roles['a']], df['n'])",
        ),
        (
            'stats = df.groupby("a")["b"].agg(["mean", "std"]); plt.bar(stats.index, stats["mean"])',
            ("a", "b"),
            "plt.bar(stats.index, stats['mean'])",
        ),
        ('for name, part in df.groupby("a"):\n    plt.plot(part.b)', ("a", "b"), "plt.plot(part[roles['b']])"),
        (
            'for _, row in df.iterrows():\n    plt.plot(row["a"], row.b)',
            ("a", "b"),
            "plt.plot(row[roles['a']], row[roles['b']])",
        ),
        ('plt.scatter("a", "b", data=df)', ("a", "b"), "plt.scatter(roles['a'], roles['b'], data=df)"),
        ('g = sns.FacetGrid(df, col="a")\ng.map(sns.histplot, "b")', ("a", "b"), "g.map(sns.histplot, roles['b'])"),
        ('def draw(ax, table):\n    ax.plot(table["a"])\ndraw(plt, df)\ndraw(plt, df)', ("a",), "table[roles['a']]"),
    ],
)
def test_columns_become_roles_in_pandas_and_matplotlib(line: str, columns: tuple[str, ...], written: str) -> None:
    found, source = rewritten(line)
    assert set(found) == set(columns)
    assert written in source


@pytest.mark.parametrize(
    ("line", "library", "columns", "written"),
    [
        ('chart = alt.Chart(df).encode(x="a:Q")', "altair", ("a",), "x=alt.X(f\"{fields['a']}:Q\", title=roles['a'])"),
        ('chart = alt.Chart(df).encode(alt.X("mean(a):Q"), y="count()")', "altair", ("a",), "mean({fields['a']}):Q"),
        (
            'chart = alt.Chart(df).encode(tooltip=["a", "b:N"])',
            "altair",
            ("a", "b"),
            "[f\"{fields['a']}\", f\"{fields['b']}:N\"]",
        ),
        ('plot = ggplot(df, aes("a")) + facet_wrap("~b")', "plotnine", ("a", "b"), "facet_wrap([roles['b']])"),
        (
            'plot = ggplot(df, aes("a")) + facet_grid("b ~ c")',
            "plotnine",
            ("a", "b", "c"),
            "facet_grid([roles['b']], [roles['c']])",
        ),
        ('fig = px.line(df, x="a", y="b", line_group="c")', "plotly", ("a", "b", "c"), "line_group=roles['c']"),
    ],
)
def test_columns_become_roles_in_the_other_libraries(
    line: str, library: str, columns: tuple[str, ...], written: str
) -> None:
    found, source = rewritten(line, library)
    assert set(found) == set(columns)
    assert written.replace('"', "'") in source.replace('"', "'")


@pytest.mark.parametrize(
    "line",
    ["print(df.size)", "ax = plt.gca(); ax.title", 'plt.rcParams["font.size"]', "plt.plot(df.index)", "df.plot()"],
)
def test_what_tables_and_axes_have_themselves_is_no_column(line: str) -> None:
    assert scan(script(line, "matplotlib"), "python", "matplotlib").columns == ()


def test_columns_in_an_expression_of_altair_are_not_guessed() -> None:
    line = 'chart = alt.Chart(df).transform_calculate(c="datum.a * 2").encode(x="c:Q", y="a:Q")'
    found = scan(script(line, "altair"), "python", "altair")
    assert found.reasons == (Reason.NO_COLUMNS,)
    assert found.obstacles[0].line == 8


@pytest.mark.parametrize("text", ["factor(a)", "a * 2", "mean - sd", "np.log(a)"])
def test_expressions_of_plotnine_are_no_names_of_columns(text: str) -> None:
    found = scan(script(f'plot = ggplot(df, aes("a", "{text}"))', "plotnine"), "python", "plotnine")
    assert found.reasons == (Reason.NO_COLUMNS,)


def test_the_table_may_have_another_name_and_its_file_as_well() -> None:
    source = 'import pandas as pd\nFILE = "data.csv"\ntips = pd.read_csv(FILE, sep=";", index_col="day")\n'
    source = f'{source}tips["b"].plot()\nplt.savefig("a.png")'
    columns = scan(source, "python", "matplotlib").columns
    form = normal_form(source, "matplotlib", columns).source
    assert columns == ("day", "b")
    assert "df = df.set_index(roles['day'])\ndf[roles['b']].plot()" in form


def test_a_column_that_the_script_makes_does_not_write_over_one_of_the_users() -> None:
    _, source = rewritten('df["year"] = pd.to_datetime(df["day"]).dt.year; plt.plot(df["day"], df["year"])')
    (line,) = [line for line in source.splitlines() if line.startswith("made = ")]
    for users, made in (("Datum", "year"), ("year", "year (2)")):
        names: dict[str, dict[str, str]] = {"roles": {"day": users}}
        exec(line, names)
        assert names["made"] == {"year": made}
    assert "plt.plot(df[roles['day']], df[made['year']])" in source
