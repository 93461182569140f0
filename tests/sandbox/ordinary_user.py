"""A command as an ordinary user: what root runs to see the renderer as everybody else has it.

Usage: ordinary_user.py UID COMMAND... Folders on the way to the interpreter and the repository that only root may
enter are opened in a mount namespace of this process alone; the machine's own folders stay as they are.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


def main() -> None:
    sys.path.insert(0, str(REPOSITORY))
    from renderer_svc.sandbox import kernel

    uid = int(sys.argv[1])
    needed = {REPOSITORY, Path(sys.prefix).resolve(), Path(sysconfig.get_config_var("prefix")), Path(sys.base_prefix)}
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount("none", "/", None, kernel.MS_REC | kernel.MS_PRIVATE)
    for closed in {folder for path in needed if (folder := _closed_folder_above(path))}:
        below = [path for path in needed if path.is_relative_to(closed)]
        kept = [os.open(path, os.O_PATH) for path in below]
        kernel.mount("tmpfs", str(closed), "tmpfs", 0, "mode=0755")
        for path, descriptor in zip(below, kept, strict=True):
            path.mkdir(parents=True, exist_ok=True)
            kernel.mount(f"/proc/self/fd/{descriptor}", str(path), None, kernel.MS_BIND | kernel.MS_REC)
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    os.execve(sys.argv[2], sys.argv[2:], {"PATH": "/usr/bin:/bin", "HOME": "/nonexistent"})


def _closed_folder_above(path: Path) -> Path | None:
    return next((folder for folder in reversed(path.parents) if not folder.stat().st_mode & 0o001), None)


if __name__ == "__main__":
    main()
