import altair as alt
import pandas as pd


def label_expression(values, texts, value="datum.value"):
    """What Vega writes at the values: their texts, on as many lines as they have."""

    def quoted(text):
        text = str(text).replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
        return f"'{text}'"

    places = ", ".join(quoted(place) if isinstance(place, str) else f"{float(place)!r}" for place in values)
    return f"split([{', '.join(map(quoted, texts))}][indexof([{places}], {value})], '\\n')"


def milliseconds(dates):
    """Dates as Vega counts them: milliseconds since 1970-01-01."""
    return as_days(dates) * 86400e3


def channel(scale, side, label="", grid="y"):
    """Type, scale and axis of a channel: altair's settings for alt.X and alt.Y."""
    ends, ticks, value = list(scale["ends"]), scale["ticks"], "datum.value"
    kind = {"linear": "linear", "log": "log", "date": "utc", "names": "linear"}[scale["kind"]]
    if scale["kind"] == "date":
        ends, ticks = (list(milliseconds(pd.Series(part))) for part in (ends, ticks))
        # Vega's own times are whole milliseconds, and a tick that is none would find no text.
        ticks = [float(round(tick)) for tick in ticks]
        value = "time(datum.value)"
    axis = alt.Axis(
        values=ticks,
        labelExpr=label_expression(ticks, scale["texts"], value),
        title=label.split("\n") if label else None,
        grid=side in grid,
        domain=grid != side,
        ticks=side == "x" and scale["kind"] != "names" and grid != "x",
        labelFontSize=scale.get("size", FONT),
        labelAngle=-scale.get("angle", 0),
        labelAlign="right" if scale.get("angle") or side == "y" else "center",
        labelBaseline={0: "top", 40: "top", 90: "middle"}[scale.get("angle", 0)] if side == "x" else "middle",
    )
    span = alt.Scale(type=kind, domain=ends, nice=False, zero=False, reverse=scale["kind"] == "names" and side == "y")
    return {"type": "temporal" if kind == "utc" else "quantitative", "scale": span, "axis": axis}


def color_channel(names, colors, legend, title=None, labels=None, symbol="circle"):
    """The colours of series and their legend, in its place; names without a label of their own are not listed."""
    labels = labels or [str(name) for name in names]
    shown = [(str(name), label) for name, label in zip(names, labels, strict=True) if label != "_nolegend_"]
    kwargs = {
        "values": [name for name, _ in shown],
        "columns": legend["columns"],
        "title": short_name(title) if title else None,
    }
    kwargs |= {
        "orient": "right" if legend["where"] == "right" else "top",
        "offset": 20 if legend["where"] == "right" else 10,
    }
    kwargs |= {"titleOrient": "top" if legend["where"] == "right" else "left", "columnPadding": 30}
    kwargs |= {"symbolType": symbol, "symbolStrokeWidth": 5 if symbol == "stroke" else 0, "symbolOpacity": 1}
    expression = label_expression([name for name, _ in shown], [short_name(label) for _, label in shown])
    small = min(FONT, 700 / len(shown) / 1.3) if legend["where"] == "right" else FONT
    box = alt.Legend(**kwargs, labelExpr=expression, labelFontSize=small) if legend["where"] != "none" else None
    return alt.Color("series:N", scale=alt.Scale(domain=[str(name) for name in names], range=list(colors)), legend=box)
