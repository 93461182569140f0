"""Two kinds as one: who is asked about an image is the kind that it runs in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from renderer_svc.sandbox.base import SandboxKind
from renderer_svc.sandbox.image import build_image
from renderer_svc.sandbox.kinds import KindForEach, kind_of


class Bounded:
    """A kind of which only this is asked."""

    name = "test"

    def __init__(self, *, bounds_memory: bool) -> None:
        self.bounds_memory = bounds_memory


@pytest.mark.parametrize("forkable", [True, False])
def test_whether_the_kernel_bounds_memory_is_told_of_the_kind_that_an_image_runs_in(*, forkable: bool) -> None:
    usual, other = (cast("SandboxKind", cast("Any", Bounded(bounds_memory=each))) for each in (True, False))
    image = replace(build_image(()), forkable=forkable)
    assert kind_of(KindForEach(usual, other), image).bounds_memory is forkable
    assert kind_of(other, image).bounds_memory is False
