"""The system call filter: a small assembler for the kernel's filter machine, and our one program."""

from __future__ import annotations

import errno
import platform
import struct
from typing import Final

from renderer_svc.sandbox.syscalls import ARCHITECTURES, DENIED, Architecture

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


class UnknownMachine(Exception):
    """The filter has no numbers for this processor; sandboxes do not start here."""


def filter_program(machine: str | None = None) -> bytes:
    """The filter as the kernel reads it (struct sock_filter[]). Raises `UnknownMachine`: fail closed."""
    name = platform.machine() if machine is None else machine
    if name not in ARCHITECTURES:
        known = ", ".join(sorted(ARCHITECTURES))
        raise UnknownMachine(f"no system call filter for {name!r}; sandboxes run on {known}")
    return b"".join(_program(ARCHITECTURES[name]))


def _program(machine: Architecture) -> list[bytes]:
    numbers = machine.numbers
    program = [_load(_ARCH), _step(_IF_EQUAL, machine.audit, 1, 0), _stop(_KILL), _load(_NUMBER)]
    if machine.has_x32:
        program += [_step(_IF_AT_LEAST, _X32_BIT, 0, 1), _stop(_KILL)]
    # clone3 hides its flags behind a pointer: saying that it does not exist makes the C library use clone.
    program += _deny(numbers["clone3"], errno.ENOSYS)
    program += _deny_when(numbers["clone"], 0, [(_IF_ANY_BIT, _ALL_NEW_NAMESPACES)], errno.EPERM)
    for name in ("socket", "socketpair"):
        program += _allow_only(numbers[name], 0, _AF_UNIX, errno.EAFNOSUPPORT)
    for name, argument in (("chmod", 1), ("fchmod", 1), ("fchmodat", 2), ("fchmodat2", 2)):
        if name in numbers:
            program += _deny_when(numbers[name], argument, [(_IF_ANY_BIT, _SETUID_AND_SETGID)], errno.EPERM)
    program += _deny_when(numbers["ioctl"], 1, [(_IF_EQUAL, _TIOCSTI), (_IF_EQUAL, _TIOCLINUX)], errno.EPERM)
    for name in DENIED:
        if name in numbers:
            program += _deny(numbers[name], errno.EPERM)
    return [*program, _stop(_ALLOW)]


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
    body: list[bytes] = []
    for code, value in tests:
        body += [_step(code, value, 0, 1), _stop(_ERRNO | error)]
    return _for_call(number, argument, body)


def _allow_only(number: int, argument: int, value: int, error: int) -> list[bytes]:
    return _for_call(number, argument, [_step(_IF_EQUAL, value, 1, 0), _stop(_ERRNO | error)])


def _for_call(number: int, argument: int, body: list[bytes]) -> list[bytes]:
    """`body` with the argument loaded; it ends in an answer, so the call's number need not be loaded again."""
    block = [_load(_ARGUMENTS + 8 * argument), *body, _stop(_ALLOW)]
    return [_step(_IF_EQUAL, number, 0, len(block)), *block]
