"""Funnel chart: how many are left at each stage of a process, as centred bars from top to bottom."""

import matplotlib.pyplot as plt
import numpy as np

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One amount per stage; only positive amounts have a width.
x, y = roles["x"], roles.get("y")
how = options["aggregation"] if y else "count"
table = long_table(df, x, [y] if y else [])
table["x"] = as_categories(table["x"], options["date_format"])
ranked = sort_values(aggregate(table, "x", how), options["sort"])
table["x"] = merge_tail(table["x"].cat.reorder_categories(list(ranked.index)), ranked, 30)
stages = aggregate(table, "x", how)
left_out = int((stages <= 0).sum())
stages = stages[stages > 0]


def percent(share):
    """A share in percent, with a digit that is not zero and not more of them than anyone reads."""
    if share >= 10:
        return marked(f"{100 * share:,.0f} %")
    return marked(f"{100 * share:.1f} %" if share >= 0.0005 else f"{100 * share:.1g} %")


fig, ax = plt.subplots()
add_title(fig, options["title"])
if stages.empty:
    say(ax, f"No value of {x} has a positive {y or 'count'}: a funnel shows what is left at each stage.")
else:
    labels, places = [str(name) for name in stages.index], np.arange(len(stages))
    widths = stages.to_numpy()
    size = float(np.clip(170 / len(stages), 4, 9))
    shades = color_map([PAPER, series_colors(options["color"])[0]])(np.linspace(1, 0.7, len(stages)))
    ax.barh(places, widths, 0.8, -widths / 2, color=shades)
    # The slanted sides show how much gets lost from one stage to the next.
    sides = np.column_stack([places[:-1] + 0.4, places[1:] - 0.4])
    for side, first, second, shade in zip(sides, widths[:-1], widths[1:], shades, strict=False):
        ax.fill_betweenx(side, [-first / 2, -second / 2], [first / 2, second / 2], color=shade, alpha=0.35, linewidth=0)
    numbers = value_texts(widths)
    for place, (width, number) in enumerate(zip(widths, numbers, strict=True)):
        share = percent(width / widths[0])
        words = {"both": f"{number} · {share}", "amount": number, "percent": share, "none": ""}[options["show_values"]]
        inside = text_width(words, size) < 72 * 4.5 * width / widths.max() - 12
        spot, ha = (0, "center") if inside else (width / 2, "left")
        color = text_on(shades[place]) if inside else INK
        ax.annotate(f"{words}" if inside else f" {words}", (spot, place), size=size, color=color, ha=ha, va="center")
        if options["show_loss"] and place and len(stages) <= 15:
            kept = f"{percent(width / widths[place - 1])} of the stage before"
            ax.text(1.01, place - 0.5, kept, size=7.5, color=MUTED, va="center", transform=ax.get_yaxis_transform())

    half = widths.max() / 2
    ax.set_xlim(-1.02 * half, 1.25 * half)
    notes = [f"Stages of zero or below are left out ({count_text(left_out)})."] if left_out else []
    value = options["y_label"] or (value_label(table, ["x"], how, [y]) if y else "Count")
    category_frame(ax, labels, True, options["x_label"] or x, value, notes)
    ax.grid(False)
    ax.set_xticks([])
    ax.spines[:].set_visible(False)

fig.savefig(f"plot-{THEME}.png")
