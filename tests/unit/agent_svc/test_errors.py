"""The words of an error: what a reader is told who sees nothing but a text."""

from __future__ import annotations

from agent_svc.errors import InvalidBindingsError, InvalidError, words_of
from plotlane_kit.errors import Violation


def test_every_refused_part_is_said_instead_of_a_field_that_the_reader_does_not_have() -> None:
    error = InvalidBindingsError(
        violations=[Violation("bindings.y", "There is no column “Yield”."), Violation("", "No.")]
    )
    assert words_of(error) == "These bindings cannot be: bindings.y: There is no column “Yield”; No."


def test_a_message_that_names_the_parts_stays_as_it_is() -> None:
    error = InvalidError("Wrong: title is too long.", violations=[Violation("title", "is too long")])
    assert words_of(error) == "Wrong: title is too long."
    assert (
        words_of(InvalidError("Wrong.", violations=[Violation("title", "is too long")])) == "Wrong. title: is too long."
    )


def test_of_many_parts_the_first_are_said_and_the_others_counted() -> None:
    error = InvalidError(violations=[Violation(f"steps[{number}]", f"is wrong ({number})") for number in range(9)])
    assert words_of(error).endswith("steps[4]: is wrong (4); and 4 more.")
