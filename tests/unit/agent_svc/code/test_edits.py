"""Edits: found exactly once, nowhere near what Plotlane fills in, all or none."""

from __future__ import annotations

import pytest

from agent_svc.code.edits import Edit, EditRefusedError, apply_edits, insert_after_theme, insert_before_save
from agent_svc.code.regions import locate
from agent_svc.code.span import ScriptShapeError

SOURCE = """\
import matplotlib.pyplot as plt

THEME = "light"
PAPER = "#ffffff"

df = load_user_data()
roles = {"x": "a"}
options = {"title": None}
fig, ax = plt.subplots()
ax.plot(df["a"], color="red")
ax.set_title("one")
ax.set_xlabel("one more")
fig.savefig(f"plot-{THEME}.png")
"""


def test_edits_change_what_they_find_and_nothing_else() -> None:
    edited = apply_edits(SOURCE, [Edit('color="red"', 'color="blue"'), Edit('"one"', '"two"')])

    assert edited == SOURCE.replace('"red"', '"blue"').replace('"one"', '"two"')


@pytest.mark.parametrize(
    ("find", "replace", "why"),
    [
        ("green", "blue", "is not in the script"),
        ("ax.set", "ax.get", "2 times"),
        ("  ", "", "looks for nothing"),
        ('THEME = "light"', 'THEME = "dark"', "a part that Plotlane fills in"),
        ("load_user_data()", "None", "a part that Plotlane fills in"),
        ('{"x": "a"}', "{}", "a part that Plotlane fills in"),
        ("savefig", "show", "a part that Plotlane fills in"),
        ('more")\nfig', 'more")\n\nfig', "a part that Plotlane fills in"),
    ],
)
def test_an_edit_that_cannot_be_made_is_refused_with_its_reason(find: str, replace: str, why: str) -> None:
    with pytest.raises(EditRefusedError, match=why):
        apply_edits(SOURCE, [Edit(find, replace)])


@pytest.mark.parametrize(
    "replace",
    [
        'color="blue"); df = load_user_data(',
        'color="blue")\nroles = {}\nprint(1',
        "color=",
        'color="b")\nTHEME = "dark"\n(1',
    ],
)
def test_an_edit_that_would_double_or_break_a_protected_part_is_refused(replace: str) -> None:
    with pytest.raises(ScriptShapeError):
        apply_edits(SOURCE, [Edit('color="red"', replace)])


def test_overlapping_edits_and_too_many_are_refused() -> None:
    with pytest.raises(EditRefusedError, match="overlaps"):
        apply_edits(SOURCE, [Edit('color="red"', ""), Edit('"red"', "")])
    with pytest.raises(EditRefusedError, match="the most"):
        apply_edits(SOURCE, [Edit("x", "y")] * 21)


def test_statements_are_put_before_the_picture_is_saved_and_behind_the_theme() -> None:
    edited = insert_after_theme(insert_before_save(SOURCE, "last = 1"), "first = 1")

    assert edited.index("PAPER =") < edited.index("first = 1") < edited.index("df = load_user_data()")
    assert edited.rstrip().endswith('last = 1\n\nfig.savefig(f"plot-{THEME}.png")')
    locate(edited)
