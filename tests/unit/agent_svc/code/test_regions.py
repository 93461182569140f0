"""Locating the protected parts of a script in all of its forms."""

from __future__ import annotations

from agent_svc.code.bind import bind
from agent_svc.code.loader import load
from agent_svc.code.regions import locate
from agent_svc.code.theme import Theme


def texts_of(source: str) -> list[str]:
    return [source[span.start : span.end] for span in locate(source).protected]


def test_a_catalogue_scripts_regions_are_its_placeholders(script: str) -> None:
    assert texts_of(script) == [
        "use_theme()",
        "df = load_user_data()",
        "roles = load_roles()",
        "options = load_options()",
        'fig.savefig(f"plot-{THEME}.png")',
    ]


def test_a_bound_scripts_regions_are_what_replaced_them(script: str, theme_block: str) -> None:
    run_form = load(bind(script, theme_block, {"x": "Größe"}, {"title": "é"}, Theme.DARK), [])
    theme, data, roles, options, save = texts_of(run_form)

    assert theme.startswith('THEME = "dark"')
    assert theme.endswith("fig.suptitle(wrapped(title))")
    assert data.startswith("df = pd.read_csv(")
    assert roles == 'roles = {"x": "Größe"}'
    assert options == 'options = {"title": "é"}'
    assert save.startswith("fig.savefig(")


def test_regions_are_right_behind_wide_characters_on_the_same_line(script: str) -> None:
    assert texts_of(script.replace("use_theme()\n", '"数据 🎉"; use_theme()\n'))[0] == "use_theme()"
