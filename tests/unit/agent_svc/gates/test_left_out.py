"""The left-out gate: records that no mark can stand for are counted, by the column that lacks."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from agent_svc.catalogue.readback import Readback
from agent_svc.gates.base import Asked, Evidence, Severity
from agent_svc.gates.left_out import LeftOutGate
from agent_svc.gates.readback.table import records
from tests_support.drawing import asked_for


def noted(asked: Asked | None) -> list[str]:
    findings = LeftOutGate().judge(Evidence("", "", b"", None, (640, 360), "#ffffff", asked)).findings
    assert all(finding.severity is Severity.NOTE for finding in findings)
    return [finding.message for finding in findings]


def test_records_without_a_category_are_counted() -> None:
    frame = pd.DataFrame({"unit": ["IT", None, None, "HR", None], "cost": [100, 120, 90, 50, 55]})

    assert noted(asked_for("bar", frame, {"x": "unit", "y": "cost"})) == [
        "3 of 5 records have no “unit” and are not drawn."
    ]


def test_infinite_values_are_counted() -> None:
    frame = pd.DataFrame({"x": [1.0, 2.0, np.inf], "y": [3.0, -np.inf, 4.0]})

    assert noted(asked_for("scatter", frame, {"x": "x", "y": "y"})) == [
        "1 of 3 values of “x” is infinite and not drawn.",
        "1 of 3 values of “y” is infinite and not drawn.",
    ]


def test_a_record_without_a_place_and_a_value_is_no_loss() -> None:
    frame = pd.DataFrame({"unit": ["IT", None], "cost": [100, None]})

    assert noted(asked_for("bar", frame, {"x": "unit", "y": "cost"})) == []


def test_a_missing_value_alone_is_no_loss() -> None:
    frame = pd.DataFrame({"unit": ["IT", "HR"], "cost": [100, None]})

    assert noted(asked_for("bar", frame, {"x": "unit", "y": "cost"})) == []


def test_a_whole_table_has_no_note() -> None:
    frame = pd.DataFrame({"unit": ["IT", "HR"], "cost": [100, 3], "on": [True, False]})

    assert noted(asked_for("bar", frame, {"x": "on", "y": "cost"})) == []


def test_a_table_that_the_read_back_has_parsed_is_not_parsed_again_and_stays_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    frame = pd.DataFrame({"unit": ["IT", None, "HR"], "cost": [100, 120, np.inf]})
    asked = asked_for("bar", frame, {"x": "unit", "y": "cost"})
    assert isinstance(asked.chart.readback, Readback)
    records(asked, asked.chart.readback)
    parsed = asked.frame.copy()
    monkeypatch.delattr(pd, "read_csv")

    assert len(noted(asked)) == 2
    pd.testing.assert_frame_equal(asked.frame, parsed)


def test_without_knowing_what_was_asked_nothing_is_noted() -> None:
    assert noted(None) == []
