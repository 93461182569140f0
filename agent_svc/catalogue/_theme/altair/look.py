import altair as alt

alt.data_transformers.disable_max_rows()
FONTS = "DejaVu Sans, Noto Sans, sans-serif"
GAPS = "break-paths-filter-domains"  # missing values break a line and count for nothing else
AXIS_LOOK = {
    "labelColor": INK,
    "titleColor": MUTED,
    "titleFontSize": LABEL,
    "titleFontWeight": "normal",
    "domainColor": MUTED,
    "domainWidth": 2,
    "tickColor": MUTED,
    "tickSize": 10,
    "tickWidth": 2,
    "gridColor": GRID,
    "gridWidth": 2,
    "labelLimit": 0,
    "titleLimit": 0,
    "maxExtent": 700,
    "labelPadding": 8,
    "titlePadding": 14,
    "labelOverlap": False,
    "domainCap": "round",
}
LEGEND_LOOK = {
    "labelColor": INK,
    "titleColor": INK,
    "labelFontSize": FONT,
    "titleFontSize": FONT,
    "titleFontWeight": "normal",
    "labelLimit": 0,
    "titleLimit": 0,
    "titlePadding": 20,
    "symbolSize": 300,
    "symbolType": "circle",
    "symbolOpacity": 1,
}
