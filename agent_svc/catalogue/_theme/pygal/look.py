from pygal.style import Style

FONTS = "DejaVu Sans, Noto Sans, sans-serif"


def look(colors, parts, width=1600, height=900, opacity=1.0):
    """pygal's settings of a chart in its exact size: our colours, and margins for the texts that lay_out writes."""
    style = Style(
        background=PAPER,
        plot_background="none",
        foreground=INK,
        foreground_strong=INK,
        foreground_subtle=MUTED,
        colors=list(colors) or [MUTED],
        font_family=FONTS,
        opacity=str(opacity),
        stroke_opacity="1",
        stroke_width="0",
    )
    margins = {f"margin_{side}": round(parts[side]) for side in ("left", "right", "top", "bottom")}
    hidden = {"show_legend": False, "show_x_labels": False, "show_y_labels": False, "no_data_text": ""}
    return {"width": width, "height": height, "style": style, "explicit_size": True, **margins, **hidden}


def inside(ends):
    """The ends that pygal is told, so that with the two percent that it adds the axis has these ends."""
    low, high = (float(end) for end in ends)
    room = (high - low) * 0.02 / 1.04
    return low + room, high - room


def on_scale(values, scale):
    """The values as pygal draws them: logarithms on a logarithmic axis, days on one of dates, None where missing."""
    values = pd.Series(values)
    if scale["kind"] == "date":
        values = as_days(values)
    elif scale["kind"] == "log":
        values = np.log10(values.astype(float).where(values > 0))
    return [None if np.isnan(value) else value for value in values.astype(float).tolist()]


def drawn_scale(scale):
    """The scale with its ends and ticks as pygal draws them."""
    return scale | {"ends": on_scale(list(scale["ends"]), scale), "ticks": on_scale(list(scale["ticks"]), scale)}
