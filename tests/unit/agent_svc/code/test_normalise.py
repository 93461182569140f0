"""Setting a script's canvas."""

from __future__ import annotations

import pytest

from agent_svc.code.normalise import Size, normalise


@pytest.mark.parametrize(("size", "pixels"), [(Size.WIDE, (3200, 1800)), (Size.SQUARE, (2400, 2400))])
def test_each_size_has_exactly_its_pixels(size: Size, pixels: tuple[int, int]) -> None:
    assert size.pixels == pixels


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("plt.figure(figsize=(10, 6))", "plt.figure(figsize=(8, 4.5))"),
        ("fig, ax = plt.subplots(figsize=(6.4, 4.8), dpi=100)", "fig, ax = plt.subplots(figsize=(8, 4.5), dpi=400)"),
        ("plt.subplot_mosaic('ab', figsize=(1, 1))", "plt.subplot_mosaic('ab', figsize=(8, 4.5))"),
        ("fig.set_size_inches(3, 3)", "fig.set_size_inches(8, 4.5)"),
    ],
)
def test_plain_literals_become_those_of_the_chart(before: str, after: str) -> None:
    normal = normalise(before, Size.WIDE)

    assert normal.source == after
    assert normal.changes


@pytest.mark.parametrize(
    "source",
    [
        "plt.figure(figsize=(8.0, 4.5))",
        "plt.figure(figsize=size)",
        "plt.figure(figsize=(w, 4))",
        "ax.plot(x, dpi=100)",
        "plt.subplots()",
    ],
)
def test_what_is_right_or_computed_stays_as_it_is(source: str) -> None:
    normal = normalise(source, Size.WIDE)

    assert normal.source == source
    assert normal.changes == ()


def test_a_change_names_its_line_and_both_values() -> None:
    assert normalise("\nplt.figure(figsize=(8, 4.5))", Size.SQUARE).changes == ("line 2: (8, 4.5) became (6, 6)",)
