def color_legend(styles, title=None, where="auto", aesthetic="color", **key):
    """The colours of the series with their legend, above the plot or beside it when long; and the pixels beside.

    What else is given, such as `size`, holds for the samples in the legend.
    """
    shown = [name for name, (_, label) in styles.items() if label != "_nolegend_"]
    texts = [wrapped(styles[name][1], 420, 25, lines=1) for name in shown]
    column = max((text_width(text, 25) for text in texts), default=0) + 90
    columns = min(int(0.64 * WIDTH / column) or 1, max(len(texts), 1))
    beside = where == "right" or (where == "auto" and len(texts) > 3 * columns)
    place = "none" if where == "none" or (where == "auto" and len(texts) < 2) else "right" if beside else "top"
    scale = {"color": lp.scale_color_manual, "fill": lp.scale_fill_manual}[aesthetic]
    guide = lp.guide_legend(ncol=1 if beside else columns, byrow=True, override_aes={"alpha": 1, **key})
    heading = wrapped(title, 420, 25, lines=1) + "\u00a0\u00a0" if title else ""
    colors = {name: color for name, (color, _) in styles.items()}
    parts = [
        scale(values=colors, breaks=shown, labels=texts, name=heading, guide=guide),
        lp.theme(legend_position=place),
    ]
    if not title:
        parts.append(lp.theme(legend_title=NOTHING))
    return parts, column if place == "right" else 0


def colored(styles, aesthetic="color"):
    """The colours of the series again, for a second aesthetic and without a legend."""
    scale = {"color": lp.scale_color_manual, "fill": lp.scale_fill_manual}[aesthetic]
    return scale(values={name: color for name, (color, _) in styles.items()}, guide="none")
