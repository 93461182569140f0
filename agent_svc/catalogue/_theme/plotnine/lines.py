import pandas as pd


def in_runs(lines, column="value"):
    """The values without the missing ones; `run` is new after every gap, so that nothing joins what lies around it."""
    gap = lines[column].isna()
    known = lines.assign(run=gap.cumsum().astype(str) + lines["series"].astype(str))[~gap]
    return known.assign(alone=~known["run"].duplicated(keep=False))


def joined(runs, y="value", **style):
    """A line along every run; one of a single value goes from there to there, because a line needs two."""
    ends = pd.concat([runs, runs[runs["alone"]]])
    return p9.geom_line(p9.aes(y=y, group="run"), data=ends, **style)
