"""The header of plot.py."""

from __future__ import annotations

import ast

from agent_svc.code.export import with_header

RUN_FORM = '"""A chart."""\n\nTHEME = "dark"\n'
VERSIONS = {"pandas": "3.1.1", "python": "3.11.7", "numpy": "2.4.6", "matplotlib": "3.11.2", "seaborn": "0.13.2"}


def headed(run_form: str = RUN_FORM, versions: dict[str, str] = VERSIONS, font: str = "DejaVu Sans") -> str:
    return with_header(run_form, chart_id="scatter", library="matplotlib", versions=versions, font=font)


def test_the_header_names_chart_theme_versions_font_and_how_to_run_it() -> None:
    assert headed() == (
        "# Made by Plotlane: scatter (matplotlib)\n"
        "# Theme: dark\n"
        "# Versions: python 3.11.7, matplotlib 3.11.2, numpy 2.4.6, pandas 3.1.1, seaborn 0.13.2\n"
        "# Font: DejaVu Sans\n"
        "# Run it with `python plot.py` in a folder that holds data.csv; it writes its picture there.\n"
        "\n" + RUN_FORM
    )


def test_what_is_not_known_is_not_claimed() -> None:
    text = headed(versions={}, font="")

    assert "Versions" not in text
    assert "Font" not in text


def test_the_program_under_the_header_is_the_same_program() -> None:
    assert ast.dump(ast.parse(headed())) == ast.dump(ast.parse(RUN_FORM))


def test_a_version_with_a_line_break_stays_in_its_comment() -> None:
    assert ast.dump(ast.parse(headed(versions={"python": "3\nimport os"}))) == ast.dump(ast.parse(RUN_FORM))
