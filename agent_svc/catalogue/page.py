"""The page: docs/charts.md, written from the catalogue, so that it says what the chart.yaml files say."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from agent_svc.catalogue.chart import Chart, Role
from agent_svc.catalogue.loader import Catalogue
from agent_svc.catalogue.option import Option
from agent_svc.catalogue.readback import Readback

_HEAD: Final = """\
# Charts

{note}What the catalogue can draw: {charts} charts. A *role* is filled by a column of the data (a family by several), an
*option* has the default given here until it is set. How to add a chart: [charts-authoring.md](charts-authoring.md);
what each library leaves out: [libraries.md](libraries.md). `plotlane gallery` draws all of them, in both themes.
"""
#: Options that nearly every chart has in the same words; they are described once.
_COMMON_FROM: Final = 0.6


def page(catalogue: Catalogue, thumbnails: Collection[str], note: str) -> str:
    """The whole page; `thumbnails` are the charts that have a picture at images/charts/<id>.webp."""
    charts = list(catalogue.charts.values())
    common = _common(charts)
    lines = [
        _HEAD.format(charts=len(charts), note=note),
        *_overview(charts),
        "",
        "## Options of most charts\n",
        *_options(common),
        "",
    ]
    for chart in charts:
        lines += _section(chart, catalogue.libraries, common, chart.id in thumbnails)
    return "\n".join(lines)


def _common(charts: list[Chart]) -> list[Option]:
    """Options that most charts have, word for word the same."""
    counts: dict[str, list[Option]] = {}
    for chart in charts:
        for option in chart.options:
            counts.setdefault(option.model_dump_json(), []).append(option)
    return [found[0] for found in counts.values() if len(found) >= _COMMON_FROM * len(charts)]


def _overview(charts: list[Chart]) -> Iterator[str]:
    yield "| chart | draws | required roles | libraries |"
    yield "|---|---|---|---|"
    for chart in charts:
        roles = ", ".join(_role_name(role) for role in chart.roles if role.required)
        yield f"| [{chart.id}](#{chart.id}) | {_cell(chart.title)} | {roles} | {', '.join(chart.libraries)} |"


def _section(chart: Chart, libraries: tuple[str, ...], common: list[Option], pictured: bool) -> Iterator[str]:
    width, height = chart.pixels
    yield f"## {chart.id}\n"
    if pictured:
        yield f"![{chart.title}](images/charts/{chart.id}.webp)\n"
    yield f"{chart.title}. {chart.description} {width} × {height} pixels; {', '.join(chart.tags)}.\n"
    yield "| role | columns | what it does |"
    yield "|---|---|---|"
    for role in chart.roles:
        yield f"| {_role_name(role)} | {_columns(role)} | {_cell(role.description)} |"
    yield ""
    shared = [option.name for option in chart.options if option in common]
    own = [option for option in chart.options if option not in common]
    if shared:
        yield f"Options as most charts have them: {', '.join(f'`{name}`' for name in shared)}.\n"
    if own:
        yield from _options(own)
        yield ""
    yield from _aggregation(chart)
    yield from _libraries(chart, libraries)


def _role_name(role: Role) -> str:
    return f"`{role.name}`" if not role.family else f"`{role.name}1`, `{role.name}2`, …"


def _columns(role: Role) -> str:
    kinds = " or ".join(role.types)
    many = f"{role.min} to {role.max} columns of " if role.family else ""
    return f"{many}{kinds}{'' if role.required else ', optional'}"


def _options(options: list[Option]) -> Iterator[str]:
    yield "| option | takes | default | what it does |"
    yield "|---|---|---|---|"
    for option in options:
        name, default = f"`{option.name}`", _default(option.default)
        yield f"| {name} | {_cell(option.allowed)} | {default} | {_cell(option.description)} |"


def _default(value: object) -> str:
    if value is None:
        return "automatic"
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else _cell(str(value)) or "empty"


def _aggregation(chart: Chart) -> Iterator[str]:
    if chart.aggregation is not None:
        over = " and ".join(f"`{name}`" for name in chart.aggregation.over)
        yield f"Records that share {over} are brought together as the option `{chart.aggregation.option}` says.\n"
    if chart.readback is not None and not isinstance(chart.readback, Readback):
        yield f"What is drawn is not compared with the data: {chart.readback.none}\n"


def _libraries(chart: Chart, libraries: tuple[str, ...]) -> Iterator[str]:
    yield f"Libraries: {', '.join(chart.libraries)}.\n"
    missing = [library for library in sorted({*libraries, *chart.not_in}) if library not in chart.libraries]
    lines = [f"* not in {library}: {chart.not_in[library]}" for library in missing if library in chart.not_in]
    for library, options in sorted(chart.unsupported.items()):
        lines += [f"* in {library} `{name}` has no effect: {why}" for name, why in options.items()]
    yield from lines
    if lines:
        yield ""


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
