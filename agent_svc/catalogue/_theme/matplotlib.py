import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

# The look of every chart; a script is given only those of the functions that it uses.
THEME = "light"

# Eight colours that stay apart under red, green and blue blindness (OKLab distance of at least 0.06 between any two,
# simulated) and have a contrast of at least 3:1 to the paper; INK and MUTED have 4.5:1. One list per theme, same names.
COLOR_NAMES = ["blue", "orange", "green", "rose", "gold", "purple", "sky", "rust"]
THEME_COLORS = {
    "light": {
        "paper": "#ffffff",
        "ink": "#1b1f24",
        "muted": "#59626e",
        "grid": "#e4e8ed",
        "palette": ["#3b4eb8", "#cb831e", "#1a9c86", "#9f2a51", "#8a6500", "#4f207a", "#327da7", "#6d2107"],
        # even steps in OKLab, so that equal differences look equal; pale is low on light paper, dark is low on dark
        "sequential": "#f6f4e5 #beeab7 #7ed1af #48b2ae #1b91a9 #0d6e9d #1f4b87 #262966 #19123d",
        "diverging": "#1e3f7f #256fac #559fd0 #9bcbe8 #f0f1f2 #dfbd95 #c2884d #9d551a #732410",
    },
    "dark": {
        "paper": "#14171c",
        "ink": "#e9ecf0",
        "muted": "#a7afba",
        "grid": "#2b313a",
        "palette": ["#6c9af6", "#ff7f24", "#7fcda0", "#d581ab", "#f0da16", "#7f69e3", "#90eefd", "#cb4729"],
        "sequential": "#1f213c #2f3369 #29528c #0e74a3 #0096af #3bb6b2 #78d2af #bbe9ad #f9f6c8",
        "diverging": "#74e1ff #56abe6 #4279b0 #344e70 #292a2b #6b4031 #a86040 #db8e57 #fdc678",
    },
}[THEME]
PAPER, INK, MUTED, GRID = (THEME_COLORS[name] for name in ("paper", "ink", "muted", "grid"))
PALETTE = THEME_COLORS["palette"]
SEQUENTIAL, DIVERGING = (
    mpl.colors.LinearSegmentedColormap.from_list(name, THEME_COLORS[name].split())
    for name in ("sequential", "diverging")
)
MARGIN = 0.14  # inches between the paper's edge and the figure
AGGREGATE_WORDS = {
    "mean": "Mean of",
    "sum": "Sum of",
    "median": "Median of",
    "count": "Count of",
    "min": "Minimum of",
    "max": "Maximum of",
}
DATE_PATTERNS = {
    "YYYY-MM-DD": "%Y-%m-%d",
    "DD.MM.YYYY": "%d.%m.%Y",
    "MM/DD/YYYY": "%m/%d/%Y",
    "DD Mon": "%d %b",
    "Mon YYYY": "%b %Y",
    "YYYY": "%Y",
    "HH:MM": "%H:%M",
}

plt.rcdefaults()
plt.rcParams.update(
    {
        "figure.dpi": 400,
        "figure.figsize": (8, 4.5),
        "figure.facecolor": PAPER,
        "figure.constrained_layout.use": True,
        "figure.constrained_layout.w_pad": MARGIN,
        "figure.constrained_layout.h_pad": 0.1,
        "figure.titlesize": 14,
        "figure.titleweight": "bold",
        "savefig.dpi": "figure",
        "font.family": ["DejaVu Sans"],
        "font.size": 9,
        "text.color": INK,
        "text.parse_math": False,
        "text.hinting": "no_hinting",
        "axes.unicode_minus": True,
        "axes.facecolor": PAPER,
        "axes.edgecolor": MUTED,
        "axes.linewidth": 0.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.labelsize": 10,
        "axes.labelcolor": MUTED,
        "axes.labelpad": 6,
        "axes.grid": True,
        "axes.grid.axis": "y",
        "axes.axisbelow": True,
        "axes.prop_cycle": mpl.cycler(color=PALETTE),
        "grid.color": GRID,
        "grid.linewidth": 0.8,
        "xtick.color": MUTED,
        "ytick.color": MUTED,
        "xtick.labelcolor": INK,
        "ytick.labelcolor": INK,
        "xtick.labelsize": 9,
        "ytick.labelsize": 9,
        "ytick.major.size": 0,
        "ytick.minor.size": 0,
        "ytick.major.pad": 5,
        "legend.frameon": False,
        "legend.fontsize": 9,
        "legend.title_fontsize": 9,
        "legend.labelcolor": INK,
        "lines.linewidth": 1.8,
        "lines.solid_capstyle": "round",
        "lines.solid_joinstyle": "round",
        "patch.linewidth": 0,
    }
)


def numbers(values):
    """The column as floats; what is not a finite number is missing."""
    return pd.to_numeric(values, errors="coerce").astype("float64").replace([np.inf, -np.inf], np.nan)


def is_date(values):
    """Whether the column holds dates."""
    return pd.api.types.is_datetime64_any_dtype(values)


def is_number(values):
    """Whether the column holds numbers (booleans are categories)."""
    return pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)


def date_pattern(dates, name=None):
    """The strftime pattern of that name, or the shortest one that tells the dates apart."""
    if name in DATE_PATTERNS:
        return DATE_PATTERNS[name]
    days = dates.dropna()
    if (days != days.dt.floor("s")).any():
        return "%Y-%m-%d %H:%M:%S.%f"
    if (days != days.dt.floor("min")).any():
        return "%Y-%m-%d %H:%M:%S"
    if (days != days.dt.normalize()).any():
        return "%Y-%m-%d %H:%M"
    if (days.dt.day != 1).any():
        return "%Y-%m-%d"
    return "%b %Y" if (days.dt.month != 1).any() else "%Y"


def as_categories(values, date_format=None):
    """The column as ordered labels: text as it comes in the data, numbers and dates ascending."""
    if is_date(values):
        labels = values.dt.strftime(date_pattern(values, date_format))
        return pd.Categorical(labels, list(dict.fromkeys(labels[values.sort_values().dropna().index])), ordered=True)
    if is_number(values):
        ascending = sorted(values.dropna().unique())
        names = [f"{value:.10g}".replace("-", "−", 1) for value in ascending]
        labels = values.map(dict(zip(ascending, names, strict=True)))
        return pd.Categorical(labels, list(dict.fromkeys(names)), ordered=True)
    is_boolean = values.dropna().isin([True, False]).all()
    labels = values.astype(object).map({True: "true", False: "false"} if is_boolean else str, "ignore")
    return pd.Categorical(labels, list(dict.fromkeys(labels.dropna())), ordered=True)


def long_table(df, x, ys, group=None):
    """One row per value: `x`, `value` and the `series` it belongs to (its column, its group, or both)."""
    parts = []
    for y in ys:
        part = pd.DataFrame({"value": numbers(df[y]), "series": y})
        if x is not None:
            part["x"] = df[x]
        if group is not None:
            part["group"] = as_categories(df[group])
            names = part["group"].astype(object)
            part["series"] = names if len(ys) == 1 else names.map(lambda name, y=y: f"{y} · {name}", "ignore")
        parts.append(part)
    table = pd.concat(parts, ignore_index=True)
    order = (
        table.sort_values("group", kind="stable")["series"] if group is not None and len(ys) == 1 else table["series"]
    )
    table["series"] = pd.Categorical(table["series"], list(dict.fromkeys(order.dropna())), ordered=True)
    table = table.dropna(subset=["series"] if x is None else ["series", "x"])
    table["series"] = table["series"].cat.remove_unused_categories()
    return table


def aggregate(table, keys, how):
    """One `value` per combination of the keys, in their order."""
    groups = table.groupby(keys, observed=True, sort=True)["value"]
    return groups.sum(min_count=1) if how == "sum" else groups.agg(how)


def shared_name(names):
    """What several columns have in common: the only name, or values in their common unit."""
    if len(names) == 1:
        return names[0]
    units = {name[name.rfind("(") :] if name.endswith(")") else "" for name in names}
    return f"Values {units.pop()}".strip() if len(units) == 1 else "Values"


def value_label(table, keys, how, names):
    """The label of aggregated values; single records keep the name of their column."""
    name = shared_name(names)
    if how != "count" and not table.dropna(subset=["value"]).duplicated(keys).any():
        return name
    return f"{AGGREGATE_WORDS[how]} {name if len(names) == 1 else name.replace('V', 'v', 1)}"


def merge_tail(labels, weights, limit, other=True):
    """The labels with all but the `limit` heaviest merged into a last one, "Other (how many)", or missing."""
    names = list(labels.cat.categories)
    if limit is None or len(names) <= limit:
        return labels
    heavy = set(weights.sort_values(ascending=False, kind="stable").index[:limit])
    kept = [name for name in names if name in heavy]
    tail = [f"Other ({len(names) - len(kept)})"] if other else []
    merged = labels.astype(object).map(lambda name: name if name in heavy else tail[0] if tail else None, "ignore")
    return pd.Categorical(merged, kept + tail, ordered=True)


def sort_values(values, order):
    """The aggregated values in the order asked for; "data" leaves them as they come."""
    if order in ("ascending", "descending"):
        return values.sort_values(ascending=order == "ascending", kind="stable")
    if order == "label":
        return values.loc[sorted(values.index, key=lambda name: str(name).casefold())]
    return values


def series_colors(first=None):
    """The palette, starting with the named colour."""
    start = COLOR_NAMES.index(first) if first in COLOR_NAMES else 0
    return PALETTE[start:] + PALETTE[:start]


def series_styles(names, first=None):
    """Colour and legend label of every series: past the palette's eight they are muted and share one label."""
    colors, styles = series_colors(first), {}
    for place, name in enumerate(names):
        if len(names) <= len(colors) or place < len(colors) - 1:
            styles[name] = (colors[place], str(name))
        else:
            rest = len(names) - len(colors) + 1
            styles[name] = (MUTED, f"{rest} others" if place == len(colors) - 1 else "_nolegend_")
    return styles


def luminance(color):
    """The relative luminance of a colour, 0 to 1, as WCAG defines it."""
    channels = np.array(mpl.colors.to_rgb(color))
    return float(
        np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4) @ [0.2126, 0.7152, 0.0722]
    )


def text_on(color):
    """Black or white, whichever is easier to read on the colour."""
    return "#000000" if luminance(color) > 0.179 else "#ffffff"


def text_width(text, size, weight="normal"):
    """The width of one line of text, in points."""
    font = mpl.font_manager.FontProperties(family=plt.rcParams["font.family"], size=size, weight=weight)
    return mpl.textpath.text_to_path.get_text_width_height_descent(text, font, False)[0]


def words_of(text):
    """The words between ordinary spaces; a no-break space holds two together."""
    return [word for word in text.replace("\n", " ").split(" ") if word]


def shortened(text, width, size, weight="normal"):
    """The text on one line of at most `width` points, with an ellipsis in its middle when it is longer."""
    text = " ".join(words_of(text))
    whole = text_width(text, size, weight)
    keep = len(text) if whole <= width else int(len(text) * width / whole)
    while keep < len(text):
        head, tail = text[: keep - keep // 3].rstrip(), text[len(text) - keep // 3 :].lstrip()
        if keep <= 3 or text_width(f"{head}…{tail}", size, weight) <= width:
            return f"{head}…{tail}"
        keep -= 1
    return text


def pieces_of(text, width, size, weight="normal"):
    """Its words with their widths; a word wider than `width` in pieces that are not."""
    pieces = []
    for word in words_of(text):
        whole = text_width(word, size, weight)
        while whole > width and len(word) > 1:
            cut = max(int(len(word) * width / whole), 1)
            while cut > 1 and text_width(word[:cut], size, weight) > width:
                cut -= 1
            pieces.append((word[:cut], text_width(word[:cut], size, weight)))
            word = word[cut:]
            whole = text_width(word, size, weight)
        pieces.append((word, whole))
    return pieces


def rows_of(pieces, width, space):
    """The pieces put into as few rows of at most `width` as they need."""
    rows, used = [], 0.0
    for piece, length in pieces:
        if rows and used + space + length <= width:
            rows[-1] += f" {piece}"
            used += space + length
        else:
            rows.append(piece)
            used = length
    return rows


def wrapped(text, width, size, weight="normal", lines=3):
    """The text on at most `lines` even lines of `width` points; a longer one loses its middle."""
    space, rows = text_width("n n", size, weight) - text_width("nn", size, weight), []
    for share in (0.9, 0.7, 0.4) if lines > 1 else (1.0,):
        pieces = pieces_of(shortened(text, share * lines * width, size, weight), width, size, weight)
        rows = rows_of(pieces, width, space)
        if len(rows) <= lines:
            break
    evener = (rows_of(pieces, width * part, space) for part in (0.6, 0.7, 0.8, 0.9))
    return "\n".join(next((even for even in evener if len(even) == len(rows)), rows))


def add_title(fig, title):
    """A bold title at the left edge, on as many lines as it needs."""
    if title:
        width = fig.get_figwidth() - 2 * MARGIN
        fig.suptitle(wrapped(title, 72 * width, 14, "bold", 4), x=MARGIN / fig.get_figwidth(), ha="left")


def add_note(fig, notes):
    """A small line at the foot that says what the picture leaves out."""
    text = " ".join(note for note in notes if note)
    if text:
        width = fig.get_figwidth() - 2 * MARGIN
        fig.supxlabel(wrapped(text, 72 * width, 7.5), x=MARGIN / fig.get_figwidth(), ha="left", size=7.5, color=MUTED)


def label_axes(ax, x_label, y_label):
    """Axis labels, wrapped to the length of their axis."""
    width, height = ax.figure.get_size_inches()
    ax.set_xlabel(wrapped(x_label, 72 * (width - 1.6), 10))
    ax.set_ylabel(wrapped(y_label, 72 * (height - 1.4), 10))


def say(ax, text):
    """A message in the place of the plot, when there is nothing to draw."""
    ax.set_axis_off()
    box = {"transform": ax.transAxes, "ha": "center", "va": "center"}
    ax.text(0.5, 0.5, wrapped(text, 40 * ax.figure.get_figwidth(), 11, lines=6), size=11, color=MUTED, **box)


def decimals_of(step):
    """How many decimals a multiple of the step needs."""
    return next((d for d in range(12) if abs(round(step, d) - step) <= 1e-6 * step), 12)


def number_text(value, step, largest):
    """A number as people write it: 1,200 or 3.4 M or 2×10⁻⁷; step and largest number decide how."""
    value = 0.0 if abs(value) < step * 1e-6 else value
    if largest >= 1e15 or 0 < largest < 1e-3:
        power = int(np.floor(np.log10(largest)))
        mantissa = f"{value / 10.0**power:.{min(decimals_of(step / 10.0**power), 4)}f}"
        text = f"{mantissa}×10{str(power).translate(str.maketrans('-0123456789', '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
        return text.replace("-", "−", 1) if value else "0"
    units = ((1e12, " T"), (1e9, " bn"), (1e6, " M"), (1.0, ""))
    scale, unit = next((u for u in units if largest >= u[0] and decimals_of(step / u[0]) <= 3), (1.0, ""))
    text = f"{value / scale:,.{decimals_of(step / scale)}f}{unit}"
    return text.replace("-", "−", 1) if value or not unit else "0"


def value_texts(values):
    """The numbers as short labels with the same decimals: about three digits for the largest."""
    sizes = np.abs(np.asarray(values, dtype=float))
    largest = float(np.nanmax(sizes, initial=0.0))
    if (sizes[sizes > 0] < largest / 200).any():
        return [value_texts([value])[0] for value in values] if len(sizes) > 1 else [""]
    step = 10.0 ** (np.floor(np.log10(largest)) - 2) if largest else 1.0
    step = max(step, 1.0) if largest >= 1e6 else 1.0 if (sizes[~np.isnan(sizes)] % 1 == 0).all() else min(step, 1.0)
    return ["" if np.isnan(value) else number_text(value, step, largest) for value in values]


def number_axis(axis, values):
    """Round ticks with thousands separators and units of size; whole numbers and years stay what they are."""
    values = values[np.isfinite(values)]
    whole = bool((values % 1 == 0).all())
    years = whole and bool(((values >= 1500) & (values <= 2200)).all())
    axis.set_major_locator(mpl.ticker.MaxNLocator(7, steps=[1, 2, 2.5, 5, 10], integer=whole))

    def text(value, _position):
        if years:
            return f"{value:.0f}"
        ticks = axis.get_majorticklocs()
        step = float(np.diff(ticks).min()) if len(ticks) > 1 else abs(value) or 1.0
        return number_text(value, step, float(np.abs(axis.get_view_interval()).max()))

    axis.set_major_formatter(text)


def log_axis(axis, values):
    """A logarithmic axis with plain tick labels; returns the note on what it cannot show."""
    positive = values[values > 0]
    if positive.empty:
        return "A logarithmic axis needs positive values, so this one is linear."
    decades = np.log10(positive.max()) - np.log10(positive.min())
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    if decades < 2.5:
        locator = mpl.ticker.LogLocator(subs=(1, 2, 5)) if decades > 0.7 else mpl.ticker.MaxNLocator(6)
        axis.set_major_locator(locator)
        axis.set_minor_locator(mpl.ticker.NullLocator())
    axis.set_minor_formatter(mpl.ticker.NullFormatter())
    axis.set_major_formatter(lambda value, _position: number_text(value, abs(value) or 1.0, abs(value)))
    hidden = len(values) - len(positive)
    return f"Logarithmic axis: values of zero or below are left out ({hidden:,})." if hidden else ""


def date_axis(axis, date_format=None):
    """Few round dates, written as short as they can be, or in the format asked for."""
    first, last = axis.get_data_interval()
    if first == last:
        axis.axes.set(**{f"{axis.axis_name}lim": (first - 2, last + 2)})
    # The margin must not lead out of the calendar, years 1 to 9999: 9999-12-31 is how many write "for ever".
    shown, calendar = axis.get_view_interval(), (-719162.0, 2932896.0)
    if shown[0] < calendar[0] or shown[1] > calendar[1]:
        axis.axes.set(**{f"{axis.axis_name}lim": np.clip(shown, *calendar)})
    locator = mpl.dates.AutoDateLocator(minticks=3, maxticks=8)
    axis.set_major_locator(locator)
    if date_format in DATE_PATTERNS:
        axis.set_major_formatter(mpl.dates.DateFormatter(DATE_PATTERNS[date_format]))
    else:
        axis.set_major_formatter(mpl.dates.ConciseDateFormatter(locator))
        axis.get_offset_text().set(size=9, color=INK)


def set_range(axis, bounds):
    """The limits asked for, open where None; on a date axis the numbers are years."""
    if bounds is None:
        return
    if isinstance(axis.get_major_locator(), mpl.dates.DateLocator):
        bounds = [None if year is None else 365.2425 * (min(max(year, 1), 9998) - 1970) for year in bounds]
    elif axis.get_scale() == "log":
        bounds = [None if bound is None or bound <= 0 else bound for bound in bounds]
    axis.axes.set(**{f"{axis.axis_name}lim": bounds})


def reads_sideways(labels):
    """Whether the labels are too long to stand below upright bars, and few enough for lying ones."""
    if len(labels) > 25:
        return False
    room = 72 * (plt.rcParams["figure.figsize"][0] - 1.2) / max(len(labels), 1)
    words = [word for label in labels for word in words_of(label)]
    too_long = any(text_width(label, 9) > 2.2 * room for label in labels)
    return too_long or any(text_width(word, 9) > room - 4 for word in words)


def category_axis(axis, labels, beside=0.0):
    """One tick label per category, wrapped, turned or shortened to fit; `beside`: inches that a legend takes."""
    width, height = axis.axes.figure.get_size_inches()
    axis.set_tick_params(length=0)
    if axis.axis_name == "y":
        room = 72 * (height - 1.5) / max(len(labels), 1)
        every = int(np.ceil(6.2 / room))
        size = min(9.0, room * every / 1.25)
        lines = min(int(room / (1.25 * size)), 3) or 1
        shown = [wrapped(label, 72 * 0.27 * width, size, lines=lines) for label in labels[::every]]
        axis.set_ticks(range(0, len(labels), every), shown, size=size)
        return
    room = 72 * (width - 1.3 - beside) / max(len(labels), 1)
    words = [word for label in labels for word in words_of(label)]
    if all(text_width(word, 9) <= room - 4 for word in words) and all(text_width(t, 9) <= 2.4 * room for t in labels):
        axis.set_ticks(range(len(labels)), [wrapped(label, room - 4, 9) for label in labels])
    elif room >= 14:
        turned = [shortened(label, 130, 9) for label in labels]
        axis.set_ticks(range(len(labels)), turned, rotation=40, ha="right", rotation_mode="anchor")
    else:
        every = int(np.ceil(6.2 / room))
        size = min(9.0, room * every / 1.15)
        upright = [shortened(label, 110, size) for label in labels[::every]]
        axis.set_ticks(range(0, len(labels), every), upright, rotation=90, size=size)


def add_legend(ax, where="auto", title=None, scale=1.0):
    """The legend above the axes, or beside them when it is long: never over data; returns the inches beside."""
    handles, labels = ax.get_legend_handles_labels()
    if where == "none" or not labels or (where == "auto" and len(labels) == 1):
        return 0.0
    labels = [shortened(label, 150, 9) for label in labels]
    column = max(text_width(label, 9) for label in labels) + 38
    columns = min(int(72 * (ax.figure.get_figwidth() - 1.2) / column) or 1, len(labels))
    style = {"title": title and shortened(title, 150, 9), "alignment": "left", "borderpad": 0, "handlelength": 1.4}
    style["markerscale"] = scale
    if where == "right" or (where == "auto" and len(labels) > 3 * columns):
        ax.legend(handles, labels, loc="upper left", bbox_to_anchor=(1.01, 1), **style)
        return column / 72
    # matplotlib fills columns first; taking every n-th entry makes the rows read from left to right
    handles = [handle for start in range(columns) for handle in handles[start::columns]]
    labels = [label for start in range(columns) for label in labels[start::columns]]
    ax.legend(handles, labels, loc="lower left", bbox_to_anchor=(0, 1.01), ncols=columns, columnspacing=1.6, **style)
    return 0.0
