"""The system call filter: a small assembler for the kernel's filter machine, and our one program."""

from __future__ import annotations

import errno
import os
import struct
from typing import Final

from renderer_svc.sandbox.syscalls import (
    ARCHITECTURES,
    ATTRIBUTES,
    DENIED,
    FOR_SHOW,
    NEWEST,
    Architecture,
    UnknownMachine,
)

_ALLOW: Final = 0x7FFF_0000
_KILL: Final = 0x8000_0000
_ERRNO: Final = 0x0005_0000

# Offsets in struct seccomp_data; arguments are 64 bits, of which the flags we ask for are all in the lower half.
_NUMBER: Final = 0
_ARCH: Final = 4
_ARGUMENTS: Final = 16

_LOAD: Final = 0x20
_IF_EQUAL: Final = 0x15
_IF_AT_LEAST: Final = 0x35
_IF_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06

_X32_BIT: Final = 0x4000_0000
_ALL_NEW_NAMESPACES: Final = 0x7E02_0080
_SETUID_AND_SETGID: Final = 0o6000
_AF_UNIX: Final = 1
_TIOCSTI: Final = 0x5412  # types into the terminal that started us
_TIOCLINUX: Final = 0x541C
#: What prctl may be asked for: parent's death, dumps, names, capabilities, timers, filters, privileges, reaping, pages,
#: tracers. The others do not exist: some keep memory that nobody counts (names of areas, tables of futexes), one keeps
#: the other half of a processor's core idle.
_PR_ALLOWED: Final = (
    *(1, 2, 3, 4, 7, 8, 15, 16, 21, 22, 23, 27, 29, 30, 36, 37, 38, 39, 40, 41, 42, 47),
    0x5961_6D61,
)
_OURSELVES: Final = 0  # as a process id
_F_SETLEASE: Final = 1024  # makes whoever writes to a file of the host wait
_F_NOTIFY: Final = 1026
#: F_SETLK, F_SETLKW and their OFD_ twins. The kernel keeps 200 bytes for each lock, as many as are asked for, and
#: nobody counts them. The files are the script's own, so two of its processes may believe that they hold one lock.
_F_LOCKS: Final = (6, 7, 37, 38)
_F_SETFL: Final = 4
_RWF_DONTCACHE: Final = 0x80
_MADV_COLD, _MADV_PAGEOUT = 20, 21
_MAP_SHARED: Final = 0x01  # also a bit of MAP_SHARED_VALIDATE, and of no private mapping
_MAP_ANONYMOUS: Final = 0x20
_MAP_GROWSDOWN: Final = 0x100  # counts as a stack, which the limit on private memory leaves out
_AS_IF_DONE: Final = 0  # as an errno: the call is not made, and succeeds


def filter_program(machine: str | None = None) -> bytes:
    """The filter as the kernel reads it (struct sock_filter[]). Raises `UnknownMachine`: fail closed."""
    name = os.uname().machine if machine is None else machine
    if name not in ARCHITECTURES:
        known = ", ".join(sorted(ARCHITECTURES))
        raise UnknownMachine(f"no system call filter for {name!r}; sandboxes run on {known}")
    return b"".join(_program(ARCHITECTURES[name]))


def _program(machine: Architecture) -> list[bytes]:
    numbers = machine.numbers
    program = [_load(_ARCH), _step(_IF_EQUAL, machine.audit, 1, 0), _stop(_KILL), _load(_NUMBER)]
    if machine.has_x32:
        program += [_step(_IF_AT_LEAST, _X32_BIT, 0, 1), _stop(_KILL)]
    program += [_step(_IF_AT_LEAST, NEWEST + 1, 0, 1), _stop(_ERRNO | errno.ENOSYS)]
    # clone3 hides its flags behind a pointer: saying that it does not exist makes the C library use clone.
    program += _deny(numbers["clone3"], errno.ENOSYS)
    program += _around_the_cache(machine)
    program += _deny_when(numbers["clone"], 0, [(_IF_ANY_BIT, _ALL_NEW_NAMESPACES)], errno.EPERM)
    for name in ("socket", "socketpair"):
        program += _allow_only(numbers[name], 0, _AF_UNIX, errno.EAFNOSUPPORT)
    for name, argument in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("fchmodat2", 2)):
        if name in numbers:
            program += _deny_when(numbers[name], argument, [(_IF_ANY_BIT, _SETUID_AND_SETGID)], errno.EPERM)
    program += _deny_when(numbers["ioctl"], 1, [(_IF_EQUAL, _TIOCSTI), (_IF_EQUAL, _TIOCLINUX)], errno.EPERM)
    leases = _answer([(_IF_EQUAL, _F_SETLEASE), (_IF_EQUAL, _F_NOTIFY)], errno.EPERM)
    locks = _answer([(_IF_EQUAL, command) for command in _F_LOCKS], _AS_IF_DONE)
    direct = [_load(_ARGUMENTS + 8 * 2), *_answer([(_IF_ANY_BIT, machine.direct)], errno.EINVAL)]
    flags = [_step(_IF_EQUAL, _F_SETFL, 0, len(direct)), *direct]
    program += _for_call(numbers["fcntl"], 1, [*leases, *locks, *flags])
    allowed = [step for option in _PR_ALLOWED for step in (_step(_IF_EQUAL, option, 0, 1), _stop(_ALLOW))]
    program += _for_call(numbers["prctl"], 0, [*allowed, _stop(_ERRNO | errno.EINVAL)])
    # The limits of another process, the warden's among them, are not the script's to lower.
    program += _allow_only(numbers["prlimit64"], 0, _OURSELVES, errno.EPERM)
    # Memory that is shared and has no file can be had without being mapped, where nobody but a control group counts it.
    shared = _answer_to_both((_MAP_SHARED, _MAP_ANONYMOUS), errno.EPERM)
    stacks = _answer([(_IF_ANY_BIT, _MAP_GROWSDOWN)], errno.EPERM)
    program += _for_call(numbers["mmap"], 3, [*shared, *stacks])
    # Threat: memory that is sent to a swap device is no resident memory, and pages of a file are read again by others.
    advice = [(_IF_EQUAL, _MADV_COLD), (_IF_EQUAL, _MADV_PAGEOUT)]
    program += _deny_when(numbers["madvise"], 2, advice, _AS_IF_DONE)
    for name in ATTRIBUTES:
        program += _deny(numbers[name], errno.EOPNOTSUPP)
    for name in FOR_SHOW:
        program += _deny(numbers[name], _AS_IF_DONE)
    for name in DENIED:
        if name in numbers:
            program += _deny(numbers[name], errno.EPERM)
    return [*program, _stop(_ALLOW)]


def _around_the_cache(machine: Architecture) -> list[bytes]:
    """Threat: a file of the host that is read past the page cache is read from the host's disk each time: 400 MB/s."""
    numbers = machine.numbers
    program = _deny(numbers["openat2"], errno.ENOSYS)  # its flags are behind a pointer
    for name, argument in (("open", 1), ("openat", 2)):
        if name in numbers:
            program += _deny_when(numbers[name], argument, [(_IF_ANY_BIT, machine.direct)], errno.EINVAL)
    return program + _deny_when(numbers["preadv2"], 5, [(_IF_ANY_BIT, _RWF_DONTCACHE)], errno.EOPNOTSUPP)


def _step(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _load(offset: int) -> bytes:
    return _step(_LOAD, offset)


def _stop(result: int) -> bytes:
    return _step(_RETURN, result)


def _deny(number: int, error: int) -> list[bytes]:
    return [_step(_IF_EQUAL, number, 0, 1), _stop(_ERRNO | error)]


def _deny_when(number: int, argument: int, tests: list[tuple[int, int]], error: int) -> list[bytes]:
    """Deny call `number` when its `argument` passes any of `tests`; allow it otherwise."""
    return _for_call(number, argument, _answer(tests, error))


def _answer(tests: list[tuple[int, int]], error: int) -> list[bytes]:
    """Answer `error` when what is loaded passes any of `tests`; go on otherwise."""
    return [step for code, value in tests for step in (_step(code, value, 0, 1), _stop(_ERRNO | error))]


def _allow_only(number: int, argument: int, value: int, error: int) -> list[bytes]:
    return _for_call(number, argument, [_step(_IF_EQUAL, value, 1, 0), _stop(_ERRNO | error)])


def _answer_to_both(bits: tuple[int, int], error: int) -> list[bytes]:
    """Answer `error` when what is loaded has both `bits`; go on otherwise."""
    first, second = bits
    return [_step(_IF_ANY_BIT, first, 0, 2), _step(_IF_ANY_BIT, second, 0, 1), _stop(_ERRNO | error)]


def _for_call(number: int, argument: int, body: list[bytes]) -> list[bytes]:
    """`body` with the argument loaded; it ends in an answer, so the call's number need not be loaded again."""
    block = [_load(_ARGUMENTS + 8 * argument), *body, _stop(_ALLOW)]
    return [_step(_IF_EQUAL, number, 0, len(block)), *block]
