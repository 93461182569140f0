"""Options: what each kind takes, and what it says when it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agent_svc.catalogue import Catalogue, Option, load_catalogue
from agent_svc.errors import InvalidError
from plotlane_kit.errors import Reason

CATALOGUE = load_catalogue()


def option(kind: Any, **fields: Any) -> Option:
    return Option(name="it", title="It", description="What it is.", kind=kind, **fields)


KINDS: dict[str, Option] = {
    "text": option("text", max_length=5),
    "choice": option("choice", choices=("a", "b"), default="a"),
    "integer": option("integer", min=2, max=9),
    "number": option("number", min=0.5, max=2),
    "boolean": option("boolean", default=False),
    "range": option("range"),
}


@pytest.mark.parametrize(
    ("kind", "value", "cleaned"),
    [
        ("text", "Höhe", "Höhe"),
        ("text", None, None),
        ("text", "", ""),
        ("choice", "b", "b"),
        ("integer", 2, 2),
        ("integer", 9.0, 9),
        ("number", 0.5, 0.5),
        ("number", 2, 2),
        ("boolean", True, True),
        ("range", [1, 2.5], [1, 2.5]),
        ("range", (None, 3), [None, 3]),
        ("range", [None, None], None),
    ],
)
def test_a_value_that_fits_is_taken(kind: str, value: object, cleaned: object) -> None:
    assert KINDS[kind].refuses(value) is None
    assert KINDS[kind].clean(value) == cleaned


@pytest.mark.parametrize(
    ("kind", "value", "allowed"),
    [
        ("text", "too long", "text of at most 5 characters, without control characters"),
        ("text", "a\x00b", "text of at most 5 characters, without control characters"),
        ("text", 5, "text of at most 5 characters, without control characters"),
        ("choice", "c", "one of a, b"),
        ("choice", None, "one of a, b"),
        ("integer", 1, "a whole number from 2 to 9"),
        ("integer", 10, "a whole number from 2 to 9"),
        ("integer", 2.5, "a whole number from 2 to 9"),
        ("integer", True, "a whole number from 2 to 9"),
        ("integer", "5", "a whole number from 2 to 9"),
        ("number", float("nan"), "a number from 0.5 to 2"),
        ("number", 2.1, "a number from 0.5 to 2"),
        ("boolean", 1, "true or false"),
        ("boolean", None, "true or false"),
        ("range", [2, 1], "two numbers, the lower first, where null leaves an end open: [0, 10] or [null, 10]"),
        ("range", [1], "two numbers, the lower first, where null leaves an end open: [0, 10] or [null, 10]"),
        ("range", "12", "two numbers, the lower first, where null leaves an end open: [0, 10] or [null, 10]"),
        (
            "range",
            [1, float("inf")],
            "two numbers, the lower first, where null leaves an end open: [0, 10] or [null, 10]",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_what_does(kind: str, value: object, allowed: str) -> None:
    assert KINDS[kind].refuses(value) == f"{value!r} does not fit; it takes {allowed}"


@pytest.mark.parametrize(
    ("kind", "fields", "complaint"),
    [
        ("choice", {"choices": ("a", "b"), "default": "c"}, "the default of it: 'c' does not fit"),
        ("choice", {}, "it is of kind choice, which takes choices"),
        ("integer", {"min": 1}, "it is of kind integer, which takes max and min"),
        ("boolean", {"max_length": 3}, "it is of kind boolean, which takes no bounds"),
    ],
)
def test_an_option_whose_bounds_do_not_fit_its_kind_is_not_valid(
    kind: str, fields: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        option(kind, **fields)


def test_every_option_gets_its_default(catalogue: Catalogue) -> None:
    chart = catalogue.get("bar")
    assert chart.validate_options({}) == {option.name: option.default for option in chart.options}


def test_given_values_replace_defaults_and_the_rest_stays(catalogue: Catalogue) -> None:
    full = catalogue.get("bar").validate_options({"top_n": 5, "sort": "descending"})
    assert (full["top_n"], full["sort"], full["aggregation"]) == (5, "descending", "mean")


def test_every_refused_line_is_listed(catalogue: Catalogue) -> None:
    with pytest.raises(InvalidError) as refused:
        catalogue.get("bar").validate_options({"top_n": 99, "sorted": "x", "sort": "random", "title": "fine"})
    assert refused.value.reason is Reason.INVALID
    assert [(violation.field, violation.message) for violation in refused.value.violations] == [
        ("options.top_n", "99 does not fit; it takes a whole number from 1 to 60"),
        ("options.sorted", "bar has no such option; nearest: sort, color, other"),
        ("options.sort", "'random' does not fit; it takes one of data, descending, ascending, label"),
    ]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


@given(
    chart_id=st.sampled_from(sorted(CATALOGUE.charts)),
    values=st.dictionaries(st.sampled_from(["title", "top_n", "y_range", "sort", "log_y", "legend", "x"]), json_values),
)
def test_any_json_is_either_taken_whole_or_refused_by_name(chart_id: str, values: dict[str, object]) -> None:
    chart = CATALOGUE.get(chart_id)
    refused = {name for name, value in values.items() if not takes(chart.option(name), value)}
    if refused:
        with pytest.raises(InvalidError) as error:
            chart.validate_options(values)
        assert {violation.field for violation in error.value.violations} == {f"options.{name}" for name in refused}
    else:
        full = chart.validate_options(values)
        assert set(full) == {option.name for option in chart.options}
        assert chart.validate_options(full) == full


def takes(asked: Option | None, value: object) -> bool:
    return asked is not None and asked.refuses(value) is None
