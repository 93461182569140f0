"""Sankey diagram: flows between stages as bands, as broad as what flows."""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

use_theme()
df = load_user_data()
roles = load_roles()
options = load_options()
use_numbers(options["number_format"])

# One band per pair of names; the smallest names become one, Other, and only positive amounts can flow.
source, target, value = roles["source"], roles["target"], roles.get("value")
rows = df.replace([np.inf, -np.inf], np.nan).dropna(subset=[source, target, *filter(None, [value])])
flows = pd.DataFrame({"a": as_categories(rows[source]).astype(object), "b": as_categories(rows[target]).astype(object)})
flows["value"] = rows[value].astype(float) if value else 1.0
left_out = int((flows["value"] <= 0).sum())
flows = flows[flows["value"] > 0]
weights = pd.concat([flows.set_index(side)["value"] for side in "ab"]).groupby(level=0, sort=False).sum()
for side in "ab":
    labels = pd.Series(pd.Categorical(flows[side], weights.index), flows.index)
    flows[side] = merge_tail(labels, weights, options["top_n"] or 30).astype(object)
flows = flows.groupby(["a", "b"], sort=False)["value"].sum().reset_index()


def stages(pairs):
    """The stage of every name, one more than that of whatever flows into it; None when flows run in a circle."""
    depth = dict.fromkeys([name for pair in pairs for name in pair], 0)
    for _ in range(len(depth) + 1):
        late = [(a, b) for a, b in pairs if depth[b] <= depth[a]]
        if not late:
            return depth
        for a, b in late:
            depth[b] = max(depth[b], depth[a] + 1)
    return None


# Blocks are (side, name): where flows run in a circle, a name has a block on the left and one on the right.
circle = stages(list(zip(flows["a"], flows["b"], strict=True))) is None
flows["from"] = [("a" if circle else "", name) for name in flows["a"]]
flows["to"] = [("b" if circle else "", name) for name in flows["b"]]
depth = stages(list(zip(flows["from"], flows["to"], strict=True)))
out, into = (flows.groupby(side, sort=False)["value"].sum() for side in ("from", "to"))
sizes = {block: max(out.get(block, 0.0), into.get(block, 0.0)) for block in depth}


def arranged():
    """The upper and lower end of every block, each stage ordered by where its flows come from; height of a unit."""
    columns = [[block for block in depth if depth[block] == stage] for stage in range(max(depth.values()) + 1)]
    gap = min(0.42 / max(max(map(len, columns)) - 1, 1), 0.035)
    unit = min((1 - gap * (len(column) - 1)) / sum(sizes[block] for block in column) for column in columns)
    spans = {}
    for column in columns:
        ranks = {}
        for block in column:
            coming = flows[(flows["to"] == block) & flows["from"].isin(list(spans))]
            middles = [sum(spans[start]) / 2 for start in coming["from"]]
            ranks[block] = np.average(middles, weights=coming["value"]) if middles else -sizes[block]
        edge = (1 - unit * sum(sizes[block] for block in column) - gap * (len(column) - 1)) / 2
        for block in sorted(column, key=ranks.get):
            spans[block] = (edge, edge + unit * sizes[block])
            edge += unit * sizes[block] + gap
    return spans, unit


fig, ax = plt.subplots()
add_title(fig, options["title"])
if flows.empty:
    say(ax, f"No row has a positive amount between {source} and {target}.")
else:
    spans, unit = arranged()
    last, bar = max(depth.values()), 0.02
    names = list(dict.fromkeys(name for _, name in sorted(depth, key=lambda block: (depth[block], spans[block]))))
    colors, lit, notes = dict(zip(names, series_colors(options["color"]), strict=False)), options["highlight"], []
    curve = np.linspace(0, 1, 60)
    rise = curve**2 * (3 - 2 * curve)
    # Bands leave and arrive in the order of the blocks at their other end.
    starts = {block: span[0] for block, span in spans.items()}
    arrivals = dict(starts)
    flows["y0"] = flows["y1"] = 0.0
    for index in sorted(flows.index, key=lambda one: spans[flows.at[one, "to"]]):
        flows.at[index, "y0"] = starts[flows.at[index, "from"]]
        starts[flows.at[index, "from"]] += unit * flows.at[index, "value"]
    for index in sorted(flows.index, key=lambda one: spans[flows.at[one, "from"]]):
        flows.at[index, "y1"] = arrivals[flows.at[index, "to"]]
        arrivals[flows.at[index, "to"]] += unit * flows.at[index, "value"]
    for flow in flows.sort_values("value", ascending=False).to_dict("records"):
        left, right = depth[flow["from"]] / max(last, 1) + bar, depth[flow["to"]] / max(last, 1)
        lower = flow["y0"] + (flow["y1"] - flow["y0"]) * rise
        name = flow["a" if options["coloring"] == "source" else "b"]
        faint = lit in names and lit not in (flow["a"], flow["b"])
        color = MUTED if faint else colors.get(name, MUTED)
        band = {"facecolor": color, "alpha": 0.15 if faint else 0.42, "linewidth": 0}
        ax.fill_between(left + (right - left) * curve, lower, lower + unit * flow["value"], **band)
    amounts = dict(zip(sizes, value_texts(list(sizes.values())), strict=True))
    rim = [0.0, 1.0]
    for stage in range(last + 1):
        column = sorted((block for block in depth if depth[block] == stage), key=lambda block: spans[block])
        place = stage / max(last, 1)
        for block in column:
            low, high = spans[block]
            ax.fill_between([place, place + bar], low, high, color=colors.get(block[1], MUTED), linewidth=0)
        size = float(np.clip(72 * 3.3 / max(len(column), 1) / 1.25, 5, 8.5))
        middles = apart([sum(spans[block]) / 2 for block in column], 1.25 * size / (72 * 3.3))
        rim += [min(middles), max(middles)]
        for block, height in zip(column, middles, strict=True):
            text = wrapped(block[1], 100 if stage in (0, last) else 400 / (last + 1), size, lines=1)
            text = f"{text}  {amounts[block]}" if options["show_values"] else text
            spot, side = (place - 0.008, "right") if stage == 0 else (place + bar + 0.01, "left")
            # Names inside stand on bands: paper behind them keeps them readable.
            box = {"facecolor": PAPER, "edgecolor": "none", "alpha": 0.7, "pad": 1.2} if 0 < stage < last else None
            ax.text(spot, height, text, size=size, ha=side, va="center", bbox=box)

    ax.set(xlim=(-0.012, 1.012 + bar), ylim=(max(rim) + 0.01, min(rim) - 0.01))
    ax.set_axis_off()
    caption = options["value_label"] or (f"Sum of {value}" if value else "Count")
    notes.append(f"Breadth of the bands: {caption}.")
    if circle:
        notes.append("Flows run in a circle, so every name stands on both sides.")
    if left_out:
        notes.append(f"Amounts of zero or below are left out ({count_text(left_out)}).")
    if lit and lit not in names:
        notes.append(f"There is no name {lit}.")
    label_axes(ax, "", "", notes)

fig.savefig(f"plot-{THEME}.png")
