"""Looks and captions: papers, fonts, sizes and words of the author's go out; the theme and the data say them."""

from __future__ import annotations

import pytest

from agent_svc.foreign.captions import is_statistic, named_column
from agent_svc.foreign.looks import theme_color
from agent_svc.foreign.normal_form import normal_form
from agent_svc.foreign.readiness import scan

HEADS = {
    "matplotlib": "import matplotlib.pyplot as plt\nimport pandas as pd\n",
    "seaborn": "import matplotlib.pyplot as plt\nimport pandas as pd\nimport seaborn as sns\n",
    "plotly": "import pandas as pd\nimport plotly.express as px\n",
    "plotnine": "import pandas as pd\nfrom plotnine import *\n",
    "altair": "import altair as alt\nimport pandas as pd\n",
}
SAVES = {
    "matplotlib": 'plt.savefig("plot.png")',
    "seaborn": 'plt.savefig("plot.png")',
    "plotly": 'fig.write_image("plot.png")',
    "plotnine": 'plot.save("plot.png")',
    "altair": 'chart.save("plot.png")',
}


def form(lines: str, library: str = "matplotlib") -> str:
    source = f'{HEADS[library]}df = pd.read_csv("data.csv")\n{lines}\n{SAVES[library]}\n'
    return normal_form(source, library, scan(source, "python", library).columns).source


@pytest.mark.parametrize(
    ("color", "name"),
    [
        ("black", "INK"),
        ("k", "INK"),
        ("#222", "INK"),
        ("white", "PAPER"),
        ("#fefefe", "PAPER"),
        ("gray", "MUTED"),
        ("0.5", "MUTED"),
        ("lightgrey", "GRID"),
        (".8", "GRID"),
        ("red", ""),
        ("#306998", ""),
        ("viridis", ""),
        (3, ""),
    ],
)
def test_a_colour_without_a_hue_is_one_of_the_theme(color: object, name: str) -> None:
    assert theme_color(color) == name


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ('ax.set_title("a", fontsize=30, color="black")', "ax.set_title(roles['a'], color=INK)"),
        ('ax.plot(df["a"], df["b"], "k--")', "ax.plot(df[roles['a']], df[roles['b']], '--', color=INK)"),
        ('ax.plot(df["a"], df["b"], color="red")', "color='red'"),
        ('ax.tick_params(axis="x", labelsize=30, rotation=45)', "ax.tick_params(axis='x', rotation=45)"),
    ],
)
def test_sizes_of_letters_go_out_and_colours_with_a_hue_stay(line: str, kept: str) -> None:
    assert kept in form(f'fig, ax = plt.subplots()\nax.scatter(df["a"], df["b"])\n{line}')


@pytest.mark.parametrize(
    "line",
    [
        'ax.set_facecolor("#eee")',
        'fig.patch.set_facecolor("w")',
        "fig.set_size_inches(3, 3)",
        'ax.set_title("Penguins")',
    ],
)
def test_papers_sizes_and_titles_go_out(line: str) -> None:
    start = 'fig, ax = plt.subplots()\nax.scatter(df["a"], df["b"])\n'
    assert form(start + line) == form(start)


def test_numbers_in_cells_keep_the_colour_that_is_read_against_the_cells() -> None:
    lines = 'plt.imshow(df[["a", "b"]])\nfor i in range(3):\n    plt.text(i, i, str(i), color="black")'
    assert "color='black'" in form(lines)
    assert "plt.rcParams['axes.grid'] = False" in form(lines)


def test_what_makes_its_own_figure_gets_our_size() -> None:
    assert "fig.set_size_inches(8, 4.5)" in form('df.plot(x="a", y="b", figsize=(3, 2))')
    assert "fig.set_size_inches(6, 6)" in form('df.plot(x="a", y="b", figsize=(5, 5))')
    assert "set_size_inches" not in form('plt.figure(figsize=(20, 9))\nplt.plot(df["a"], df["b"])')


@pytest.mark.parametrize("named", ["g = ", ""])
def test_a_grid_of_seaborn_lays_itself_out_again_in_our_size(named: str) -> None:
    source = form(f'{named}sns.relplot(data=df, x="a", y="b")', "seaborn")
    assert "fig = grid.figure\nfig.set_size_inches(8, 4.5)\ngrid.tight_layout()" in source


def test_plotly_takes_its_colours_and_letters_from_our_template() -> None:
    source = form(
        'fig = px.line(df, x="a", y="b", template="ggplot2", width=300, title="Mine", labels={"a": "A"})', "plotly"
    )
    assert "px.line(df, x=roles['a'], y=roles['b'], template=look)" in source
    assert "fig.update_layout(template=look)" in source


def test_plotnine_keeps_no_theme_but_where_the_legend_stands() -> None:
    lines = 'plot = ggplot(df, aes("a", "b")) + geom_point() + theme_bw() + theme(legend_position="left", dpi=9)'
    lines = f'{lines} + ggtitle("Mine")'
    assert "ggplot(df, aes(roles['a'], roles['b'])) + geom_point(color=INK) + theme(legend_position='left')" in form(
        lines, "plotnine"
    )


def test_categories_of_plotnine_get_our_palette_unless_the_script_has_a_scale() -> None:
    lines = 'plot = ggplot(df, aes("a", fill="b")) + geom_bar()'
    assert "plot = plot + p9.scale_fill_manual(values=PALETTE)" in form(lines, "plotnine")
    assert "scale_fill_manual" not in form(f'{lines} + scale_fill_brewer(palette="Set2")', "plotnine")


def test_white_marks_of_plotnine_get_a_fill_that_can_be_seen() -> None:
    lines = 'plot = ggplot(df, aes("a", "b")) + geom_boxplot(fill="white", color="black")'
    assert "geom_boxplot(color=INK, fill=PALETTE[0])" in form(lines, "plotnine")


def test_altair_is_drawn_on_our_canvas_in_our_look() -> None:
    lines = 'chart = alt.Chart(df).mark_point(size=9).encode(x="a:Q").properties(width=200)'
    source = form(f"{lines}.configure_axis(grid=False).interactive()", "altair")
    assert "chart = alt.Chart(df).mark_point().encode(x=alt.X(f" in source
    assert "chart.properties(width=1600, height=900" in source
    assert "AXIS_LOOK" in source


def test_channels_of_altair_are_called_like_columns_without_the_escapes_of_fields() -> None:
    source = form(
        'chart = alt.Chart(df).mark_bar().encode(alt.X("a:N", title=None), y="mean(b)", tooltip="a")', "altair"
    )
    assert "title=None" in source
    assert "y=alt.Y(f\"mean({fields['b']})\", title=f\"Mean of {roles['b']}\")".replace('"', "'") in source.replace(
        '"', "'"
    )
    assert "tooltip=f\"{fields['a']}\"".replace('"', "'") in source.replace('"', "'")


def test_a_figure_that_is_saved_where_it_is_made_has_its_columns_replaced() -> None:
    drawn = 'alt.Chart(df).mark_bar().encode(x="a:N", y="count()").save("plot.png")'
    source = f'{HEADS["altair"]}df = pd.read_csv("data.csv")\n{drawn}'
    assert "fields['a']" in normal_form(source, "altair", ("a",)).source


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ('ax.set_xlabel("Body mass (g)")', "ax.set_xlabel(roles['body_mass'])"),
        ('ax.set_xlabel("How heavy they are")', "ax.set_xlabel(roles['body_mass'])"),
        ('ax.set_ylabel("Mean height")', "ax.set_ylabel(f\"Mean {roles['height']}\")"),
        ('ax.set_ylabel("Frequency")', "ax.set_ylabel('Frequency')"),
        ('ax.legend(title="Height")', "ax.legend(title=roles['height'])"),
        ('ax.legend(title="Kinds of animals")', "ax.legend()"),
        ('ax.set(xlabel="Body mass", title="All of them")', "ax.set(xlabel=roles['body_mass'])"),
    ],
)
def test_a_caption_is_a_column_a_statistic_or_nothing(line: str, written: str) -> None:
    source = form(f'fig, ax = plt.subplots()\nax.scatter(df["body_mass"], df["height"])\n{line}')
    assert written.replace('"', "'") in source.replace('"', "'")


def test_a_column_that_is_called_like_a_statistic_is_a_column() -> None:
    source = form('fig, ax = plt.subplots()\nax.bar(df["a"], df["count"])\nax.set_ylabel("Count")')
    assert "ax.set_ylabel(roles['count'])" in source


def test_series_of_plotly_that_are_called_like_columns_get_their_names() -> None:
    source = form(
        'fig = make_subplots(subplot_titles=("a", "b"))\nfig.add_bar(x=df["a"], y=df["b"], name="b")', "plotly"
    )
    assert "subplot_titles=(roles['a'], roles['b'])" in source
    assert "name=roles['b']" in source


def test_a_caption_names_a_column_whatever_its_spelling_and_unit() -> None:
    columns = ["bill_length_mm", "species"]
    assert named_column("Bill length (mm)", columns) == "bill_length_mm"
    assert named_column("SPECIES", columns) == "species"
    assert named_column("Species of penguins", columns) == ""
    assert is_statistic("Number of rows")
    assert not is_statistic("Number of penguins")


def test_the_table_may_be_changed_in_the_statement_that_reads_it() -> None:
    source = (
        f'{HEADS["matplotlib"]}tips = pd.read_csv("data.csv").dropna()\ntips.plot(x="a", y="b")\nplt.savefig("a.png")'
    )
    written = normal_form(source, "matplotlib", scan(source, "python", "matplotlib").columns).source
    assert "tips = df.dropna()\ntips.plot(x=roles['a'], y=roles['b'])" in written


def test_what_is_drawn_by_chance_is_the_same_each_time() -> None:
    source = form('sns.stripplot(data=df, x="a", y="b")\nsns.barplot(data=df, x="a", y="b")', "seaborn")
    assert "np.random.seed(0)" in source
    assert "sns.barplot(data=df, x=roles['a'], y=roles['b'], seed=0)" in source
    assert "sns.stripplot(data=df, x=roles['a'], y=roles['b'])" in source
