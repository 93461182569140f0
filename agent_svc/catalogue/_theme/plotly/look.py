AXIS = {
    "automargin": False,
    "showgrid": False,
    "zeroline": False,
    "gridcolor": GRID,
    "gridwidth": 2,
    "linecolor": MUTED,
    "linewidth": 2,
    "tickcolor": MUTED,
    "tickfont": {"color": INK, "size": FONT},
    "title": {"font": {"color": MUTED, "size": LABEL}},
}
TEMPLATE = {
    "layout": {
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "font": {"family": "Noto Sans, DejaVu Sans, sans-serif", "size": FONT, "color": INK},
        "title": {"font": {"size": TITLE, "weight": 700}, "xanchor": "left", "yanchor": "top"},
        "xaxis": AXIS,
        "yaxis": AXIS,
        "legend": {"bgcolor": "rgba(0, 0, 0, 0)", "font": {"size": FONT}, "itemsizing": "constant"},
        "bargap": 0.28,
    }
}


def tint(color, opacity):
    """The colour #rrggbb with an opacity, as plotly writes it."""
    red, green, blue = (int(color[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity})"
