import numpy as np
import pandas as pd


def in_runs(lines, column="value"):
    """The values without the missing ones; `run` is new after every gap, so that nothing joins what lies around it."""
    gap = lines[column].isna()
    known = lines.assign(run=gap.cumsum().astype(str) + lines["series"].astype(str))[~gap]
    return known.assign(alone=~known["run"].duplicated(keep=False)).reset_index(drop=True)


def with_breaks(runs, y="value"):
    """The rows with one of a missing value behind each run: thousands of runs are one mark and not one each."""
    breaks = runs[~runs["run"].duplicated(keep="last")].assign(**{y: np.nan})
    return pd.concat([runs, breaks]).sort_index(kind="stable")


def joined(runs, y="value", **style):
    """A line along every run; one of a single value goes from there to there, because a line needs two."""
    ends = pd.concat([runs, runs[runs["alone"]]]).sort_index(kind="stable").reset_index(drop=True)
    data = with_breaks(ends, y)
    return p9.geom_line(p9.aes(y="height", group="series"), data=data.assign(height=data[y]), na_rm=True, **style)
