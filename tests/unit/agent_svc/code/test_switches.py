"""Leaving out what an option turns off."""

from __future__ import annotations

import pytest

from agent_svc.code.switches import options_read, without_switched_off

SCRIPT = """\
note = ""
if options["log"]:
    # Only positive values have a logarithm.
    note = log_axis(ax)
if options["grid"]:
    ax.grid(True)
else:
    ax.grid(False)
for name in names:
    if options["log"]:
        ax.set_yscale("log")
if options["bins"] is None:
    draw()
"""


def test_a_step_that_is_off_goes_with_its_comments() -> None:
    without = without_switched_off(SCRIPT, {"log": False})

    assert "log_axis" not in without
    assert "Only positive" not in without
    assert without.startswith('note = ""\nif options["grid"]')


@pytest.mark.parametrize("value", [True, "above", 2, [None, 3.0]])
def test_a_step_that_is_on_stays(value: object) -> None:
    assert without_switched_off(SCRIPT, {"log": value}) == SCRIPT


@pytest.mark.parametrize("value", [False, None, "", 0])
def test_every_false_or_empty_value_turns_off(value: object) -> None:
    assert "log_axis" not in without_switched_off(SCRIPT, {"log": value})


def test_a_choice_between_two_steps_stays_whole() -> None:
    assert "ax.grid(False)" in without_switched_off(SCRIPT, {"grid": False})


def test_a_step_that_is_all_of_a_block_stays() -> None:
    assert 'set_yscale("log")' in without_switched_off(SCRIPT, {"log": False})


def test_other_conditions_and_options_that_are_not_given_stay() -> None:
    assert without_switched_off(SCRIPT, {"bins": None}) == SCRIPT
    assert without_switched_off(SCRIPT, {}) == SCRIPT


def test_an_elif_is_not_torn_from_its_if() -> None:
    script = 'if dates:\n    a()\nelif options["log"]:\n    b()\nc()\n'
    assert without_switched_off(script, {"log": False}) == script


def test_the_options_that_a_script_reads_are_found_wherever_they_stand() -> None:
    assert options_read(SCRIPT) == {"log", "grid", "bins"}
    assert options_read('text = f"{options[name]}" + options["title"]') == {"title"}
