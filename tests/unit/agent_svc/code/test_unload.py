"""The working form out of the run form."""

from __future__ import annotations

import pytest

from agent_svc.code.bind import bind
from agent_svc.code.export import with_header
from agent_svc.code.loader import load, loaded_orders
from agent_svc.code.span import ScriptShapeError
from agent_svc.code.theme import Theme
from agent_svc.code.unload import working_form_of
from agent_svc.code.validate import validate
from agent_svc.data.column import Column, ColumnType
from tests_support.shipped import shipped_catalogue

CATALOGUE = shipped_catalogue()
COLUMNS = (
    Column("Monat", ColumnType.TEXT, None, "Monat", ("Jan", "Feb", "Mär")),
    Column("Tag", ColumnType.DATE, None, "Tag"),
    Column("Wert", ColumnType.NUMBER, None, "Wert"),
    Column("Quartal", ColumnType.TEXT, None, "Quartal", tuple(f"Q{n} with a long name" for n in range(1, 9))),
)


@pytest.mark.parametrize("chart_id", sorted(CATALOGUE.charts))
def test_the_working_form_comes_back_as_it_was(chart_id: str) -> None:
    chart = CATALOGUE.get(chart_id)
    roles = {role.name: ["a"] if role.family else "a" for role in chart.roles}
    options = chart.validate_options({})
    form = bind(chart.script("matplotlib"), chart.theme_block("matplotlib"), roles, options, Theme.DARK)
    run_form = with_header(
        load(form, COLUMNS), chart_id=chart_id, library="matplotlib", versions={"python": "3"}, font=""
    )

    assert working_form_of(run_form) == form
    assert load(working_form_of(run_form), COLUMNS) == load(form, COLUMNS)


STEPS = ('df = df[df["Wert"] > 2].reset_index(drop=True)', 'df["root"] = np.sqrt(df["Wert"].where(df["Wert"] > 0))')


def test_data_steps_go_with_the_data_and_come_back_with_it() -> None:
    chart = CATALOGUE.get("scatter")
    roles = {"x": "Wert", "y": ["root"]}
    block = chart.theme_block("matplotlib")
    form = bind(chart.script("matplotlib"), block, roles, chart.validate_options({}), Theme.LIGHT)
    run_form = load(form, COLUMNS, STEPS)

    assert f"# Data steps\n{STEPS[0]}\n{STEPS[1]}\n# End of the data steps\n" in run_form
    assert "import numpy as np" in run_form
    assert validate(run_form) == ()
    again = working_form_of(with_header(run_form, chart_id="scatter", library="matplotlib", versions={}, font=""))
    assert "Data steps" not in again
    assert "\ndf = load_user_data()\n" in again
    assert load(again, COLUMNS, STEPS) == run_form
    assert load(again, COLUMNS) == load(working_form_of(run_form), COLUMNS)


def test_the_orders_of_columns_are_read_from_the_run_form() -> None:
    chart = CATALOGUE.get("bar")
    block = chart.theme_block("matplotlib")
    form = bind(chart.script("matplotlib"), block, {"x": "Monat", "y": "Wert"}, chart.validate_options({}), Theme.LIGHT)
    orders = loaded_orders(load(form, COLUMNS, STEPS))

    assert orders == {column.name: column.order for column in COLUMNS if column.order}


def test_what_is_no_script_of_ours_is_refused() -> None:
    with pytest.raises(ScriptShapeError):
        working_form_of("print(1)")
