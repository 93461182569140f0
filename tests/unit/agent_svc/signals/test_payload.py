"""Payloads: bounded in size, depth and numbers before they are kept."""

from __future__ import annotations

from typing import Any

import pytest

from agent_svc.signals import InvalidSignalError
from agent_svc.signals.payload import MAX_DEPTH, check_signal, digest_of


def nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {}
    for _ in range(depth):
        value = {"in": value}
    return value


@pytest.mark.parametrize("payload", [{}, {"a": [1, 2.5, None, True, "ü" * 100_000]}, nested(MAX_DEPTH)])
def test_an_ordinary_payload_is_let_through(payload: dict[str, Any]) -> None:
    check_signal("order_1-a", payload)


@pytest.mark.parametrize(
    ("signal_id", "payload", "said"),
    [
        ("", {}, "1 to 128 letters"),
        ("a b", {}, "1 to 128 letters"),
        ("x" * 129, {}, "1 to 128 letters"),
        ("a", {"a": "x" * 524_288}, "larger than 512 KB"),
        ("a", nested(MAX_DEPTH + 1), "deeper than 16"),
        ("a", {"a": [float("nan")]}, "not finite"),
        ("a", {"a": {"b": float("inf")}}, "not finite"),
        ("a", {"x" * 129: 1}, "longer than 128 characters"),
    ],
)
def test_what_cannot_be_kept_is_refused_with_the_bound(signal_id: str, payload: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidSignalError) as refused:
        check_signal(signal_id, payload)
    assert said in " ".join(each.message for each in refused.value.violations)


def test_the_digest_tells_content_from_content_and_not_order_from_order() -> None:
    assert digest_of("a", {"x": 1, "y": 2}) == digest_of("a", {"y": 2, "x": 1})
    assert len({digest_of("a", {"x": 1}), digest_of("b", {"x": 1}), digest_of("a", {"x": "1"})}) == 3
