import lets_plot as lp

WIDTH, HEIGHT, MARGIN = 1600, 900, 28  # of the picture and around it, in pixels at half its resolution

FONT_NAME = "DejaVu Sans"  # texts among the marks do not take that of the theme
NOTHING = lp.element_blank()
LOOK = lp.theme_none() + lp.theme(
    text=lp.element_text(family=FONT_NAME, color=INK, size=25),
    plot_background=lp.element_rect(fill=PAPER, color=PAPER, size=0),
    panel_background=lp.element_rect(fill=PAPER, color=PAPER, size=0),
    legend_background=lp.element_rect(fill=PAPER, color=PAPER, size=0),
    plot_margin=[MARGIN, 2 * MARGIN + 8, MARGIN, MARGIN],
    plot_title=lp.element_text(size=39, face="bold", margin=[0, 0, 22, 0]),
    plot_title_position="plot",
    plot_caption=lp.element_text(size=21, color=MUTED, hjust=0, margin=[14, 0, 0, 0]),
    plot_caption_position="plot",
    axis_title_x=lp.element_text(size=28, color=MUTED, margin=[12, 0, 0, 0]),
    axis_title_y=lp.element_text(size=28, color=MUTED, margin=[0, 12, 0, 0]),
    axis_text_x=lp.element_text(size=25, color=INK, angle=0, margin=[8, 0, 0, 0]),
    axis_text_y=lp.element_text(size=25, color=INK, margin=[0, 8, 0, 0]),
    axis_ticks=NOTHING,
    axis_line=lp.element_line(color=MUTED, size=0.9),
    panel_grid_major_x=NOTHING,
    panel_grid_major_y=lp.element_line(color=GRID, size=0.9),
    panel_grid_minor=NOTHING,
    legend_title=lp.element_text(size=25),
    legend_text=lp.element_text(size=25),
    legend_position="top",
    legend_justification=[0, 1],
)
BARE = lp.theme(
    axis_title_x=NOTHING,
    axis_title_y=NOTHING,
    axis_text_x=NOTHING,
    axis_text_y=NOTHING,
    axis_line=NOTHING,
    panel_grid_major_y=NOTHING,
)
