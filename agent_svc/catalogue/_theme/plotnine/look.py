import matplotlib.pyplot as plt
import numpy as np
import plotnine as p9

FONTS = plt.rcParams["font.family"]  # in the sandbox a list with letters of every script
POINT = np.pi**0.5  # plotnine's unit of line widths, in points
MARGIN = 0.14  # inches between the paper's edge and the picture

plt.rcParams.update({"figure.facecolor": PAPER, "axes.facecolor": PAPER, "savefig.facecolor": PAPER})
plt.rcParams.update({"text.parse_math": False, "text.hinting": "no_hinting"})
p9.theme_set(
    p9.theme_minimal(base_size=9, base_family=FONTS)
    + p9.theme(
        figure_size=(8, 4.5),
        plot_margin=MARGIN / 8,
        legend_box_margin=0,
        plot_background=p9.element_rect(fill=PAPER, color=PAPER),
        panel_grid_major_x=p9.element_blank(),
        panel_grid_major_y=p9.element_line(color=GRID, size=0.6),
        panel_grid_minor=p9.element_blank(),
        axis_line_x=p9.element_line(color=MUTED, size=0.6),
        axis_line_y=p9.element_line(color=MUTED, size=0.6),
        text=p9.element_text(family=FONTS, color=INK, size=9),
        plot_title=p9.element_text(size=14, weight="bold", ha="left", margin={"b": 9, "units": "pt"}),
        plot_title_position="plot",
        plot_caption=p9.element_text(size=7.5, color=MUTED, ha="left", margin={"t": 8, "units": "pt"}),
        plot_caption_position="plot",
        axis_title=p9.element_text(size=10, color=MUTED),
        axis_text=p9.element_text(size=9, color=INK),
        axis_text_x=p9.element_text(margin={"t": 5, "units": "pt"}),
        axis_text_y=p9.element_text(margin={"r": 5, "units": "pt"}),
        legend_position="top",
        legend_justification_top="left",
        legend_title=p9.element_text(size=9, ha="left"),
        legend_title_position="top",
        legend_text=p9.element_text(size=9),
    )
)
