"""The crossing's processes: two warm ones, which draw the selected cells ahead of their tests."""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final

import pytest

from tests_support.cells import Cell, Result, draw
from tests_support.shipped import shipped_catalogue

WORKERS: Final = 2


def _warm() -> None:
    """Import what takes long, and look through none of it for garbage while cells are drawn: a sixth of their time."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    plt.figure()
    plt.close("all")
    shipped_catalogue()
    gc.freeze()


@pytest.fixture(scope="module")
def crossing(request: pytest.FixtureRequest) -> Iterator[Callable[[Cell], Result]]:
    """Gives the result of a cell; all that the module's selected tests ask for are drawn in the background."""
    here = [item for item in request.session.items if item.path == request.node.path]
    wanted = [cell for item in here if (cell := _cell(item))]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(WORKERS, mp_context=context, initializer=_warm) as pool:
        results: dict[Cell, Future[Result]] = {cell: pool.submit(draw, cell) for cell in wanted}
        yield lambda cell: results[cell].result()
        pool.shutdown(cancel_futures=True)


def _cell(item: pytest.Item) -> Cell | None:
    parameters: Mapping[str, Cell] = getattr(getattr(item, "callspec", None), "params", {})
    return parameters.get("cell")
