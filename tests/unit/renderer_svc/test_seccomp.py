"""The system call filter, run on a model of the kernel's filter machine."""

from __future__ import annotations

import errno
import struct

import pytest

from renderer_svc.sandbox.seccomp import filter_program
from renderer_svc.sandbox.syscalls import ARCHITECTURES, DENIED, FOR_SHOW, NEWEST, UnknownMachine

ALLOW, KILL = "allow", "kill"
DONE = 0  # answered with success, and not made


def answer(program: bytes, arch: int, number: int, *arguments: int) -> str | int:
    """What the filter answers: allow, kill, or an errno."""
    data = struct.pack("=IIQ6Q", number, arch, 0, *arguments, *[0] * (6 - len(arguments)))
    steps = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    position, loaded = 0, 0
    while True:
        code, if_true, if_false, value = steps[position]
        position += 1
        if code == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        elif code == 0x06:
            named = {0x7FFF0000: ALLOW, 0x80000000: KILL}
            return named[value] if value in named else int(value & 0xFFFF)
        else:
            test = {0x15: loaded == value, 0x35: loaded >= value, 0x45: bool(loaded & value)}[code]
            position += if_true if test else if_false


@pytest.fixture(params=sorted(ARCHITECTURES))
def machine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def ask(machine: str, name: str, *arguments: int) -> str | int:
    known = ARCHITECTURES[machine]
    return answer(filter_program(machine), known.audit, known.numbers[name], *arguments)


def test_every_call_on_the_list_is_refused(machine: str) -> None:
    numbers = ARCHITECTURES[machine].numbers
    assert {ask(machine, name) for name in DENIED if name in numbers} == {errno.EPERM}


def test_what_only_the_hosts_disk_would_notice_is_answered_as_if_done(machine: str) -> None:
    assert {ask(machine, name) for name in FOR_SHOW} == {DONE}


def test_every_architecture_knows_every_call_but_the_old_ones(machine: str) -> None:
    old = {"inotify_init", "ioperm", "iopl", "mknod", "modify_ldt", "uselib", "ustat"}
    assert set(DENIED) - set(ARCHITECTURES[machine].numbers) <= old


def test_no_number_is_given_to_two_calls(machine: str) -> None:
    numbers = list(ARCHITECTURES[machine].numbers.values())
    assert len(numbers) == len(set(numbers))


def test_other_calls_are_allowed(machine: str) -> None:
    program, known = filter_program(machine), ARCHITECTURES[machine]
    others = set(range(460)) - set(known.numbers.values())
    assert {answer(program, known.audit, number) for number in others} == {ALLOW}


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("clone", (0x11,), ALLOW),
        ("clone", (0x3D0F00,), ALLOW),  # a thread
        ("clone", (0x10000011,), errno.EPERM),
        ("clone", (0x20011,), errno.EPERM),
        ("clone3", (), errno.ENOSYS),
        ("socket", (1, 1), ALLOW),
        ("socket", (2, 1), errno.EAFNOSUPPORT),
        ("socketpair", (1, 1), ALLOW),
        ("fchmod", (3, 0o755), ALLOW),
        ("fchmod", (3, 0o4755), errno.EPERM),
        ("fchmodat", (3, 0, 0o2755), errno.EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), errno.EPERM),
        ("fcntl", (0, 5), ALLOW),  # who holds a lock
        ("fcntl", (0, 6), DONE),  # a lock
        ("fcntl", (0, 38), DONE),
        ("fcntl", (0, 1024), errno.EPERM),
        ("fcntl", (0, 1026), errno.EPERM),
        ("prctl", (38, 1), ALLOW),
        ("prctl", (4, 0), ALLOW),
        ("prctl", (0x59616D61, 7), ALLOW),
        ("prctl", (62, 1), errno.EINVAL),
        ("prctl", (0x53564D41, 0), errno.EINVAL),
        ("madvise", (0, 4096, 4), ALLOW),
        ("madvise", (0, 4096, 21), DONE),
        ("preadv2", (3, 0, 1, 0, 0, 0x08), ALLOW),
        ("preadv2", (3, 0, 1, 0, 0, 0x80), errno.EOPNOTSUPP),
        ("openat2", (), errno.ENOSYS),
        ("setxattr", (), errno.EOPNOTSUPP),
        ("prlimit64", (0, 7), ALLOW),
        ("prlimit64", (1, 7), errno.EPERM),
        ("mmap", (0, 4096, 3, 0x22), ALLOW),
        ("mmap", (0, 4096, 3, 0x01), ALLOW),
        ("mmap", (0, 4096, 3, 0x21), errno.EPERM),
        ("mmap", (0, 4096, 3, 0x8023), errno.EPERM),
        ("mmap", (0, 4096, 3, 0x0122), errno.EPERM),
    ],
)
def test_arguments_decide_where_they_matter(
    machine: str, name: str, arguments: tuple[int, ...], expected: str | int
) -> None:
    assert ask(machine, name, *arguments) == expected


def test_no_file_is_opened_or_turned_past_the_page_cache(machine: str) -> None:
    direct = ARCHITECTURES[machine].direct
    flags = [0o100000 | 0o2, 0o100000 | direct]
    assert [ask(machine, "openat", 3, 0, each) for each in flags] == [ALLOW, errno.EINVAL]
    assert [ask(machine, "fcntl", 3, 4, each) for each in flags] == [ALLOW, errno.EINVAL]
    assert ask(machine, "fcntl", 3, 2, direct) == ALLOW  # of another command


def test_a_call_that_is_newer_than_our_list_does_not_exist(machine: str) -> None:
    program, known = filter_program(machine), ARCHITECTURES[machine]
    assert answer(program, known.audit, NEWEST) == ALLOW
    assert {answer(program, known.audit, number) for number in (NEWEST + 1, 600, 0x3FFF_FFFF)} == {errno.ENOSYS}


def test_another_architectures_calls_kill(machine: str) -> None:
    assert answer(filter_program(machine), 0x40000003, 1) == KILL


def test_the_second_abi_of_x86_64_kills() -> None:
    assert answer(filter_program("x86_64"), ARCHITECTURES["x86_64"].audit, 0x4000_0001) == KILL


def test_an_unknown_processor_starts_nothing() -> None:
    with pytest.raises(UnknownMachine, match="riscv64"):
        filter_program("riscv64")
