"""The expected times: measured ones at first, then what was seen here; the longest first."""

from __future__ import annotations

from agent_svc.fanout.expected import MAX_SEEN, ExpectedTimes


def test_before_anything_was_seen_the_slowest_library_by_measurement_comes_first() -> None:
    assert ExpectedTimes().longest_first(["seaborn", "lets-plot", "plotnine"]) == ["lets-plot", "plotnine", "seaborn"]


def test_a_library_that_nobody_measured_comes_between_the_slow_and_the_fast() -> None:
    assert ExpectedTimes().longest_first(["seaborn", "new", "lets-plot"]) == ["lets-plot", "new", "seaborn"]


def test_what_was_seen_here_replaces_what_was_measured_elsewhere() -> None:
    expected = ExpectedTimes()
    expected.saw("seaborn", 9)
    assert expected.longest_first(["lets-plot", "seaborn"]) == ["seaborn", "lets-plot"]


def test_one_slow_plot_among_many_changes_nothing_and_old_ones_are_forgotten() -> None:
    expected = ExpectedTimes()
    for seconds in (1, 1, 900, 1):
        expected.saw("bokeh", seconds)
    assert expected.of("bokeh") == 1
    for _ in range(MAX_SEEN):
        expected.saw("bokeh", 5)
    assert expected.of("bokeh") == 5
