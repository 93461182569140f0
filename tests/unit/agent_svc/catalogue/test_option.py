"""Options: what each kind takes, and what it says when it refuses."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agent_svc.catalogue import Catalogue, Option
from agent_svc.errors import InvalidError
from plotlane_kit.errors import Reason
from tests_support.shipped import shipped_catalogue

CATALOGUE = shipped_catalogue()


def option(kind: Any, **fields: Any) -> Option:
    return Option(name="it", title="It", description="What it is.", kind=kind, **fields)


RANGE = "two numbers, the lower first, within ±1e100, null for an open end: [0, 10] or [null, 10]"
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
        ("text", "\U0001f9d1\u200d\U0001f680", "\U0001f9d1\u200d\U0001f680"),
        ("text", "\u2764\ufe0f\u200d\U0001f525", "\u2764\ufe0f\u200d\U0001f525"),
        ("text", "می\u200cش", "می\u200cش"),
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
        ("text", "a\u202eb", "text of at most 5 characters, without control characters"),
        ("text", "a\u200db", "text of at most 5 characters, without control characters"),
        ("text", "\U0001f680\u200d", "text of at most 5 characters, without control characters"),
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
        ("range", [2, 1], RANGE),
        ("range", [1], RANGE),
        ("range", "12", RANGE),
        ("range", [1, float("inf")], RANGE),
        ("range", [-1e308, 1e308], RANGE),
        ("range", [None, -1e300], RANGE),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_what_does(kind: str, value: object, allowed: str) -> None:
    assert KINDS[kind].refuses(value) == f"{value!r} does not fit; it takes {allowed}"


@pytest.mark.parametrize(("kind", "value"), [("range", [0, 10**400]), ("number", 10**400), ("integer", -(10**400))])
def test_a_whole_number_that_no_float_holds_is_refused(kind: str, value: object) -> None:
    refusal = KINDS[kind].refuses(value)
    assert refusal is not None
    assert refusal.endswith(f"... does not fit; it takes {KINDS[kind].allowed}")


def test_whole_ends_of_a_range_that_numpy_would_take_for_objects_become_floats() -> None:
    ends = KINDS["range"].clean([-(10**19), 7])
    assert isinstance(ends, list)
    assert [type(end) for end in ends] == [float, int]


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
