"""The stage: the folder where a launcher puts a root together, in a mount namespace that nobody else sees."""

# ruff: noqa: PTH103, PTH112, PTH120, PTH123, PTH211 (every run waits for it: without pathlib it starts 8 ms sooner)

from __future__ import annotations

import os
from typing import Protocol

from renderer_svc.sandbox import kernel
from renderer_svc.sandbox.plan import STAGE


class Scene(Protocol):
    """What is put on the stage; all paths but a bind's source lie below it."""

    @property
    def binds(self) -> tuple[tuple[str, str], ...]:
        """(host path, path below the stage)."""

    @property
    def files(self) -> tuple[tuple[str, str], ...]:
        """(path below the stage, text)."""

    @property
    def links(self) -> tuple[tuple[str, str], ...]:
        """(path below the stage, target)."""

    @property
    def folders(self) -> tuple[str, ...]:
        """Empty folders, to mount on."""


def build(scene: Scene) -> None:
    """Mount a small tmpfs on the stage and put `scene` there. Raises OSError that names what cannot be bound."""
    # The stage may cover the folder that a source lies in, so sources are opened first and bound by descriptor.
    sources = [os.open(host, os.O_PATH | os.O_CLOEXEC) for host, _ in scene.binds]
    kernel.mount("tmpfs", STAGE, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "size=1m,nr_inodes=2000,mode=0755")
    for path in scene.folders:
        os.makedirs(path, exist_ok=True)
    for source, (host, target) in zip(sources, scene.binds, strict=True):
        _make_mount_point(target, is_folder=os.path.isdir(f"/proc/self/fd/{source}"))
        try:
            kernel.mount(f"/proc/self/fd/{source}", target, None, kernel.MS_BIND | kernel.MS_REC)
        except OSError as error:
            raise OSError(error.errno, f"{host} cannot be bound: {error.strerror}") from error
        os.close(source)
    for path, text in scene.files:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    for path, target in scene.links:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        os.symlink(target, path)


def unshare_as_ourselves(flags: int) -> None:
    """Leave the namespaces of `flags` and the user's for fresh ones, in which we are who we were."""
    uid, gid = os.getuid(), os.getgid()  # asked before: until the maps are written nobody has a name
    kernel.unshare(kernel.CLONE_NEWUSER | flags)
    map_ids(uid, uid, gid, gid)


def map_ids(uid_inside: int, uid: int, gid_inside: int, gid: int) -> None:
    """In a fresh user namespace: make `uid` and `gid` of the one above known, and nobody else."""
    for name, text in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid_inside} {uid} 1"),
        ("gid_map", f"{gid_inside} {gid} 1"),
    ):
        descriptor = os.open(f"/proc/self/{name}", os.O_WRONLY | os.O_CLOEXEC)  # a fork copies less memory for it
        try:
            os.write(descriptor, text.encode())
        finally:
            os.close(descriptor)


def _make_mount_point(path: str, *, is_folder: bool) -> None:
    os.makedirs(path if is_folder else os.path.dirname(path), exist_ok=True)
    if not is_folder:
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_CLOEXEC, 0o644))
