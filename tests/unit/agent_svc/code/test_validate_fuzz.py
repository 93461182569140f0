"""The validator under mutation: a refused program stays refused however it is dressed up, and nothing makes it fail."""

from __future__ import annotations

import ast
import random
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_svc.code.validate import Profile, validate

CORPUS = Path(__file__).parent / "corpus"


def sources(*names: str) -> list[str]:
    texts = [(CORPUS / f"{name}.txt").read_text(encoding="utf-8") for name in names]
    return [part.partition("\n")[2] for text in texts for part in text.split("### ")[1:]]


DENIED = sources("attribute", "dispatch", "import", "library", "module", "name", "syntax", "text")
ALLOWED = sources("allowed")
PARSED = [text for text in (*DENIED, *ALLOWED) if "\x00" not in text]


def indented(head: str) -> Callable[[str], str]:
    return lambda source: f"{head}\n{textwrap.indent(source, '    ')}\n    pass\n"


def rewritten(source: str) -> str:
    return ast.unparse(ast.parse(source)) + "\n"


#: Each leaves the meaning of a program, or only runs it later or more often.
DRESSES: list[Callable[[str], str]] = [
    rewritten,
    indented("if True:"),
    indented("for turn in range(2):"),
    indented("def hidden():"),
    indented("with context() as held:"),
    lambda source: f"try:\n{textwrap.indent(source, '    ')}\nexcept ValueError:\n    pass\n",
    lambda source: f"# a comment\n\n{source}\n\n\n",
    lambda source: f"first = 1\n{source}\nlast = first + 1\n",
    lambda source: source.replace("\n", "\n\n"),
]


@settings(max_examples=60)
@given(st.sampled_from(DENIED), st.lists(st.sampled_from(DRESSES), max_size=4))
def test_a_refused_program_stays_refused_however_it_is_dressed(
    source: str, dresses: list[Callable[[str], str]]
) -> None:
    for dress in dresses:
        try:
            source = dress(source)
        except (SyntaxError, ValueError, RecursionError):
            continue  # what is no Python cannot be rewritten, and is refused as such
    assert validate(source)


@settings(max_examples=60)
@given(st.sampled_from(DENIED), st.sampled_from(ALLOWED))
def test_a_refused_program_stays_refused_beside_a_good_one(denied: str, allowed: str) -> None:
    assert validate(f"{allowed}\n{denied}")


@settings(max_examples=60)
@given(st.sampled_from(PARSED), st.sampled_from(PARSED), st.integers(0, 2**32))
def test_no_exchange_of_parts_makes_the_validator_fail(source: str, other: str, seed: int) -> None:
    try:
        tree, donor = ast.parse(source), ast.parse(other)
    except (SyntaxError, ValueError):
        return
    mutated = exchanged(tree, donor, random.Random(seed))
    for profile in Profile:
        validate(mutated, profile)


def exchanged(tree: ast.Module, donor: ast.Module, choose: random.Random) -> str:
    """`tree` with some of its expressions and statements replaced by those of `donor`, or left out."""
    for kind in (ast.expr, ast.stmt):
        gifts = [node for node in ast.walk(donor) if isinstance(node, kind)]
        for node in list(ast.walk(tree)):
            for name, value in ast.iter_fields(node):
                if isinstance(value, kind) and gifts and choose.random() < 0.2:
                    setattr(node, name, choose.choice(gifts))
                elif isinstance(value, list) and value and isinstance(value[0], kind) and choose.random() < 0.2:
                    value[choose.randrange(len(value))] = choose.choice(gifts) if gifts else value[0]
    try:
        return ast.unparse(ast.fix_missing_locations(tree))
    except (AttributeError, TypeError, ValueError, RecursionError, KeyError):
        return ""  # no Python any more


@pytest.mark.parametrize("profile", Profile)
@given(source=st.text(alphabet=st.sampled_from("ab_.()[]{}=:,'\"\\ \n\t#@*019fFx"), max_size=80))
def test_no_soup_of_signs_makes_it_fail(profile: Profile, source: str) -> None:
    validate(source, profile)
