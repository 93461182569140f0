"""The numbers gate: what is written beside marks is what is drawn."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from agent_svc.gates.base import Severity
from agent_svc.gates.number_marks import number_marks_of
from agent_svc.gates.numbers import NumbersGate
from agent_svc.gates.written import written
from tests_support.drawing import Change, asked_for, drawn, replaced

FRAME = pd.DataFrame(
    {
        "Jahr": [2019, 2020, 2021, 2022] * 3,
        "Ort": list("aaaabbbbcccc"),
        "Dosis": np.linspace(1, 40, 12),
        "Wert": np.linspace(-3, 1900, 12),
    }
)
PLOTS: dict[str, dict[str, str | list[str]]] = {
    "bar": {"x": "Jahr", "y": "Wert"},
    "bar-stacked": {"x": "Jahr", "y": ["Wert"], "group": "Ort"},
    "heatmap": {"x": "Jahr", "y": "Ort", "value": "Wert"},
    "donut": {"category": "Ort", "value": "Dosis"},
    "line": {"x": "Dosis", "y": ["Wert"]},
    "pie": {"category": "Ort", "value": "Dosis"},
    "pyramid": {"x": "Jahr", "y": ["Dosis", "Wert"]},
    "scatter": {"x": "Dosis", "y": ["Wert"]},
}
AT_END = '\nfig.savefig(f"plot-'


def said(chart: str, change: Change | None = None, options: dict[str, object] | None = None) -> list[tuple[str, str]]:
    evidence = drawn(asked_for(chart, FRAME, PLOTS[chart], options), change)
    return [(finding.severity, finding.message) for finding in NumbersGate().judge(evidence).findings]


def added(code: str) -> Change:
    return replaced(AT_END, f"\n{code}{AT_END}")


@pytest.mark.parametrize("chart", PLOTS)
def test_the_catalogues_numbers_are_where_they_stand(chart: str) -> None:
    assert said(chart) == []


def test_a_logarithmic_axis_with_powers_of_ten_passes() -> None:
    assert said("scatter", options={"log_x": True}) == []


@pytest.mark.parametrize(
    ("chart", "code", "message"),
    [
        ("scatter", 'ax.set_xticks([10, 20, 30], ["10", "200", "3000"])', "The tick “200” of the x axis stands at 20."),
        ("bar", 'ax.set_yticks([0, 500, 900], ["0", "500", "1,000"])', "The tick “1,000” of the y axis stands at 900."),
        ("bar", 'ax.texts[0].set_text("99")', "“99” is written on a mark that is "),
        ("heatmap", 'ax.texts[0].set_text("99")', "“99” is written on a mark that is −3".replace("−", "-")),
    ],
)
def test_a_number_that_is_written_at_another_is_found(chart: str, code: str, message: str) -> None:
    ((severity, told),) = said(chart, added(code))

    assert severity == Severity.ATTENTION
    assert told.startswith(message)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ('ax.texts[0].set_text("1,900")', "“1,900” is written on a mark that is "),
        ('ax.set_yticks([0, 500, 1500], ["0", "500", "1,500"])', "The tick “1,500” of the y axis stands at 1.500."),
    ],
)
def test_an_english_number_in_a_german_picture_is_found(code: str, message: str) -> None:
    ((_, told),) = said("bar", added(code), {"number_format": "1.234,5"})

    assert told.startswith(message)


@pytest.mark.parametrize("chart", ["pie", "donut"])
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('ax.texts[0].set_text("a\\n99.0 %")', "99.0 %” is written at a slice that is "),
        (
            'text = next(text for text in ax.texts if "(" in text.get_text())\n'
            'text.set_text(text.get_text().split("(")[0] + "(7)")',
            "(7)” is written at a slice that is ",
        ),
    ],
)
def test_a_share_or_an_amount_that_is_not_its_slices_is_found(chart: str, code: str, told: str) -> None:
    ((severity, message),) = said(chart, added(code), {"show_values": True})

    assert severity == Severity.ATTENTION
    assert told in message


def test_a_colour_bar_of_another_range_than_the_colours_is_found() -> None:
    other = "fig.colorbar(mpl.cm.ScalarMappable(mpl.colors.Normalize(0, 9)), cax=fig.axes[-1])"
    ((severity, message),) = said("heatmap", added(f"import matplotlib as mpl\nfig.axes[-1].clear()\n{other}"))

    assert severity == Severity.ATTENTION
    assert message.startswith("The colour bar goes from 0 to 9; the colours go from ")


@pytest.mark.parametrize("chart", ["pie", "donut"])
def test_amounts_beside_slices_pass_when_they_are_theirs(chart: str) -> None:
    assert said(chart, options={"show_values": True}) == []


@pytest.mark.parametrize(
    "code",
    [
        'ax.set_yticks([0, 500, 1000], ["0", "0.5 k", "1 k"])',
        'ax.set_yticks([0, 500, 1000], ["none", "some", "much"])',
        'ax.set_yticks([0, 333.3333, 1000], ["0", "333", "1000"])',
        'ax.text(1, 1200, "n = 3")',
    ],
)
def test_other_ways_to_write_the_same_pass(code: str) -> None:
    assert said("bar", added(code)) == []


@pytest.mark.parametrize(
    ("text", "value"),
    [
        *(("−1,200", -1200), ("3.4 M", 3.4e6), ("2.5×10⁻⁷", 2.5e-7), ("12 %", 12), ("12%", 12), ("1.5 Mio.", 1.5e6)),
        *(("10⁵", None), ("n = 3", None), ("1.2.3", None), ("", None), ("9" * 41, None), ("5 kg", None)),
    ],
)
def test_a_text_is_a_number_or_it_is_none(text: str, value: float | None) -> None:
    number = written(text)

    assert (None if number is None else pytest.approx(number.value)) == value


@pytest.mark.parametrize(
    ("number_format", "text", "value"),
    [
        *(("1.234,5", "−1.200,5", -1200.5), ("1.234,5", "1,234", 1.234), ("1.234,5", "2,5×10⁻⁷", 2.5e-7)),
        *(("1.234,5", "12,5 %", 12.5), ("1.234,5", "1,234.5", None), ("1.234,5", "1.23", None)),
        *(("1 234,5", "1\u202f200,5", 1200.5), ("1 234,5", "1\u00a0200 M", 1.2e9), ("1 234,5", "12 34", None)),
        *(("1’234.5", "1’200.5", 1200.5), ("1’234.5", "1,200", None), ("auto", "1,200", 1200)),
    ],
)
def test_a_number_is_read_by_the_marks_of_its_picture(number_format: str, text: str, value: float | None) -> None:
    number = written(text, number_marks_of({"number_format": number_format}))

    assert (None if number is None else pytest.approx(number.value)) == value
