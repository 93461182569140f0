"""Which SVGs are handed out: those that libraries draw, and none that runs, moves or loads something."""

from __future__ import annotations

import io

import matplotlib as mpl
import pytest

mpl.use("Agg")

from matplotlib.figure import Figure

from renderer_svc.svg import svg_complaint

_OPEN = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'


def complaint(inner: str) -> str | None:
    """What is wrong with an SVG that holds `inner`."""
    return svg_complaint(f"{_OPEN}{inner}</svg>".encode())


@pytest.mark.parametrize(
    "inner",
    [
        '<g clip-path="url(#a)" style="fill: url(\'#b\'); stroke-width: 2"><path d="M 0 0 L 1 1"/></g>',
        '<use xlink:href="#m1" x="3" y="4"/><use href="#m1"/>',
        '<image width="2" height="2" xlink:href="data:image/png;base64,iVBORw0KGgo=\nAAAA"/>',
        "<text>onset = 3, online=yes, javascript: a talk, &lt;script&gt;</text>",
        '<text aria-label="url(http://a) \\alpha" class="\\x" data-x="@import">$\\alpha$</text>',
        "<title>url(http://a) @import</title><desc>data: &amp;</desc>",
        '<style type="text/css">*{stroke-linejoin: round} .a{fill:url(#b)}</style>',
        "<style><![CDATA[.a > .b {fill: red}]]></style>",
        "<!-- a < b and c > d -->",
        '<a xlink:href="https://example.org/?a=b#c" target="_blank"><text>source</text></a>',
        '<rect xml:space="preserve" buffered-rendering="static" clip-bounds-jfx="[x]"/>',
    ],
)
def test_what_a_drawing_holds_passes(inner: str) -> None:
    assert complaint(inner) is None


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        ("<script>alert(1)</script>", "it holds the element <script>"),
        ('<s:script xmlns:s="http://www.w3.org/2000/svg"/>', "it holds the element <script>"),
        ('<b:script xmlns:b="http://www.w3.org/1999/xhtml"/>', "it holds the element <script>"),
        ('<foreignObject><b xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>', "it holds the element"),
        ('<g onload="alert(1)"/>', "it holds the attribute onload"),
        ('<g\nONLOAD\n=\n"alert(1)"/>', "it holds the attribute ONLOAD"),
        ('<a xlink:href="javascript:alert(1)"/>', "its element <a> refers to something outside of it"),
        ('<a href="java&#10;script:alert(1)"/>', "its element <a> refers"),
        ('<a href=" &#106;avascript:alert(1)"/>', "its element <a> refers"),
        ('<a><set attributeName="href" to="javascript:alert(1)"/></a>', "it holds the element <set>"),
        ('<a><animate attributeName="href" values="javascript:1"/></a>', "it holds the element <animate>"),
        ('<use href="other.svg#a"/>', "its element <use> refers"),
        ('<use href="data:image/svg+xml;base64,AAAA#a"/>', "its element <use> refers"),
        ('<image href="https://example.org/pixel.png"/>', "its element <image> refers"),
        ('<image href="data:image/svg+xml;base64,AAAA"/>', "its element <image> refers"),
        ('<image href="data:text/html;base64,AAAA"/>', "its element <image> refers"),
        ('<feImage href="#a"/>', "it holds the element <feImage>"),
        ('<g xml:base="https://example.org/"/>', "it holds the attribute base"),
        ('<rect fill="url(https://example.org/a#b)"/>', "its style refers to something outside of it"),
        ("<rect style=\"fill:url( '//example.org' )\"/>", "its style refers"),
        ('<rect style="fill:\\75rl(//example.org)"/>', "its style refers"),
        ("<style>@import 'https://example.org/a.css';</style>", "its style refers"),
        ("<style>@font-face{src: url(#a), url(https://example.org)}</style>", "its style refers"),
        ("<style>a{background:-webkit-image-set('//example.org' 1x)}</style>", "its style refers"),
        ("<style><![CDATA[</style><img src=x>]]></style>", "its style holds elements"),
        ("<title><![CDATA[>><img src=x onerror=alert(1)>]]></title>", "it holds CDATA outside of a style sheet"),
        ("<!--><img src=x onerror=alert(1)>-->", "it holds a comment that hides something"),
        ('<?xml-stylesheet href="a.css"?>', "it holds the instruction <?xml-stylesheet?>"),
        ("<iframe/>", "it holds the element <iframe>"),
        ("<handler/>", "it holds the element <handler>"),
        ('<metadata><a xmlns="http://www.w3.org/1999/xhtml"/></metadata>', "it holds the element <a>"),
        ("<g>" * 300 + "</g>" * 300, "it has too many elements, or too many within each other"),
        ("<unknown/>", "it holds the element <unknown>"),
    ],
)
def test_what_runs_moves_or_loads_is_refused_with_a_word(inner: str, why: str) -> None:
    assert (complaint(inner) or "").startswith(why)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"<svg/>", None),
        (
            b'<?xml version="1.0" encoding="utf-8"?>\n<!-- made -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<svg width="1"/>',
            None,
        ),
        (b"<html><svg/></html>", "it is not an SVG"),
        (b'<svg xmlns="http://www.w3.org/1999/xhtml"/>', "it is not an SVG"),
        (b'<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "it has a document type of its own"),
        (b'<!DOCTYPE svg SYSTEM "http://example.org/a.dtd"><svg>&a;</svg>', "it has entities of its own"),
        (b"<svg>\xff</svg>", "it is not UTF-8"),
        (b'<?xml version="1.0" encoding="iso-2022-jp"?><svg/>', "it says that it is not UTF-8"),
        ("<svg/>".encode("utf-16"), "it is not UTF-8"),
        (b'<svg width="1">', "it is no well-formed XML (line 1)"),
        (b"", "it is no well-formed XML (line 1)"),
        (b"<!--" * 50_000, "it is no well-formed XML (line 1)"),
        (b"<svg>" + b"<g/>" * 400_000 + b"</svg>", "it has too many elements, or too many within each other"),
    ],
)
def test_an_svg_is_one_whole_document_in_utf_8(data: bytes, why: str | None) -> None:
    assert svg_complaint(data) == why


def test_what_matplotlib_writes_passes() -> None:
    figure = Figure()
    axes = figure.subplots()
    axes.imshow([[1, 2], [3, 4]])
    axes.plot([0, 1], label="a < b & onset = 3")
    axes.set_title("onload = 'x'")
    axes.legend()
    written = io.BytesIO()
    figure.savefig(written, format="svg")
    assert svg_complaint(written.getvalue()) is None


@pytest.mark.parametrize(
    ("inner", "why"),
    [
        ('<s:path xmlns:s="http://www.w3.org/2000/svg" d="M 0 0"/>', None),
        ('<g xmlns:xlink="http://www.w3.org/2000/svg"><xlink:path/></g><use xlink:href="#a"/>', None),
        ('<g xmlns:a="u"/><g xmlns="http://www.w3.org/1999/xhtml"/>', "it holds the element <g>"),
        ('<g xmlns:a="u"/><a:g/>', "it has a name with a prefix that it does not declare"),
        ('<g a:b="1"/>', "it has a name with a prefix that it does not declare"),
        ('<g xmlns:xml="u"/>', "it declares a namespace that no SVG has"),
        ('<g xmlns:a=""/>', "it declares a namespace that no SVG has"),
        (
            '<use xlink:href="#a" xmlns:l="http://www.w3.org/1999/xlink" l:href="#b"/>',
            "an element of it has an attribute",
        ),
    ],
)
def test_names_mean_what_their_prefixes_say_where_they_stand(inner: str, why: str | None) -> None:
    found = complaint(inner)
    assert found is None if why is None else (found or "").startswith(why)


def test_a_namespace_of_a_megabyte_is_not_written_in_front_of_a_thousand_attributes() -> None:
    names = " ".join(f'a:b{number}=""' for number in range(1000))
    assert complaint(f'<g xmlns:a="{"u" * (1 << 20)}" {names}/>') == "it declares a namespace that no SVG has"


@pytest.mark.parametrize(
    "where", ["<style>{}</style>", '<path fill="{}"/>'], ids=["in a style sheet", "in an attribute"]
)
def test_blanks_without_end_before_a_reference_cost_no_more_than_their_number(where: str) -> None:
    assert (
        complaint(where.format("url(" + " " * (1 << 20) + "#a)")) is None
    )  # minutes, when each blank is looked at twice
