"""Nasty tables: texts that people might paste, each with a column of every type that a chart can ask for."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import numpy as np
import pandas as pd

from agent_svc.data import Dataset, read
from agent_svc.data.limits import FILE

LONG = "Zuständige Stelle für die Überwachung der Wasserqualität in Talsperren, Flüssen, Nr."
SCRIPTS = ("東京都の水質", "北京市海淀区", "القاهرة الكبرى", "Żółć 😀", "서울특별시", "Ελλάδα")


def table(
    values: Sequence[float] | np.ndarray[Any, Any],
    names: Sequence[str] = tuple("ABCDEF"),
    kinds: Sequence[str] = ("x", "y", "z"),
    start: str = "2024-01-31",
    every: str = "37h",
) -> pd.DataFrame:
    """One row per value, shuffled; names and kinds are repeated as often as it needs."""
    rows, generator = len(values), np.random.default_rng(4)
    scale = float(np.nanmax(np.abs(values), initial=1.0))
    frame = pd.DataFrame(
        {
            "date": np.datetime64(start, "s") + np.arange(rows) * pd.Timedelta(every).to_timedelta64(),
            "name": [names[row % len(names)] for row in range(rows)],
            "kind": [kinds[row // len(names) % len(kinds)] for row in range(rows)],
            "value": np.asarray(values, dtype=float),
            "other": generator.gamma(2.0, 0.2, rows) * scale,
            "third": generator.normal(0.1, 0.5, rows) * scale,
            "fourth": generator.gamma(1.0, 0.3, rows) * scale,
        }
    )
    return frame.sample(frac=1, random_state=4, ignore_index=True)


def _holes() -> pd.DataFrame:
    frame = table(np.random.default_rng(1).normal(10, 4, 90)).astype({"name": object, "kind": object})
    frame.loc[::4, "value"] = np.nan
    frame.loc[::5, ["other", "fourth"]] = np.nan
    frame.loc[::7, ["name", "kind"]] = None
    frame.loc[::9, "date"] = pd.NaT
    frame.loc[3, "value"], frame.loc[8, "other"] = np.inf, -np.inf
    return frame


def _all_missing() -> pd.DataFrame:
    return table(np.ones(6)).assign(value=np.nan, other=np.nan, third=np.nan, fourth=np.nan)


def _normal(center: float, spread: float, rows: int) -> Any:
    return np.random.default_rng(11).normal(center, spread, rows)


TABLES: Final[Mapping[str, Callable[[], pd.DataFrame]]] = {
    "one row": lambda: table([12.5], ["A"], ["x"]),
    "two rows": lambda: table([12.5, -3], ["A", "B"], ["x", "y"]),
    "20,000 rows": lambda: table(_normal(0, 9, 20_000), list("ABCDEFGH"), list("uvwx"), every="7min"),
    "all missing": _all_missing,
    "constants": lambda: table(np.full(24, 7.0)).assign(other=3.0, third=0.0, fourth=3.0),
    "negatives": lambda: -table(_normal(50, 9, 40)).set_index(["date", "name", "kind"]).abs(),
    "huge": lambda: table(_normal(0, 1, 40) * 1e18),
    "tiny": lambda: table(_normal(5, 1, 40) * 1e-9),
    "sixty categories": lambda: table(
        _normal(9, 4, 300), [f"Gemeinde {n}" for n in range(60)], [f"k{n}" for n in range(20)]
    ),
    "labels of 80 characters": lambda: table(
        _normal(9, 4, 60), [f"{LONG} {n}"[-80:] for n in range(9)], [f"{LONG} {n}"[-80:] for n in range(5)]
    ),
    "CJK, Arabic and emoji": lambda: table(_normal(9, 4, 48), SCRIPTS, SCRIPTS[:3]),
    "minutes": lambda: table(_normal(9, 4, 50), start="2024-02-29T23:58", every="7s"),
    "centuries": lambda: table(_normal(9, 4, 50), start="1066-10-14", every="7000D"),
    "duplicates": lambda: pd.concat([table(_normal(9, 4, 30).round())] * 4),
    "holes and infinities": _holes,
}


@cache
def dataset(name: str) -> Dataset:
    """The table as the agent reads it from a file."""
    frame = TABLES[name]()
    frame = frame if frame.index.names == [None] else frame.reset_index()
    text = io.StringIO()
    frame.to_csv(text, index=False, quoting=csv.QUOTE_MINIMAL, date_format="%Y-%m-%d %H:%M:%S")
    return read(text.getvalue(), limits=FILE)
