import matplotlib.pyplot as plt

FONTS = plt.rcParams["font.family"]  # in the sandbox a list with letters of every script
MARGIN = 0.14  # inches between the paper's edge and the figure

plt.rcdefaults()
plt.rcParams.update({"figure.dpi": 400, "figure.figsize": (8, 4.5), "figure.facecolor": PAPER, "savefig.dpi": "figure"})
plt.rcParams.update({"figure.titlesize": 14, "figure.titleweight": "bold", "figure.constrained_layout.use": True})
plt.rcParams.update({"figure.constrained_layout.w_pad": MARGIN, "figure.constrained_layout.h_pad": 0.1})
plt.rcParams.update({"font.family": FONTS, "font.size": 9, "text.color": INK})
plt.rcParams.update({"text.parse_math": False, "text.hinting": "no_hinting"})
plt.rcParams.update({"axes.facecolor": PAPER, "axes.edgecolor": MUTED, "axes.labelcolor": MUTED})
plt.rcParams.update({"axes.labelsize": 10, "axes.labelpad": 6})
plt.rcParams.update({"axes.grid": True, "axes.grid.axis": "y", "axes.axisbelow": True, "grid.color": GRID})
plt.rcParams.update({"axes.spines.top": False, "axes.spines.right": False, "xtick.labelsize": 9, "ytick.labelsize": 9})
plt.rcParams.update({"xtick.color": MUTED, "ytick.color": MUTED, "xtick.labelcolor": INK, "ytick.labelcolor": INK})
plt.rcParams.update({"ytick.major.size": 0, "ytick.minor.size": 0, "ytick.major.pad": 5, "patch.linewidth": 0})
plt.rcParams.update({"legend.frameon": False, "legend.fontsize": 9, "legend.title_fontsize": 9})
plt.rcParams.update({"legend.labelcolor": INK})
plt.rcParams.update({"lines.linewidth": 1.8, "lines.solid_capstyle": "round", "lines.solid_joinstyle": "round"})
