"""What altair's theme makes of axes, as Vega will read it."""

from __future__ import annotations

from typing import Any

import pandas as pd

from agent_svc.catalogue import Catalogue


def test_every_tick_of_a_time_is_a_whole_millisecond_that_finds_its_text(catalogue: Catalogue) -> None:
    theme: dict[str, Any] = {}
    exec(catalogue.get("line").theme_block("altair"), theme)
    for minute in range(60):
        times = pd.Series(pd.date_range(f"2024-03-01 14:{minute:02d}", periods=90, freq="30s"))
        axis = theme["channel"](theme["date_scale"](times, "auto", None), "x")["axis"].to_dict()
        assert len(axis["values"]) > 2
        assert all(tick == int(tick) for tick in axis["values"])
        assert f"indexof([{', '.join(map(repr, axis['values']))}]" in axis["labelExpr"]
