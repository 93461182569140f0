"""The units of cells on the labels of pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from agent_svc.code.theme import Theme
from agent_svc.code.units import names_with_units
from agent_svc.code.unload import working_form_of
from agent_svc.data import read
from agent_svc.data.column import Column, ColumnType
from agent_svc.pipeline.deadline import Deadline
from agent_svc.pipeline.outcome import PlotStatus
from agent_svc.pipeline.render import Renderer
from agent_svc.pipeline.run import render_theme, run_pipeline
from agent_svc.pipeline.spec import PlotSpec
from agent_svc.pipeline.units import shown_names

MakeSpec = Callable[..., PlotSpec]


def column(name: str, unit: str | None) -> Column:
    return Column(name, ColumnType.NUMBER, unit, name)


def shown(name: str, unit: str | None) -> str:
    return shown_names([column(name, unit)], {"x": (name,)}).get(name, name)


@pytest.mark.parametrize(
    ("name", "unit", "label"),
    [
        ("Gewicht", "kg", "Gewicht (kg)"),
        ("Anteil", "%", "Anteil (%)"),
        ("Preis", "€", "Preis (€)"),
        ("Umsatz", "EUR", "Umsatz (EUR)"),
        ("Zahl der Hiebe", "h", "Zahl der Hiebe (h)"),
        ("Weight (t)", "kg", "Weight (t) (kg)"),
    ],
)
def test_a_unit_that_the_name_does_not_tell_stands_behind_it(name: str, unit: str, label: str) -> None:
    assert shown(name, unit) == label


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        *(("Gewicht (kg)", "kg"), ("Gewicht [KG]", "kg"), ("weight_kg", "kg"), ("产量（吨）", "吨"), ("Share%", "%")),
        *(("Anteil in Prozent", "%"), ("Preis in Euro", "€"), ("Price EUR", "€"), ("Dauer h", "h"), ("Menge", None)),
    ],
)
def test_a_name_that_tells_the_unit_stays(name: str, unit: str | None) -> None:
    assert shown(name, unit) == name


def test_no_name_is_given_twice() -> None:
    columns = [column("Gewicht", "kg"), column("Gewicht (kg)", "kg")]

    assert shown_names(columns, {"y": ("Gewicht", "Gewicht (kg)")}) == {}


def test_columns_that_are_not_drawn_keep_their_names() -> None:
    assert shown_names([column("Gewicht", "kg"), column("Preis", "€")], {"x": ("Preis",)}) == {"Preis": "Preis (€)"}


def plot_of(
    spec: MakeSpec, chart_id: str, text: str, bindings: Mapping[str, tuple[str, ...]], **more: object
) -> PlotSpec:
    table = read(text)
    return spec(chart_id, columns=table.columns, data_csv=table.csv, bindings=bindings, **more)


async def test_a_picture_with_units_agrees_with_the_data_in_both_themes(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline
) -> None:
    text = "Sorte;Rang;Netto;Brutto\nA;2;12 kg;13 kg\nB;1;15 kg;16,5 kg\nC;3;9 kg;11 kg\n"
    wanted = plot_of(spec, "bar-grouped", text, {"x": ("Sorte",), "y": ("Netto", "Brutto")})
    made = await run_pipeline(wanted, renderer, deadline, lambda step, attempt: None)

    assert (made.status, made.findings) == (PlotStatus.OK, ())
    assert '"y": ["Netto (kg)", "Brutto (kg)"]' in made.run_form
    assert names_with_units(made.run_form) == {"Netto": "Netto (kg)", "Brutto": "Brutto (kg)"}
    assert working_form_of(made.run_form) == made.working_form
    assert wanted.chart is not None
    dark = await render_theme(
        made.run_form,
        wanted.data_csv,
        Theme.DARK,
        chart=wanted.chart,
        library="matplotlib",
        renderer=renderer,
        deadline=deadline,
        bindings=wanted.bindings,
        options={},
    )
    assert (dark.status, dark.findings) == (PlotStatus.OK, ())


async def test_a_series_is_highlighted_by_the_name_of_its_column(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline
) -> None:
    text = "Jahr,Umsatz,Kosten\n2020,€ 5,€ 4\n2021,€ 7,€ 5\n2022,€ 8,€ 9\n"
    bindings = {"x": ("Jahr",), "y": ("Umsatz", "Kosten")}
    wanted = plot_of(spec, "line-multi", text, bindings, options={"highlight": "Kosten", "y_label": "Umsatz"})
    made = await run_pipeline(wanted, renderer, deadline, lambda step, attempt: None)

    assert made.status is PlotStatus.OK
    assert '"highlight": "Kosten (€)"' in made.run_form
    assert '"y_label": "Umsatz"' in made.run_form


async def test_data_whose_cells_carry_no_units_any_more_is_drawn_in_the_code_that_was_changed(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline
) -> None:
    bindings = {"x": ("a",), "y": ("b",)}
    first = plot_of(spec, "scatter", "a,b,n\n1 m,2 s,1\n2 m,3 s,2\n3 m,5 s,3\n", bindings)
    made = await run_pipeline(first, renderer, deadline, lambda step, attempt: None)
    plain = read("a,b,n\n1,2,1\n2,3,2\n3,5,3\n")
    again = replace(first, columns=plain.columns, data_csv=plain.csv, previous=working_form_of(made.run_form))
    after = await run_pipeline(again, renderer, deadline, lambda step, attempt: None)

    assert (after.status, names_with_units(after.run_form)) == (PlotStatus.OK, {})


async def test_a_unit_that_looks_like_code_is_only_a_name(
    spec: MakeSpec, renderer: Renderer, deadline: Deadline
) -> None:
    columns = (column("__class__", "{0.x}"), column("b", None))
    wanted = spec(columns=columns, data_csv="__class__,b\n1,2\n3,4\n", bindings={"x": ("__class__",), "y": ("b",)})
    made = await run_pipeline(wanted, renderer, deadline, lambda step, attempt: None)

    assert made.status is PlotStatus.OK
