"""Programs that knock at the kernel's doors: system calls, files of /proc and /dev, and rights to be won."""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path

import pytest

from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.syscalls import ARCHITECTURES, NEWEST
from tests.sandbox.conftest import Box, refusals

CALL = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nprint(libc.syscall({}), ctypes.get_errno())"
NUMBERS = ARCHITECTURES[os.uname().machine].numbers

#: Each with a plausible argument, so that a kernel without our filter would look at it.
DOORS = {
    "acct": "None",
    "add_key": "b'user', b'k', b'v', 1, -3",
    "bpf": "0, None, 0",
    "clock_adjtime": "0, None",
    "clock_settime": "0, None",
    "fanotify_init": "0, 0",
    "finit_module": "0, b'', 0",
    "fsopen": "b'tmpfs', 0",
    "init_module": "None, 0, b''",
    "inotify_add_watch": "0, b'/opt/site', 1",
    "inotify_init1": "0",
    "io_setup": "1, None",
    "io_uring_register": "0, 0, None, 0",
    "kcmp": "1, 2, 0, 0, 0",
    "kexec_load": "0, 0, None, 0",
    "keyctl": "0, -3, 1",
    "memfd_secret": "0",
    "landlock_add_rule": "-1, 1, None, 0",
    "landlock_create_ruleset": "None, 0, 1",
    "landlock_restrict_self": "-1, 0",
    "map_shadow_stack": "0, 4096, 0",
    "mknodat": "-100, b'/job/null', 0o20666, 0x103",
    "mount_setattr": "-100, b'/', 0, None, 0",
    "move_mount": "-100, b'/job', -100, b'/usr', 0",
    "mq_open": "b'q', 0o100, 0o600, None",
    "msgget": "0, 0o1000",
    "name_to_handle_at": "-100, b'/', None, None, 0",
    "open_by_handle_at": "0, None, 0",
    "open_tree": "-100, b'/', 1",
    "open_tree_attr": "-100, b'/', 1, None, 0",
    "perf_event_open": "None, 0, -1, -1, 0",
    "personality": "0x0040000",
    "pidfd_getfd": "0, 0, 0",
    "pivot_root": "b'.', b'.'",
    "process_madvise": "0, None, 0, 0, 0",
    "process_vm_readv": "1, None, 0, None, 0, 0",
    "process_vm_writev": "1, None, 0, None, 0, 0",
    "quotactl": "0, None, 0, None",
    "reboot": "0xFEE1DEAD, 672274793, 0, None",
    "request_key": "b'user', b'k', None, -3",
    "semget": "0, 1, 0o1000",
    "setdomainname": "b'x', 1",
    "setns": "0, 0",
    "settimeofday": "None, None",
    "shmget": "0, 4096, 0o1000",
    "swapon": "b'/job/x', 0",
    "sync": "",
    "syncfs": "0",
    "syslog": "3, None, 0",
    "userfaultfd": "0",
    "vhangup": "",
    "vmsplice": "1, None, 0, 0",
}


@pytest.mark.parametrize("name", DOORS)
def test_a_door_of_the_kernel_is_shut(box: Box, name: str) -> None:
    arguments = ", ".join(filter(None, (str(NUMBERS[name]), DOORS[name])))
    assert box.run(CALL.format(arguments)).stdout == f"-1 {errno.EPERM}\n"


@pytest.mark.parametrize(("name", "arguments"), [("clone3", "None, 0"), ("openat2", "-100, b'/usr', None, 24")])
def test_a_call_whose_flags_no_filter_can_see_does_not_exist(box: Box, name: str, arguments: str) -> None:
    assert box.run(CALL.format(f"{NUMBERS[name]}, {arguments}")).stdout == f"-1 {errno.ENOSYS}\n"


@pytest.mark.parametrize(
    ("attempt", "number"),
    [
        ("os.open('/opt/python/lib', os.O_RDONLY | os.O_DIRECT)", errno.EINVAL),
        ("fcntl.fcntl(os.open('/etc/passwd', os.O_RDONLY), fcntl.F_SETFL, os.O_DIRECT)", errno.EINVAL),
        ("os.preadv(os.open('/etc/passwd', os.O_RDONLY), [bytearray(9)], 0, 0x80)", errno.EOPNOTSUPP),
    ],
    ids=["opened past the cache", "turned past the cache", "dropped from the cache"],
)
def test_no_file_of_the_host_is_read_from_its_disk_again_and_again(box: Box, attempt: str, number: int) -> None:
    result = box.run(f"import fcntl, os\ntry: print({attempt})\nexcept OSError as error: print(error.errno)")
    assert result.stdout == f"{number}\n"


@pytest.mark.parametrize("advice", [20, 21], ids=["cold", "page out"])
def test_no_memory_is_sent_to_a_swap_device_on_request(box: Box, advice: int) -> None:
    # No area begins at such an address, which the kernel alone would say: the call never came so far.
    assert box.run(CALL.format(f"{NUMBERS['madvise']}, 5, 4096, {advice}")).stdout.startswith("0 ")


@pytest.mark.parametrize("option", ["62, 1", "0x53564D41, 0", "78, 1, 1 << 20", "35, 1, 4096"])
def test_what_nobody_needs_of_prctl_does_not_exist(box: Box, option: str) -> None:
    result = box.run(f"import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\nprint(libc.prctl({option}, 0, 0, 0))")
    assert result.stdout == "-1\n"
    assert (
        box.run(
            f"import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
            f"libc.prctl({option}, 0, 0, 0)\nprint(ctypes.get_errno())"
        ).stdout
        == f"{errno.EINVAL}\n"
    )


@pytest.mark.parametrize("number", [NEWEST + 1, NEWEST + 500])
def test_a_call_that_nobody_has_looked_at_does_not_exist(box: Box, number: int) -> None:
    assert box.run(CALL.format(f"{number}, None, 0")).stdout == f"-1 {errno.ENOSYS}\n"


def test_a_call_by_the_second_abi_of_x86_64_kills_the_script(box: Box) -> None:
    result = box.run(CALL.format(0x4000_0000 + 39))
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 128 + signal.SIGSYS)


def test_a_call_by_the_32_bit_door_kills_the_script(box: Box) -> None:
    result = box.run(
        "import ctypes, mmap\n"
        "code = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, prot=7)\n"
        "code.write(bytes.fromhex('b814000000cd80c3'))  # getpid through interrupt 0x80\n"
        "address = ctypes.addressof(ctypes.c_char.from_buffer(code))\n"
        "print(ctypes.CFUNCTYPE(ctypes.c_int)(address)())"
    )
    assert (result.outcome, result.stdout) == (Outcome.FAILED, "")
    assert result.exit_code in (128 + signal.SIGSYS, 128 + signal.SIGSEGV)  # a kernel may have no such door at all


@pytest.mark.parametrize(
    "path",
    [
        *("/proc/kcore", "/proc/kmsg", "/proc/kallsyms", "/proc/meminfo", "/proc/cpuinfo", "/proc/sys", "/proc/mounts"),
        *("/proc/sysrq-trigger", "/proc/keys", "/proc/bus", "/proc/net/tcp", "/proc/fs", "/proc/acpi"),
        *(
            "/sys",
            "/run",
            "/boot",
            "/var/run/docker.sock",
            "/dev/mem",
            "/dev/zero",
            "/dev/kvm",
            "/dev/fuse",
            "/dev/ptmx",
            "/dev/tty",
        ),
        *(
            "/proc/1/environ",
            "/proc/1/cwd/x",
            "/proc/1/root/etc/passwd",
            "/proc/1/mem",
            "/proc/1/fd",
            "/proc/1/task/1/mem",
        ),
    ],
)
def test_a_file_of_the_system_can_not_be_opened(box: Box, path: str) -> None:
    assert refusals(box, f"os.open({path!r}, os.O_RDONLY)") == ["refused"]


@pytest.mark.parametrize(
    "path",
    [
        *("/proc/self/mem", "/proc/self/oom_score_adj", "/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/comm"),
        *("/proc/self/setgroups", "/proc/self/exe", "/proc/self/coredump_filter", "/proc/self/clear_refs"),
        *("/proc/self/root/usr/x", "/opt/python/bin/python3", "/etc/passwd", "/dev/urandom", "/dev/x", "/x"),
    ],
)
def test_a_file_outside_the_work_folder_can_not_be_opened_for_writing(box: Box, path: str) -> None:
    assert (
        refusals(box, f"os.open({path!r}, os.O_RDWR)", f"os.open({path!r}, os.O_WRONLY | os.O_CREAT)")
        == ["refused"] * 2
    )


@pytest.mark.parametrize(
    "attempt",
    [
        *("os.setuid(0)", "os.setgid(0)", "os.setgroups([0])", "os.setresuid(0, 0, 0)", "os.setreuid(-1, 0)"),
        *("os.nice(-5)", "os.setpriority(os.PRIO_PROCESS, 0, -20)"),
        "os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))",
        *(
            "os.chown('data.csv', 0, 0)",
            "os.link('/etc/passwd', 'l')",
            "os.rename('/usr', 'u')",
            "os.unlink('/etc/passwd')",
        ),
        *(
            "os.mkdir('/new')",
            "os.rmdir('/tmp')",
            "os.symlink('a', '/s')",
            "os.utime('/etc/passwd')",
            "os.chmod('/', 0o777)",
        ),
        *("os.chroot('.')", "os.truncate('/etc/passwd', 0)", "os.mkfifo('/job/pipe')"),
        "socket.sethostname('x')",
        "fcntl.ioctl(0, 0x5412, b'x')",
        "fcntl.ioctl(1, 0x5412, b'x')",
        "os.setxattr('data.csv', 'security.capability', b'x')",
        "os.listdir('/proc/1/fd')",
        "os.readlink('/proc/1/exe')",
        "os.pidfd_open(3)",
        "mmap.mmap(-1, 2 << 20, flags=mmap.MAP_PRIVATE | 0x40000)",
        "mmap.mmap(-1, 4096)",
        "fcntl.fcntl(os.open('/usr', os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)",
        "fcntl.fcntl(os.open('data.csv', os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)",
        "resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (9, 9))",
    ],
)
def test_an_attempt_at_more_rights_is_refused(box: Box, attempt: str) -> None:
    assert refusals(box, attempt) == ["refused"]


@pytest.mark.parametrize("limit", ["RLIMIT_NPROC", "RLIMIT_CPU", "RLIMIT_DATA", "RLIMIT_FSIZE", "RLIMIT_NOFILE"])
def test_a_limit_can_not_be_raised(box: Box, limit: str) -> None:
    result = box.run(
        "import resource\n"
        f"kind = resource.{limit}\n"
        "soft, hard = resource.getrlimit(kind)\n"
        "assert soft == hard != resource.RLIM_INFINITY\n"
        "try:\n    resource.setrlimit(kind, (hard + 1, hard + 1))\nexcept ValueError as error:\n    print('refused')"
    )
    assert result.stdout == "refused\n"


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("new privileges again", "prctl(38, 0, 0, 0, 0)"),
        ("an ambient capability", "prctl(47, 2, 21, 0, 0)"),
        ("other memory marks", "prctl(35, 1, 4096, 0, 0)"),
        ("a core of the processor alone", "prctl(62, 1, 0, 0, 0)"),
        ("all capabilities", "capset(ctypes.create_string_buffer(8), ctypes.create_string_buffer(24))"),
        ("locked memory", "mlock(ctypes.create_string_buffer(4096), 4096)"),
    ],
)
def test_a_right_that_was_given_up_can_not_be_had_back(box: Box, name: str, call: str) -> None:
    result = box.run(f"import ctypes\nprint(ctypes.CDLL(None).{call})")
    assert result.stdout == "-1\n", name


@pytest.mark.parametrize("call", ["os.fsync(file)", "os.fdatasync(file)", "os.posix_fadvise(file, 0, 0, 4)"])
def test_the_hosts_disk_hears_nothing_of_a_flush(box: Box, call: str) -> None:
    # A descriptor that stands for no open file is refused by the kernel alone: the call never came so far.
    opened = "import os\nfile = os.open('/opt/python/lib', os.O_PATH)\n"
    assert box.run(f"{opened}print({call})").stdout == "None\n"


def test_a_child_process_has_the_same_walls(box: Box) -> None:
    result = box.run(
        "import subprocess, sys\n"
        "code = \"print(*(l for l in open('/proc/self/status') if l[:6] in ('CapEff', 'NoNewP', 'Seccom')), sep='')\"\n"
        "print(subprocess.run([sys.executable, '-c', code], capture_output=True, text=True).stdout)"
    )
    assert "CapEff:\t0000000000000000" in result.stdout
    assert "NoNewPrivs:\t1" in result.stdout
    assert "Seccomp:\t2" in result.stdout


@pytest.mark.parametrize("folder", ["/job", "/job/.tmp", "/dev/shm"])
def test_a_program_or_library_that_the_script_made_is_not_executed(box: Box, folder: str) -> None:
    result = box.run(
        "import ctypes, glob, os, shutil, subprocess, sys\n"
        f"copy = {folder!r} + '/evil'\n"
        "loader = glob.glob('/lib64/ld-linux*')[0]\n"
        "shutil.copy(glob.glob('/usr/lib/*/libm.so.6')[0], copy)\n"
        "os.chmod(copy, 0o755)\n"
        "for command in ([copy], [loader, copy]):\n"
        "    try:\n        print(subprocess.run(command, capture_output=True).returncode != 0)\n"
        "    except PermissionError: print(True)\n"
        "try:\n    ctypes.CDLL(copy)\nexcept OSError as error: print('map' in str(error))",
        disk_bytes=16 << 20,
        file_bytes=16 << 20,
        shared_bytes=16 << 20,
    )
    assert result.stdout.split() == ["True"] * 3, result.stderr


def test_the_host_has_no_trace_of_a_script_that_wrote_wherever_it_could(box: Box, tmp_path: Path) -> None:
    box.run(
        "import os\n"
        "for folder, _, _ in os.walk('/'):\n"
        "    try: open(folder + '/plotlane-was-here', 'w').close()\n"
        "    except OSError: pass"
    )
    places = ("/", "/tmp", "/dev", "/dev/shm", "/usr", "/etc", sys.prefix, sys.base_prefix)
    assert not [place for place in places if (Path(place) / "plotlane-was-here").exists()]
