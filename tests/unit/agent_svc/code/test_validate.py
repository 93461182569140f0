"""The validator against every way out that is known, and against what plots really need."""

from __future__ import annotations

import importlib
import inspect
import sys
import types
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_svc.code.rules.allowed import MODULES, is_module
from agent_svc.code.validate import Profile, validate

CORPUS = Path(__file__).parent / "corpus"


def programs(rule: str) -> Iterator[tuple[str, str]]:
    """The programs of one corpus file: a title after `###`, then the program."""
    for part in (CORPUS / f"{rule}.txt").read_text(encoding="utf-8").split("### ")[1:]:
        title, _, source = part.partition("\n")
        yield title, source


RULES = sorted(path.stem for path in CORPUS.glob("*.txt") if path.stem not in ("adaptation", "allowed", "library"))
REFUSED = [pytest.param(rule, source, id=f"{rule}: {title}") for rule in RULES for title, source in programs(rule)]
#: The doors of the plot libraries name their rule behind their title.
REFUSED += [
    pytest.param(title.rpartition(" | ")[2], source, id=f"library: {title}") for title, source in programs("library")
]
ADAPTED = [pytest.param(source, id=title) for title, source in programs("adaptation")]
ALLOWED = [pytest.param(source, id=title) for title, source in programs("allowed")]


@pytest.mark.parametrize(("rule", "source"), REFUSED)
def test_every_known_way_out_is_refused_by_its_rule(rule: str, source: str) -> None:
    assert rule in {problem.rule for problem in validate(source)}


@pytest.mark.parametrize("source", ALLOWED)
def test_what_plots_need_is_allowed(source: str) -> None:
    assert validate(source) == ()


@pytest.mark.parametrize("source", ADAPTED)
def test_adapted_code_is_refused_what_a_script_of_the_catalogue_may_do(source: str) -> None:
    assert validate(source) == ()
    assert {problem.rule for problem in validate(source, Profile.ADAPTATION)} == {"adaptation"}


@pytest.mark.parametrize("source", ALLOWED)
def test_what_security_refuses_adaptation_refuses_too(source: str) -> None:
    assert set(validate(source)) <= set(validate(source, Profile.ADAPTATION))


def test_a_problem_names_its_line_and_the_remedy() -> None:
    (problem,) = validate("x = 1\nimport os\n")

    assert (problem.line, problem.rule) == (2, "import")
    assert problem.message == (
        "os may not be imported; allowed are altair, bokeh, cairosvg, datetime, lets_plot, math, matplotlib, numpy, "
        "pandas, plotly, plotnine, pygal, scipy, seaborn, textwrap"
    )


def test_problems_come_in_the_order_of_their_lines() -> None:
    lines = [problem.line for problem in validate("eval('1')\nx.__class__\nimport os\nopen('x')\n")]

    assert lines == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "source",
    [
        "x = '" + "a" * 5_001 + "'",
        "#" * (256 * 1024 + 1),
        "\n" * 5_001,
        "x = " + "(" * 90 + "1" + ")" * 90 + "\ny = " + "-" * 90 + "1",
        "x = " + "[" * 5_000 + "]" * 5_000,
        "x = 10**100000",
        "x = 1 << 99999",
        "x = 9**9**9",
        "x = 0x" + "f" * 300,
        "x = b'raw'",
        "x = [" + "1," * 70_000 + "]",
        "# coding: utf-7\nx = 1",
        "#!/usr/bin/python\n# -*- coding: rot13 -*-",
        "x = 1\r\nimport os",
        "x = 1\rimport os",
        "x = '\x00'",
        "x = 1 # \u202e hidden",
        "x = 1\x0c",
        "a\u200bb = 1",
        "x = '\ud800'",
    ],
    ids=lambda source: repr(source[:24]),
)
def test_a_script_beyond_the_bounds_or_with_hidden_characters_is_refused_as_such(source: str) -> None:
    assert {problem.rule for problem in validate(source)} & {"size", "syntax"}


@given(st.text(max_size=200))
def test_no_text_makes_the_validator_fail(source: str) -> None:
    validate(source)


#: What a library loads as it draws, and has beside its other modules from then on.
LOADED_LATER = {"pandas.offsets": "pandas.tseries.offsets", "plotnine": "plotnine.composition"}


def public_members(path: str) -> Iterator[tuple[str, object]]:
    root, *inner = path.split(".")
    importlib.import_module(LOADED_LATER.get(path, path))
    # pygal puts an old finder in the way of every later import
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "PluginImportFixer"]
    module: object = importlib.import_module(root)
    for part in inner:
        module = getattr(module, part)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of names that the libraries are about to drop
        return iter([(name, getattr(module, name, None)) for name in dir(module) if not name.startswith("_")])


@pytest.mark.parametrize("path", sorted(MODULES))
def test_no_other_module_can_be_reached_from_an_allowed_one(path: str) -> None:
    reached = [
        name
        for name, member in public_members(path)
        if isinstance(member, types.ModuleType)
        and not is_module(f"{path}.{name}")
        and not validate(f"import {root_of(path)}\n{path}.{name}")
    ]

    assert reached == []


FILE_ARGUMENTS = {"file", "fname", "filename", "filepath", "filepath_or_buffer", "path_or_buf", "path", "buf"}
#: Reviewed: these take a shape, an array's memory, an open buffer or the columns of a hierarchy, never a file; a font's
#: file is a refused argument.
REVIEWED = {
    "FancyArrowPatch",
    "FontProperties",
    "PathPatch",
    "TransformedPath",
    "icicle",
    "sunburst",
    "treemap",
    "info",
    "recarray",
    "set_clip_path",
    "split_path_inout",
}


@pytest.mark.parametrize("path", sorted(MODULES))
def test_no_function_of_an_allowed_module_that_takes_a_file_may_be_called(path: str) -> None:
    callable_ones = [
        name
        for name, member in public_members(path)
        if callable(member)
        and FILE_ARGUMENTS & parameters(member)
        and name not in REVIEWED
        and not validate(f"import {root_of(path)}\n{path}.{name}('x')")
    ]

    assert callable_ones == []


FRAMES_AND_FIGURES = ["pandas.DataFrame", "pandas.Series", "pandas.Index", "numpy.ndarray", "matplotlib.pyplot.Figure"]


@pytest.mark.parametrize("owner", FRAMES_AND_FIGURES)
def test_no_method_that_takes_a_file_may_be_called(owner: str) -> None:
    module, _, name = owner.rpartition(".")
    kind = getattr(importlib.import_module(module), name)
    callable_ones = [
        method
        for method in dir(kind)
        if not method.startswith("_")
        and method not in REVIEWED
        and callable(member := inspect.getattr_static(kind, method))
        and FILE_ARGUMENTS & parameters(member)
        and not validate(f"x.{method}('x')")
    ]

    assert callable_ones == []


def root_of(path: str) -> str:
    return path.partition(".")[0]


def parameters(member: object) -> set[str]:
    try:
        return set(inspect.signature(member).parameters)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return set()
