"""The kernel calls that Python has no name for, each raising OSError that says which call on what.

Numbers and constants are those of the kernel's own headers; calls by number come from `syscalls.OWN`, so an unknown
processor stops here instead of calling something else.
"""

from __future__ import annotations

import ctypes
import os
import signal as signals
import struct
from typing import Final

from renderer_svc.sandbox.syscalls import own_number

CLONE_NEWNS: Final = 0x0002_0000
CLONE_NEWCGROUP: Final = 0x0200_0000
CLONE_NEWUTS: Final = 0x0400_0000
CLONE_NEWIPC: Final = 0x0800_0000
CLONE_NEWUSER: Final = 0x1000_0000
CLONE_NEWPID: Final = 0x2000_0000
CLONE_NEWNET: Final = 0x4000_0000
#: Every namespace but the user's, which decides who may make the others.
CLONE_ALL_BUT_USER: Final = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWPID | CLONE_NEWNET

MS_RDONLY: Final = 0x1
MS_NOSUID: Final = 0x2
MS_NODEV: Final = 0x4
MS_NOEXEC: Final = 0x8
MS_REMOUNT: Final = 0x20
MS_BIND: Final = 0x1000
MS_REC: Final = 0x4000
MS_PRIVATE: Final = 0x4_0000

#: A page of memory that takes one entry of a page table of the second level, on both of our processors.
LARGE_PAGE_BYTES: Final = 2 << 20

_MNT_DETACH: Final = 0x2
_AT_FDCWD: Final = -100
_AT_RECURSIVE: Final = 0x8000
_MOUNT_ATTR_RDONLY: Final = 0x1
_MOUNT_ATTR_NOSUID: Final = 0x2
_MOUNT_ATTR_NODEV: Final = 0x4

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_CAPBSET_DROP: Final = 24
_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
_CAPABILITY_VERSION_3: Final = 0x2008_0522
_CAPABILITIES: Final = 64  # more than any kernel has
_SECCOMP_SET_MODE_FILTER: Final = 1
_MADV_COLLAPSE: Final = 25

_libc = ctypes.CDLL(None, use_errno=True)
_libc.mount.argtypes = [ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_ulong, ctypes.c_char_p]
_libc.syscall.restype = ctypes.c_long
_libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


class _FilterProgram(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_void_p)]


def unshare(flags: int) -> None:
    """Leave the namespaces that `flags` (CLONE_NEW*) name for fresh ones."""
    _check(_libc.unshare(flags), "unshare (new namespaces)")


def clone_process(namespaces: int) -> int:
    """As os.fork, with the child in fresh `namespaces` (CLONE_NEW*): 0 in the child, else the child's id.

    Python's own fork has no flags. The interpreter's hooks run as around os.fork, and its lock stays held in between
    (PyDLL), so that the child owns it. Only for a process with one thread.
    """
    python = ctypes.pythonapi
    held = ctypes.PyDLL(None, use_errno=True)
    held.syscall.restype = ctypes.c_long
    python.PyOS_BeforeFork()
    pid = int(held.syscall(own_number("clone"), ctypes.c_ulong(namespaces | signals.SIGCHLD), 0, 0, 0, 0))
    if pid == 0:
        python.PyOS_AfterFork_Child()
        return 0
    number = ctypes.get_errno()
    python.PyOS_AfterFork_Parent()
    if pid < 0:
        raise OSError(number, f"clone (new namespaces): {os.strerror(number)}")
    return pid


def mount(source: str, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    """mount(2)."""
    result = _libc.mount(_bytes(source), _bytes(target), _bytes(kind), flags, _bytes(options))
    _check(result, f"mount {kind or 'bind'} on {target}")


def seal(path: str, *, devices: bool = False) -> None:
    """Make the mount at `path` and all below it read-only and without setuid files; devices work when asked for."""
    wanted = _MOUNT_ATTR_RDONLY | _MOUNT_ATTR_NOSUID | (0 if devices else _MOUNT_ATTR_NODEV)
    attributes = struct.pack("=QQQQ", wanted, 0, 0, 0)
    _call(
        "mount_setattr", f"mount_setattr (read-only) on {path}", _AT_FDCWD, _bytes(path), _AT_RECURSIVE, attributes, 32
    )


def move_root(new_root: str) -> None:
    """Make the mount at `new_root` the root of this mount namespace and let go of the old one altogether."""
    os.chdir(new_root)
    _call("pivot_root", f"pivot_root to {new_root}", b".", b".")  # the old root now lies on top of the new one
    _check(_libc.umount2(b".", _MNT_DETACH), "umount of the old root")
    os.chdir("/")


def die_with_parent(signal: int) -> None:
    """Receive `signal` when the thread that started this process ends. A change of uid clears it: call again."""
    _check(_libc.prctl(_PR_SET_PDEATHSIG, signal, 0, 0, 0), "prctl PDEATHSIG")


def set_dumpable(on: bool) -> None:
    """Whether processes of the same uid may read this one's memory and descriptors through /proc or ptrace."""
    _check(_libc.prctl(_PR_SET_DUMPABLE, int(on), 0, 0, 0), "prctl DUMPABLE")


def no_new_privileges() -> None:
    """Give up setuid and file capabilities, for this process and all that it starts."""
    _check(_libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "prctl NO_NEW_PRIVS")


def drop_capabilities() -> None:
    """Give up every capability for good: the bounding set first, which takes one to do."""
    for capability in range(_CAPABILITIES):
        if _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0) < 0:
            break  # the kernel's last one was the one before; whoever had none cannot drop any, and needs not
    _check(_libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0), "prctl CAP_AMBIENT")
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    _call("capset", "capset (none)", header, bytes(24))


def collapse(address: int) -> bool:
    """Put the LARGE_PAGE_BYTES at `address`, a multiple of them, into one large page; False: this kernel cannot now."""
    return bool(_libc.madvise(address, LARGE_PAGE_BYTES, _MADV_COLLAPSE) == 0)


def install_filter(program: bytes) -> None:
    """Let the kernel ask `program` (struct sock_filter[]) before each system call, for ever."""
    steps = ctypes.create_string_buffer(program, len(program))
    wanted = _FilterProgram(len(program) // 8, ctypes.cast(steps, ctypes.c_void_p).value)
    _call("seccomp", "seccomp (filter)", _SECCOMP_SET_MODE_FILTER, 0, ctypes.byref(wanted))


def landlock_version() -> int:
    """Which ABI of landlock this kernel speaks; 0: none."""
    found = int(_libc.syscall(own_number("landlock_create_ruleset"), None, ctypes.c_size_t(0), 1))
    return max(0, found)


def landlock_ruleset(attributes: bytes) -> int:
    """A descriptor of a new, empty ruleset for what `attributes` (struct landlock_ruleset_attr) handles."""
    return _call("landlock_create_ruleset", "landlock (ruleset)", attributes, len(attributes), 0)


def landlock_allow(ruleset: int, rights: int, below: int) -> None:
    """Allow `rights` at and below the file that the descriptor `below` stands for."""
    _call("landlock_add_rule", "landlock (rule)", ruleset, 1, struct.pack("=Qi", rights, below), 0)


def landlock_restrict(ruleset: int) -> None:
    """Keep this process and all that it starts to `ruleset`. Needs no_new_privileges."""
    _call("landlock_restrict_self", "landlock (restrict)", ruleset, 0)


def _call(name: str, what: str, *arguments: object) -> int:
    whole = [ctypes.c_long(value) if isinstance(value, int) else value for value in arguments]
    result = int(_libc.syscall(own_number(name), *whole))
    _check(result, what)
    return result


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else os.fsencode(text)


def _check(result: int, what: str) -> None:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
