"""The theme: colours that can be read and told apart, text that fits, numbers as people write them."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests_support.shipped import shipped_catalogue

Array = npt.NDArray[np.float64]
THEMES = ["light", "dark"]

# How the three kinds of colour blindness see linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
SEEN: dict[str, list[list[float]]] = {
    "by everybody": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "without red cones": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "without green cones": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "without blue cones": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def linear(color: Any) -> Array:
    channels = np.array(mpl.colors.to_rgb(color))
    return np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)


def luminance(color: Any) -> float:
    return float(linear(color) @ [0.2126, 0.7152, 0.0722])


def contrast(one: Any, other: Any) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def oklab(rgb: Array) -> Array:
    cones = np.cbrt(
        np.clip(rgb, 0, None)
        @ np.array(
            [
                [0.4122214708, 0.2119034982, 0.0883024619],
                [0.5363325363, 0.6806995451, 0.2817188376],
                [0.0514459929, 0.1073969566, 0.6299787005],
            ]
        )
    )
    return np.asarray(
        cones
        @ np.array(
            [
                [0.2104542553, 1.9779984951, 0.0259040371],
                [0.7936177850, -2.4285922050, 0.7827717662],
                [-0.0040720468, 0.4505937099, -0.8086757660],
            ]
        )
    )


@pytest.mark.parametrize("theme", THEMES)
def test_every_mark_has_a_contrast_of_three_to_the_paper(themes: dict[str, Any], theme: str) -> None:
    scope = themes[theme]
    ratios = {color: contrast(color, scope["PAPER"]) for color in [*scope["PALETTE"], scope["MUTED"]]}
    assert min(ratios.values()) >= 3, ratios


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("text", ["INK", "MUTED"])
def test_every_text_has_a_contrast_of_four_and_a_half_to_the_paper(
    themes: dict[str, Any], theme: str, text: str
) -> None:
    assert contrast(themes[theme][text], themes[theme]["PAPER"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_any_cell_of_a_map_has_a_contrast_of_four_and_a_half(themes: dict[str, Any], theme: str) -> None:
    scope = themes[theme]
    for colors in (scope["SEQUENTIAL"], scope["DIVERGING"]):
        for color in scope["color_map"](colors)(np.linspace(0, 1, 64)):
            assert contrast(scope["text_on"](color), color) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("seen", SEEN)
def test_the_colours_of_the_palette_stay_apart(themes: dict[str, Any], theme: str, seen: str) -> None:
    places = [oklab(linear(color) @ np.array(SEEN[seen]).T) for color in themes[theme]["PALETTE"]]
    assert min(float(np.linalg.norm(a - b)) for a, b in combinations(places, 2)) >= 0.06


@pytest.mark.parametrize("theme", THEMES)
def test_both_themes_name_the_same_colours(themes: dict[str, Any], theme: str) -> None:
    assert len(themes[theme]["PALETTE"]) == len(themes[theme]["COLOR_NAMES"]) == 8


@pytest.mark.parametrize("theme", THEMES)
def test_equal_steps_on_the_sequential_map_look_equal(themes: dict[str, Any], theme: str) -> None:
    colors = [
        oklab(linear(color)) for color in themes[theme]["color_map"](themes[theme]["SEQUENTIAL"])(np.linspace(0, 1, 9))
    ]
    steps = [float(np.linalg.norm(b - a)) for a, b in pairwise(colors)]
    assert max(steps) / min(steps) < 1.25
    lightness = [color[0] for color in colors]
    assert lightness == sorted(lightness, reverse=theme == "light")


@pytest.mark.parametrize("theme", THEMES)
def test_the_diverging_map_is_even_on_both_sides_of_its_neutral_middle(themes: dict[str, Any], theme: str) -> None:
    colors = [
        oklab(linear(color)) for color in themes[theme]["color_map"](themes[theme]["DIVERGING"])(np.linspace(0, 1, 9))
    ]
    steps = [float(np.linalg.norm(b - a)) for a, b in pairwise(colors)]
    assert max(steps) / min(steps) < 1.35
    assert np.hypot(*colors[4][1:]) < 0.01
    assert abs(colors[0][0] - colors[8][0]) < 0.03


@pytest.mark.parametrize(
    ("value", "step", "largest", "text"),
    [
        (0, 1, 5, "0"),
        (1200, 200, 4000, "1,200"),
        (-0.25, 0.25, 1, "−0.25"),
        (3_400_000, 200_000, 4e6, "3.4 M"),
        (0, 200_000, 4e6, "0"),
        (2e9, 1e9, 5e9, "2 bn"),
        (1_000_000.1, 0.1, 1_000_000.5, "1,000,000.1"),
        (2.5e-7, 5e-8, 3e-7, "2.5×10⁻⁷"),
        (4e20, 2e20, 8e20, "4×10²⁰"),
        (1e-17, 0.1, 1, "0.0"),
    ],
)
def test_a_tick_is_written_as_people_write_numbers(
    themes: dict[str, Any], value: float, step: float, largest: float, text: str
) -> None:
    assert themes["light"]["number_text"](value, step, largest) == text


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ([12.345, 3.0], ["12.3", "3.0"]),
        ([252, 1266], ["252", "1,266"]),
        ([4.1, 3.0], ["4.1", "3.0"]),
        ([4.15, 3.0], ["4.15", "3.00"]),
        ([0.1 + 0.2, 0.5], ["0.3", "0.5"]),
        ([1_234_567, 2_000_000], ["1.23 M", "2.00 M"]),
        ([5.3e9, 2.0], ["5.30 bn", "2"]),
        ([float("nan"), 0.0123], ["", "0.0123"]),
        ([0, 0], ["0", "0"]),
        ([5e-324, 780_000.0], ["0", "780,000"]),
        ([], []),
    ],
)
def test_values_on_marks_have_about_three_digits(themes: dict[str, Any], values: list[float], texts: list[str]) -> None:
    assert themes["light"]["value_texts"](values) == texts


@pytest.mark.parametrize(
    ("names", "shared"),
    [
        (["Rain"], "Rain"),
        (["Price 2022", "Price 2023"], "Price"),
        (["Max temp (°C)", "Min temp (°C)"], "temp (°C)"),
        (["Number of men", "Number of women"], "Number"),
        (["2019", "2020"], "Values"),
        (["Rain (mm)", "Snow (mm)"], "Values (mm)"),
        (["Rain (mm)", "Wind (m/s)"], "Values"),
    ],
)
def test_several_columns_are_called_what_their_names_share(
    themes: dict[str, Any], names: list[str], shared: str
) -> None:
    assert themes["light"]["shared_name"](names) == shared


SCOPE: dict[str, Any] = {}
exec(shipped_catalogue().get("bar").theme_block("matplotlib"), SCOPE)
mpl.rcdefaults()


@given(st.text(st.characters(codec="latin-1", categories=["L", "N", "Zs", "P"]), max_size=160), st.floats(40, 400))
def test_wrapped_text_never_leaves_its_width_or_its_lines(text: str, width: float) -> None:
    lines = SCOPE["wrapped"](text, width, 9).split("\n")
    assert all(SCOPE["text_width"](line, 9) <= width * 1.02 for line in lines)
    assert len(lines) <= 3


def test_a_long_text_keeps_both_its_ends() -> None:
    short = SCOPE["wrapped"]("Ministerium für Landwirtschaft, Referat 12", 120, lines=1)
    assert short.startswith("Minist")
    assert short.endswith("12")
    assert "…" in short


def test_the_tail_is_merged_and_counted() -> None:
    labels = pd.Series(pd.Categorical(list("abcda"), list("abcd"), ordered=True))
    merged = SCOPE["merge_tail"](labels, pd.Series({"a": 1, "b": 9, "c": 5, "d": 0}), 2)
    assert list(merged) == ["Other (2)", "b", "c", "Other (2)", "Other (2)"]
    assert list(merged.cat.categories) == ["b", "c", "Other (2)"]


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        (pd.Series(["März", "Februar", None, "März"], dtype="str"), ["März", "Februar"]),
        (pd.Series([10.0, 2.0, float("nan")]), ["2", "10"]),
        (pd.Series([43_000_000_000.0, 73.0]), ["73", "43000000000"]),
        (pd.Series([True, None, False], dtype="boolean"), ["true", "false"]),
        (
            pd.Series(pd.to_datetime(["2024-01-03 08:30", "2023-12-31 00:00"])),
            ["2023-12-31 00:00", "2024-01-03 08:30"],
        ),
        (pd.Series(pd.to_datetime(["2024-02-01", "2023-11-01"])), ["Nov 2023", "Feb 2024"]),
        (pd.Series(pd.to_datetime(["2024-01-01", "2023-01-01"])), ["2023", "2024"]),
        (pd.Series(pd.to_datetime(["2024-01-03", "2023-01-01"])), ["2023-01-01", "2024-01-03"]),
        (pd.Series(pd.to_datetime(["2024-01-03 08:30", "2024-01-03 00:00"])), ["03 Jan 00:00", "03 Jan 08:30"]),
        (
            pd.Series(pd.to_datetime(["2024-01-03 08:30:59", "2024-01-03 08:30:00"])),
            ["03 Jan 08:30:00", "03 Jan 08:30:59"],
        ),
        (
            pd.Series(pd.to_datetime(["2024-01-03 08:30:00.002", "2024-01-03 08:30:00.001"])),
            ["03 Jan 08:30:00.001", "03 Jan 08:30:00.002"],
        ),
    ],
)
def test_categories_stand_in_their_natural_order(values: pd.Series, labels: list[str]) -> None:
    assert list(SCOPE["as_categories"](values).cat.categories) == labels


@pytest.mark.parametrize(
    ("first", "step", "labels"),
    [
        ("1500-07-01", "3650D", ["1500", "1525", "1550"]),
        ("2024-05-01", "6h", ["01 May 00:00", "01 May 15:00", "02 May 06:00"]),
        ("2024-03-01 14:02:00.5", "30s", ["01 Mar 14:01:59", "01 Mar 14:03:16", "01 Mar 14:04:30"]),
    ],
)
def test_ranges_of_dates_are_labelled_with_starts_that_anyone_reads(first: str, step: str, labels: list[str]) -> None:
    column = pd.Series(pd.date_range(first, periods=51, freq=step), name="Zeit")
    found, note = SCOPE["few_categories"](column, 40)

    assert list(found.cat.categories)[:3] == labels
    assert note == "Zeit: 20 equal ranges, each labelled with its start."
