"""Two kinds as one: the usual one, and another for what must not be forked."""

from __future__ import annotations

from collections.abc import Mapping

from renderer_svc.limits import Limits
from renderer_svc.sandbox.base import Sandbox, SandboxKind, SandboxSpec
from renderer_svc.sandbox.image import Image


class KindForEach:
    """Starts a sandbox in `usual`, or in `other` when its image must not be forked."""

    def __init__(self, usual: SandboxKind, other: SandboxKind) -> None:
        self.name = usual.name
        self._usual = usual
        self._other = other

    @property
    def has_two(self) -> bool:
        """Whether the two differ in name: a warmed sandbox of the usual kind has the same walls."""
        return self._usual.name != self._other.name

    @property
    def kept_otherwise(self) -> Mapping[str, str]:
        return self._usual.kept_otherwise

    @property
    def bounds_memory(self) -> bool:
        return self._usual.bounds_memory

    @property
    def ready_now(self) -> int:
        return self._usual.ready_now + self._other.ready_now

    def prepare(self, image: Image, limits: Limits) -> None:
        self.kind_for(image).prepare(image, limits)

    def start(self, spec: SandboxSpec) -> Sandbox:
        return self.kind_for(spec.image).start(spec)

    def close(self) -> None:
        self._usual.close()
        self._other.close()

    def kind_for(self, image: Image) -> SandboxKind:
        """The one of the two that `image` runs in."""
        return self._usual if image.forkable else self._other


def kind_of(kind: SandboxKind, image: Image) -> SandboxKind:
    """What `image` really runs in, to be asked what that kind can do."""
    return kind.kind_for(image) if isinstance(kind, KindForEach) else kind
