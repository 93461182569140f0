def color_legend(styles, title=None, where="auto", aesthetic="color"):
    """The colours of the series with their legend, above the plot or beside it when long; and the inches beside."""
    shown = [name for name, (_, label) in styles.items() if label != "_nolegend_"]
    texts = [wrapped(styles[name][1], 150, lines=1) for name in shown]
    column = max((text_width(text) for text in texts), default=0) + 38
    columns = min(int(72 * 0.64 * 8 / column) or 1, max(len(texts), 1))
    beside = where == "right" or (where == "auto" and len(texts) > 3 * columns)
    place = "none" if where == "none" or (where == "auto" and len(texts) < 2) else "right" if beside else "top"
    scale = {"color": p9.scale_color_manual, "fill": p9.scale_fill_manual}[aesthetic]
    guide = p9.guide_legend(ncol=1 if beside else columns, byrow=True, override_aes={"alpha": 1})
    parts = [
        scale(
            values={name: color for name, (color, _) in styles.items()},
            breaks=shown,
            labels=texts,
            name=wrapped(title, 150, lines=1) if title else "",
            guide=guide,
        ),
        p9.theme(legend_position=place),
    ]
    if not title:
        parts.append(p9.theme(legend_title=p9.element_blank()))
    return parts, column / 72 if place == "right" else 0.0
