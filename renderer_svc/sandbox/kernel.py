"""The kernel calls that Python has no name for, each raising OSError that says which call on what."""

from __future__ import annotations

import ctypes
import os
from typing import Final

CLONE_NEWNS: Final = 0x0002_0000
CLONE_NEWUSER: Final = 0x1000_0000
MS_NOSUID: Final = 0x2
MS_NODEV: Final = 0x4
MS_NOEXEC: Final = 0x8
MS_BIND: Final = 0x1000
MS_REC: Final = 0x4000
MS_PRIVATE: Final = 0x4_0000
_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_SET_NO_NEW_PRIVS: Final = 38

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]


def unshare(flags: int) -> None:
    """Leave the namespaces that `flags` (CLONE_NEW*) name for fresh ones."""
    _check(_libc.unshare(flags), "unshare (new namespaces)")


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """mount(2)."""
    result = _libc.mount(_bytes(source), _bytes(target), _bytes(kind), flags, _bytes(options))
    _check(result, f"mount {kind or 'bind'} on {target}")


def die_with_parent(signal: int) -> None:
    """Receive `signal` when the thread that started this process ends. A change of uid clears it: call again."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0), "prctl PDEATHSIG")


def set_dumpable(on: bool) -> None:
    """Whether processes of the same uid may read this one's memory and descriptors through /proc or ptrace."""
    _check(_libc.prctl(_PR_SET_DUMPABLE, int(on), 0, 0, 0), "prctl DUMPABLE")


def no_new_privileges() -> None:
    """Give up setuid and file capabilities, for this process and all that it starts."""
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl NO_NEW_PRIVS")


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else os.fsencode(text)


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
