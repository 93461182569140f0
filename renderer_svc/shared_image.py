"""The shared image: one root, and so one zygote, for all libraries that may be forked.

One zygote with six libraries takes 214 MB where six zygotes take 585 MB together; a sandbox of either costs the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from renderer_svc.library import Library
from renderer_svc.sandbox.image import Image, Warm, build_image


def share(libraries: Mapping[str, Library]) -> dict[str, Library]:
    """`libraries`, those that work here and may be forked with one image that holds all of them ready."""
    image = shared_image(libraries.values())
    return {name: replace(found, image=image) if _may_share(found) else found for name, found in libraries.items()}


def shared_image(libraries: Iterable[Library]) -> Image:
    """The image of those of `libraries` that work here and may be forked."""
    forked = [library for library in libraries if _may_share(library)]
    distributions = sorted({name for library in forked for name in library.runtime.distributions})
    image = build_image(distributions, fonts=True)
    files = {path: content.decode() for library in forked for path, content in library.keep.items()}
    env = {name: value for library in forked for name, value in library.runtime.env().items()}
    return replace(
        image,
        env=tuple(sorted({**dict(image.env), **env}.items())),
        warm=tuple(_warm(library) for library in forked),
        warm_files=tuple(sorted(files.items())),
    )


def _may_share(library: Library) -> bool:
    return library.available and library.runtime.fork_safe


def _warm(library: Library) -> Warm:
    runtime = library.runtime
    return Warm(runtime.library, (*runtime.modules, runtime.watcher), runtime.rehearsal)
