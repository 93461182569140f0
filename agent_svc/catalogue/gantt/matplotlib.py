"""Gantt chart: a bar from start to end for every task, in rows from top to bottom."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One bar per row of the data; tasks of the same name share a line.
x, start, end, group = roles["x"], roles["start"], roles["end"], roles.get("group")
rows = df.replace([np.inf, -np.inf], np.nan).dropna(subset=[x, start, end, *filter(None, [group])])
dates, notes = rows[start].dtype.kind == "M", []
alike = dates == (rows[end].dtype.kind == "M")
table = pd.DataFrame({"task": as_categories(rows[x]).cat.remove_unused_categories()}, rows.index)
table["series"] = as_categories(rows[group]).cat.remove_unused_categories() if group else ""
if alike:
    ends = (mpl.dates.date2num(rows[start]), mpl.dates.date2num(rows[end])) if dates else (rows[start], rows[end])
    table["start"], table["end"] = (np.asarray(side, dtype=float) for side in ends)
    table["task"] = merge_tail(table["task"], table["task"].value_counts(), options["top_n"] or 30, other=False)
    table = table.dropna(subset=["task"])
    table["task"] = table["task"].cat.remove_unused_categories()
    order = list(table["task"].cat.categories)
    if options["sort"] == "label":
        order = sorted(order, key=str.casefold)
    elif options["sort"] != "data":
        spans = table.groupby("task", observed=True).agg({"start": "min", "end": "max"})[options["sort"]]
        order = list(spans.sort_values(kind="stable").index)


def durations(lengths):
    """The lengths as short texts; of dates in the largest unit that keeps most of them above one."""
    if not dates:
        return value_texts(lengths)
    middle = np.median(np.abs(lengths))
    units = ((365.2425, "years"), (1.0, "days"), (1 / 24, "h"), (1 / 1440, "min"))
    size, name = next((unit for unit in units if middle >= 2 * unit[0]), (1 / 86400, "s"))
    return [f"{text}\u00a0{name}" for text in value_texts(np.round(lengths / size, 1))]


fig, ax = plt.subplots()
add_title(fig, options["title"])
if table.empty:
    say(ax, f"No row has a value in {x}, {start} and {end}.")
elif not alike:
    say(ax, f"No bar can go from {start} to {end}: one is a date and the other a number.")
else:
    line_of = {task: line for line, task in enumerate(order)}
    thick = float(np.clip(0.62 * 72 * 3.1 / len(order), 2, 20))
    series = list(table["series"].cat.categories) if group else [""]
    styles = series_styles(series, options["color"])
    for name in series:
        color, label = styles[name]
        part = table[table["series"] == name]
        heights = part["task"].astype(object).map(line_of)
        ax.hlines(
            heights, part["start"], part["end"], color=color, linewidth=thick, capstyle="butt", label=label or None
        )
        # What begins and ends at once is a milestone.
        still = part["start"] == part["end"]
        ax.scatter(part["start"][still], heights[still], s=min(thick, 11) ** 2, marker="D", color=color, zorder=3)

    low, high = table[["start", "end"]].min(axis=None), table[["start", "end"]].max(axis=None)
    room = 0.03 * (high - low) or abs(high) * 1e-6 or 1.0
    once = not table["task"].duplicated().any()
    show_values = options["show_values"] if options["show_values"] is not None else len(table) <= 25
    if show_values and once and thick >= 6:
        lengths = (table["end"] - table["start"]).to_numpy()
        texts = [text if length else "" for text, length in zip(durations(lengths), lengths, strict=True)]
        right = table[["start", "end"]].max(axis=1)
        for text, spot, task in zip(texts, right, table["task"], strict=True):
            shift = (5, 0)
            ax.annotate(text, (spot, line_of[task]), shift, textcoords="offset points", va="center", size=8)
        room_right = 0.11 * (high - low) or room
    else:
        room_right = room
    ax.set_xlim(low - room, high + room_right)
    if dates:
        date_axis(ax.xaxis, options["date_format"])
    else:
        number_axis(ax.xaxis, table[["start", "end"]])
    if options["today"]:
        day = pd.to_datetime(options["today"], errors="coerce")
        if dates and not pd.isna(day):
            reference_line(ax, mpl.dates.date2num(day), options["today"], lying=True)
        else:
            notes.append(f"{options['today']} is no day on this axis.")
    left_out = df[x].nunique() - len(order)
    if left_out > 0:
        notes.append(f"Tasks without start and end, and smaller ones, are left out ({count_text(left_out)}).")
    beside = add_legend(ax, options["legend"], group)
    for handle in ax.get_legend().legend_handles if ax.get_legend() else []:
        handle.set_linewidth(min(thick, 8))
    category_frame(ax, order, True, options["x_label"] or x, options["time_label"] or "", notes, beside)

fig.savefig(f"plot-{THEME}.png")
