"""Calendar heat map: a value for every day as colour, a week in a column, a year in a block."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per day: its records are aggregated.
x, value = roles["x"], roles.get("value")
how = options["aggregation"] if value else "count"
table = long_table(df, x, [value] if value else [])
days = aggregate(table.assign(x=table["x"].dt.normalize()), "x", how).dropna().reset_index()
years = range(int(days["x"].dt.year.min()), int(days["x"].dt.year.max()) + 1) if len(days) else range(0)
halved = len(years) == 1  # a single year would be a thin strip: its halves stand below each other


def in_weeks(dates):
    """Row and column of each date: a block of seven rows a year, or half a year, its weeks from left to right."""
    weekday = (dates.dt.day_of_week + (options["week_start"] == "sunday")) % 7
    later = halved & (dates.dt.month > 6)
    day = dates.dt.day_of_year - 1 - later * (181 + dates.dt.is_leap_year)
    return 8 * (dates.dt.year - years[0] + later) + weekday, (day + (weekday - day) % 7) // 7


def in_lines(dates):
    """Row and column of each date for many years: a row a year, 31 narrow cells a month."""
    return dates.dt.year.map(line_of), 31 * (dates.dt.month - 1) + dates.dt.day - 1


fig, ax = plt.subplots()
add_title(fig, options["title"])
if days.empty:
    say(ax, f"No row has a value in {' and '.join(filter(None, [x, value]))}.")
else:
    by_week, notes = len(years) <= 8, []
    blocks = [f"{years[0]}"] * 2 if halved else [str(year) for year in years]
    recorded = sorted(days["x"].dt.year.unique())
    sparse = len(recorded) < len(years) and (len(recorded) <= 60 or len(years) > 1200)
    recorded = recorded if sparse else list(years)
    line_of = {year: line for line, year in enumerate(recorded)}
    rows, columns = in_weeks(days["x"]) if by_week else in_lines(days["x"])
    cells = np.full((8 * len(blocks) - 1, 28 if halved else 54) if by_week else (len(recorded), 372), np.nan)
    height, width = cells.shape
    cells[rows, columns] = days["value"]
    # Values on both sides of zero get a map with a neutral middle there.
    lowest, highest = float(days["value"].min()), float(days["value"].max())
    low, high = options["value_range"] or (None, None)
    low, high = lowest if low is None else low, highest if high is None else high
    two_sided = options["palette"] == "diverging" or (options["palette"] == "auto" and lowest < 0 < highest)
    if two_sided:
        high = max(abs(low), abs(high)) or 1.0
        low = -high
    own = color_map(DIVERGING if two_sided else SEQUENTIAL[1:])
    chosen = own if options["palette"] in ("auto", "sequential", "diverging") else options["palette"]
    style = {"cmap": chosen, "vmin": low, "vmax": high}
    if by_week:
        sides = np.arange(width + 1) - 0.5, np.arange(height + 1) - 0.5
        drawn = ax.pcolormesh(*sides, np.ma.masked_invalid(cells), edgecolors=PAPER, linewidth=0.8, zorder=1, **style)
    else:
        drawn = ax.imshow(np.ma.masked_invalid(cells), aspect="auto", interpolation="nearest", **style)

    ax.grid(False)
    ax.spines[:].set_visible(False)
    ax.tick_params(length=0)
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    if by_week:
        # Days without a record keep an empty cell.
        every = pd.Series(pd.date_range(pd.Timestamp(years[0], 1, 1), pd.Timestamp(years[-1], 12, 31)))
        empty = np.zeros((height, width, 4))
        empty[in_weeks(every)] = mpl.colors.to_rgba(GRID)
        ax.imshow(empty, aspect="auto", interpolation="nearest", zorder=0)
        ax.set_xticks(np.arange(width) - 0.5, minor=True)
        ax.set_yticks(np.arange(height) - 0.5, minor=True)
        ax.grid(True, which="minor", axis="both", color=PAPER, linewidth=0.8)
        ax.tick_params(which="minor", length=0)
        middles = np.arange(6 if halved else 12) * 365.25 / 12 / 7 + 2.2
        ax.set_xticks(middles, months[-len(middles) :])
        if halved:
            for place, month in zip(middles, months[:6], strict=True):
                ax.text(place, 7, month, ha="center", va="center")
        ax.set_yticks([8 * line + 3 for line in range(len(blocks))], blocks)
        ax.set_aspect(float(np.clip(3.3 / height * width / 6.6, 0.9, 2)))
        notes.append(f"Rows: {'Sunday to Saturday' if options['week_start'] == 'sunday' else 'Monday to Sunday'}.")
    else:
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if len(recorded) <= 16 * step)
        named = recorded[::step] if sparse else [year for year in recorded if year % step == 0]
        ax.set_xticks(np.arange(12) * 31 + 15, months)
        ax.set_yticks([line_of[year] for year in named], [str(year) for year in named])
        notes.append("A row is a year, a cell a day; days without a record stay empty.")
        notes.append("Years without a record are left out." if sparse else "")
    ax.set(xlim=(-0.7, width - 0.3), ylim=(height - 0.4, -0.6))
    if options["legend"] != "none":
        bar = fig.colorbar(drawn, ax=ax, location="right", fraction=0.04, pad=0.02, aspect=32)
        bar.outline.set_visible(False)
        number_axis(bar.ax.yaxis, days["value"])
        label = options["value_label"] or (value_label(table, ["x"], how, [value]) if value else "Number of records")
        bar.set_label(wrapped(label, 72 * 3.2, 10), color=MUTED, size=10)
    label_axes(ax, "", "", notes)

fig.savefig(f"plot-{THEME}.png")
