"""The page of the gallery: one HTML file that needs nothing else, pictures side by side with their findings."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from agent_svc.gallery.picture import Drawn

_STYLE: Final = """
:root { color-scheme: light dark; --line: #c9ccd1; --muted: #5c6370; --bad: #a8321f; --odd: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --line: #3a3f47; --muted: #9aa3b0; --bad: #ff9c8a; --odd: #e5b45c; } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 1700px; padding: 1.5rem; }
nav { columns: 8rem auto; font-size: .9rem; margin: 1rem 0 2rem; }
nav a { display: block; }
section { border-top: 1px solid var(--line); padding: 1rem 0 1.5rem; }
h2 { font-size: 1.15rem; margin: 0 0 .6rem; }
h2 small { color: var(--muted); font-weight: 400; }
.pair { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); margin-bottom: 1rem; }
figure { margin: 0; }
img { border: 1px solid var(--line); display: block; height: auto; width: 100%; }
figcaption { color: var(--muted); font-size: .85rem; padding-top: .3rem; }
figcaption p { margin: .15rem 0; }
.attention { color: var(--odd); }
.block, .failed { color: var(--bad); }
""".strip()


def page(drawn: Sequence[Drawn], missing: Sequence[str]) -> str:
    """The HTML text: charts by id, then libraries, then themes; `missing` are charts without an example."""
    charts = sorted({one.chart for one in drawn})
    odd = [one for one in drawn if one.status != "ok"]
    noun = "chart" if len(charts) == 1 else "charts"
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Plotlane: gallery</title>',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<style>{_STYLE}</style></head><body>",
        "<h1>Gallery</h1>",
        f"<p>{len(drawn)} pictures of {len(charts)} {noun}; {len(drawn) - len(odd)} are ok.</p>",
        *([f"<p>Without an example: {escape(', '.join(missing))}.</p>"] if missing else []),
        *_odd_ones(odd),
        "<nav>",
        *(f'<a href="#{escape(chart)}">{escape(chart)}</a>' for chart in charts),
        "</nav>",
    ]
    for chart in charts:
        parts += _chart(chart, [one for one in drawn if one.chart == chart])
    return "\n".join([*parts, "</body></html>", ""])


def _odd_ones(odd: Sequence[Drawn]) -> Iterator[str]:
    if odd:
        yield "<ul>"
        for one in sorted(odd, key=lambda one: (one.chart, one.library, one.theme)):
            where = escape(f"{one.chart}, {one.library}, {one.theme}")
            yield f'<li class="failed"><a href="#{escape(one.chart)}">{where}</a>: {escape(one.status)}</li>'
        yield "</ul>"


def _chart(chart: str, drawn: Sequence[Drawn]) -> Iterator[str]:
    yield f'<section id="{escape(chart)}">'
    for library in sorted({one.library for one in drawn}):
        yield f"<h2>{escape(chart)} <small>{escape(library)}</small></h2>"
        yield '<div class="pair">'
        for one in sorted((one for one in drawn if one.library == library), key=lambda one: one.theme, reverse=True):
            yield from _figure(one)
        yield "</div>"
    yield "</section>"


def _figure(one: Drawn) -> Iterator[str]:
    yield "<figure>"
    if one.webp:
        source = base64.b64encode(one.webp).decode("ascii")
        label = escape(f"{one.chart} drawn with {one.library}, {one.theme}")
        yield f'<img alt="{label}" src="data:image/webp;base64,{source}" loading="lazy">'
    word = "" if one.status == "ok" else f' <span class="failed">{escape(one.status)}: {escape(one.detail)}</span>'
    yield f"<figcaption><p>{escape(one.theme)}{word}</p>"
    for finding in one.findings:
        text = f"{escape(finding.gate)}: {escape(finding.message)}"
        yield f'<p class="{escape(finding.severity)}">{text}</p>'
    yield "</figcaption></figure>"
