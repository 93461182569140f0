"""Grouped bar chart: bars side by side, one per category and series, records aggregated."""

import altair as alt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One value per category and series; what is beyond the limits becomes one category, one series.
x, ys, group = roles["x"], roles.get("y") or [], roles.get("group")
how = options["aggregation"] if ys else "count"
table = long_table(df, x, ys, group)
table["x"] = as_categories(table["x"], options["date_format"])
table["series"] = merge_tail(table["series"], table["series"].value_counts(), 7)
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = table["x"].cat.reorder_categories(list(ranked.index))
limit = options["top_n"] or (30 if options["orientation"] == "horizontal" else 40)
table["x"] = merge_tail(table["x"], ranked, limit, options["other"])
wide = aggregate(table, ["x", "series"], how).unstack("series")

if wide.isna().all(axis=None):
    chart = message(options["title"], no_values(x, ys))
else:
    labels = [str(name) for name in wide.index]
    lying = lies_down(options["orientation"], labels)
    show_values = options["show_values"] if options["show_values"] is not None else wide.size <= 12
    scale = number_scale(wide, options["y_range"], (0.12, 0.12) if show_values else (0.05, 0.05), zero=True)
    if options["log_y"]:
        scale = log_scale(wide, options["y_range"], 0.12 if show_values else 0.05)
    notes = [scale["note"]]
    if not options["other"] and len(wide) < len(ranked):
        notes.append(f"Smaller categories are left out ({count_text(len(ranked) - len(wide))}).")
    legend = legend_place(list(wide.columns), options["legend"], group)
    names = options["x_label"] or x, options["y_label"] or value_label(table, ["x", "series"], how, ys)
    frame = bar_frame(scale, labels, lying, legend["beside"])
    names = names[::-1] if lying else names
    parts = place_parts(*frame, options["title"], *names, notes, legend["rows"], legend["beside"])

    # One bar per category and series, beside each other around the category's place.
    width = 0.8 / len(wide.columns)
    series = [str(name) for name in wide.columns]
    shown = pd.DataFrame({"x": np.repeat(labels, len(series)), "series": series * len(labels)})
    shown["value"] = wide.to_numpy(dtype=float).ravel()
    shown["text"] = value_texts(shown["value"])
    offsets = (np.arange(len(series)) - (len(series) - 1) / 2) * width
    shown["place"] = np.repeat(np.arange(len(labels)), len(series)) + np.tile(offsets, len(labels))
    shown = shown.assign(start=shown["place"] - 0.46 * width, end=shown["place"] + 0.46 * width)
    shown = on_axis(shown, scale).assign(base=scale["ends"][0] if scale["kind"] == "log" else 0)
    colors = color_channel(series, series_colors(options["color"])[: len(series)], legend, group)
    layers = [alt.Chart(shown).mark_bar(clip=True).encode(**bar_channels(frame, parts, lying), color=colors)]
    if show_values:
        layers += value_labels(shown, scale, lying, upright=wide.size > 16)
    chart = lay_out([*layers, *rule_at_zero(scale, "x" if lying else "y")], parts)

chart.save(f"plot-{THEME}.png", scale_factor=2)
