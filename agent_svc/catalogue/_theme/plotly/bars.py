def bar_frame(fig, values, labels, lying, beside=0):
    """The scales of a chart with categories as (x, y), and the line at zero that its bars stand on."""
    names = category_scale(labels, 620 if lying else 1340 - beside, lying)
    along, across = ("y", "x") if lying else ("x", "y")
    ends = {f"{along}0": 0, f"{along}1": 1, f"{along}ref": "paper", f"{across}0": 0, f"{across}1": 0}
    if values["kind"] == "linear" and values["ends"][0] <= 0 <= values["ends"][1]:
        fig.add_shape(type="line", line={"color": MUTED, "width": 2}, **ends)
    return (values, names) if lying else (names, values)


def on_axis(values, scale):
    """The values that a logarithmic axis can show, else missing; on a linear one all."""
    return values.where(values > 0) if scale["kind"] == "log" else values
