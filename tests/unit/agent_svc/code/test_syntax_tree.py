"""Parsing while other threads parse."""

from __future__ import annotations

import ast
import gc
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from agent_svc.code.syntax_tree import syntax_tree

DEEP = "total = " + "(" * 12 + "1 + 2" + " + 3)" * 12 + "\n"


@pytest.fixture
def collections_switch_threads() -> Iterator[None]:
    """Every garbage collection lets another thread run, as a finaliser written in Python may."""

    def give_way(_phase: str, _info: dict[str, int]) -> None:
        time.sleep(0)

    before = gc.get_threshold()
    gc.callbacks.append(give_way)
    gc.set_threshold(50, 10, 10)
    yield
    gc.set_threshold(*before)
    gc.callbacks.remove(give_way)


@pytest.mark.usefixtures("collections_switch_threads")
def test_scripts_are_parsed_in_many_threads_at_once() -> None:
    script = DEEP * 100
    expected = ast.dump(ast.parse(script))
    with ThreadPoolExecutor(4) as pool:
        trees = list(pool.map(syntax_tree, [script] * 24))
    assert all(ast.dump(tree) == expected for tree in trees)


def test_what_is_not_python_is_a_syntax_error_for_the_next_one_too() -> None:
    for _ in range(2):
        with pytest.raises(SyntaxError):
            syntax_tree("def :")
