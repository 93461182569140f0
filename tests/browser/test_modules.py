"""The page's pure modules, run where they live: in the browser."""

from __future__ import annotations

import pytest

from tests.browser.conftest import OpenWindow

CODE = """import numpy as np
@cache
def f(x="a\\"b"):  # “why”
    return f'''{x}
''' + 1.5e3 if x else largest(ä)
"open"""
STREAM = (
    'id: 7\r\nevent: status\r\ndata: {"step": "queued"}\r\n\r\n'
    ": ping\r\n\r\n"
    'event: message\ndata: {"text":\ndata: "ü"}\n\n'
)


def run(open_window: OpenWindow, page_url: str, module: str, expression: str, value: object = None) -> object:
    """What `expression` over the module `m` and the value `v` is."""
    page = open_window(page_url).page
    return page.evaluate(
        f"async (v) => {{ const m = await import('/static/js/{module}.js'); return {expression}; }}", value
    )


def test_coloured_code_is_the_code_again(open_window: OpenWindow, page_url: str) -> None:
    pieces = run(open_window, page_url, "python_tokens", "m.pythonTokens(v)", CODE)
    assert isinstance(pieces, list)
    assert "".join(text for _, text in pieces) == CODE
    kinds = {text: kind for kind, text in pieces}
    assert (kinds["import"], kinds["@cache"], kinds["# “why”"]) == ("keyword", "decorator", "comment")
    assert (kinds['"a\\"b"'], kinds["1.5e3"], kinds["largest"], kinds['"open']) == (
        "string",
        "number",
        "call",
        "string",
    )


@pytest.mark.parametrize(("stop", "said"), [("m.wasStopped()", "done at try 3"), ("", "run_active at try 1")])
def test_a_change_after_a_stop_waits_for_what_was_stopped_and_no_other_does(
    open_window: OpenWindow, page_url: str, stop: str, said: str
) -> None:
    program = f"""(async () => {{
      let tries = 0;
      const work = async () => {{
        tries += 1;
        if (tries < 3) throw Object.assign(new Error(), {{ code: "run_active" }});
        return "done";
      }};
      {stop};
      return `${{await m.onceFree(work).catch((error) => error.code)}} at try ${{tries}}`;
    }})()"""
    assert run(open_window, page_url, "stopped", program) == said


def test_events_survive_any_cut_of_the_stream(open_window: OpenWindow, page_url: str) -> None:
    program = "(() => { const p = new m.EventParser(); return [...v].flatMap((c) => p.feed(c)); })()"
    assert run(open_window, page_url, "sse", program, STREAM) == [
        {"id": "7", "name": "status", "data": {"step": "queued"}},
        {"id": "7", "name": "message", "data": {"text": "ü"}},
    ]


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (
            {"code": "run_limit", "details": {"cap": "2", "count": "2"}},
            "You already have 2 plots or data runs in progress in other windows; "
            "wait until one finishes, then try again.",
        ),
        (
            {"code": "run_limit", "message": "you already have 50 sessions; delete one", "details": {"limit": "50"}},
            "you already have 50 sessions; delete one",
        ),
        (
            {"code": "rate_limited", "details": {"limit": "10"}, "retryAfter": 41},
            "That was too quick: at most 10 a minute are possible. Wait 41 seconds, then try again.",
        ),
        (
            {"code": "capacity", "details": {"waiting": "60", "estimated_wait_s": "600"}, "retryAfter": 120},
            "The queue is full: 60 plots waiting; a new one would wait about 10 minutes. Try again in 2 minutes.",
        ),
        ({"code": "invalid", "message": "Row 7 has 4 cells."}, "Row 7 has 4 cells."),
    ],
)
def test_a_problem_says_what_to_do_with_its_numbers(
    open_window: OpenWindow, page_url: str, error: dict[str, object], text: str
) -> None:
    assert run(open_window, page_url, "problems", "m.explain(v).text", error) == text
