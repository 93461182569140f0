"""Where matplotlib draws an artist: whether it stands in data coordinates, and which these are."""

from __future__ import annotations

from typing import Any


def in_data(vertices: Any, transform: Any, axes: Any) -> Any:
    """Where they are drawn, in data coordinates: a transform of their own may come before that of the axes."""
    return vertices if transform is axes.transData else (transform - axes.transData).transform(vertices)


def is_in_data(artist: Any, axes: Any) -> bool:
    """Whether all of its coordinates are data."""
    return bool(artist.get_transform().contains_branch_seperately(axes.transData) == (True, True))
