"""docs/charts.md: every chart with all that its chart.yaml says."""

from __future__ import annotations

import re
from functools import cache

from agent_svc.catalogue.page import page
from tests_support.shipped import shipped_catalogue

CATALOGUE = shipped_catalogue()


@cache
def text() -> str:
    return page(CATALOGUE, {"bar"}, "note\n\n")


def section(chart: str) -> str:
    (found,) = re.findall(rf"^## {chart}\n(.*?)(?=^## |\Z)", text(), flags=re.DOTALL | re.MULTILINE)
    return str(found)


def test_every_chart_has_a_section_with_its_roles_options_and_libraries() -> None:
    for chart in CATALOGUE.charts.values():
        said = section(chart.id)
        for role in chart.roles:
            assert f"`{role.name}" in said, chart.id
        for option in chart.options:
            assert f"`{option.name}`" in said, chart.id
        assert f"Libraries: {', '.join(chart.libraries)}." in said


def test_why_a_library_cannot_draw_a_chart_is_said() -> None:
    for chart in CATALOGUE.charts.values():
        for library, why in chart.not_in.items():
            assert f"* not in {library}: {why}" in section(chart.id)
        for library, options in chart.unsupported.items():
            for name, why in options.items():
                assert f"* in {library} `{name}` has no effect: {why}" in section(chart.id)


def test_only_charts_that_were_drawn_have_a_picture() -> None:
    assert re.findall(r"!\[.*\]\((.*)\)", text()) == ["images/charts/bar.webp"]


def test_an_option_of_most_charts_is_described_once() -> None:
    common, rest = text().split("## Options of most charts")[1].split("\n## ", 1)
    assert "`title`" in common
    assert not re.search(r"^\| `title` \|", rest, flags=re.MULTILINE)


def test_tables_have_as_many_cells_in_every_row() -> None:
    for table in re.findall(r"(?:^\|.*\n)+", text(), flags=re.MULTILINE):
        widths = {len(re.split(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1, table
