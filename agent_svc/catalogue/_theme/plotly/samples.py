def series_keys(fig, series, colors):
    """A square in the legend for every series."""
    for place, name in enumerate(series):
        look = {"symbol": "square", "color": colors[place % len(colors)], "size": 16}
        fig.add_scatter(x=[None], y=[None], mode="markers", marker=look, name=legend_name(name), showlegend=True)


def sample_frame(scale, labels, lying, beside=0):
    """The scales of a chart whose categories stand at 0, 1, 2, ..., as (x, y)."""
    names = category_scale(labels, 620 if lying else 1340 - beside, lying) | {"numbered": True}
    return (scale, names) if lying else (names, scale)
