def alone(line):
    """The values between two gaps, which have no line; dots keep them in sight."""
    return line[line["value"].shift().isna() & line["value"].shift(-1).isna() & line["value"].notna()]


def add_dots(fig, dots, color, scale, names=(), size=14):
    """A dot at each value, rimmed so that it stands out from its line."""
    dots = dots[on_axis(dots["value"], scale).notna()]
    if len(dots):
        places = [names[place] for place in dots["x"]] if names else dots["x"]
        look = {"size": size, "color": color, "line": {"color": PAPER, "width": 1.6}}
        fig.add_scatter(x=places, y=dots["value"], mode="markers", marker=look, showlegend=False, cliponaxis=False)
