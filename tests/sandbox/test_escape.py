"""Programs that try to get out of the sandbox, and what stops each."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from renderer_svc.outcome import Outcome
from tests.sandbox.conftest import Box, processes_below_this_one, refusals


def test_a_connection_to_the_internet_and_to_the_host_is_refused(box: Box) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        attempts = [f"socket.create_connection({address}, 1)" for address in (("127.0.0.1", port), ("192.0.2.1", 80))]
        assert refusals(box, *attempts, "socket.getaddrinfo('example.org', 80)") == ["refused"] * 3


def test_only_unix_sockets_can_be_made(box: Box) -> None:
    families = ("socket.AF_INET", "socket.AF_INET6", "socket.AF_NETLINK", "socket.AF_PACKET", "socket.AF_VSOCK")
    made = refusals(
        box, *(f"socket.socket({family}, socket.SOCK_STREAM)" for family in families), "socket.socketpair()"
    )
    assert made == ["refused"] * 5 + ["OPEN"]


def test_files_of_the_host_are_not_there(box: Box, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    secret.chmod(0o444)
    home = str(Path.home())
    found = refusals(
        box, *(f"os.stat({str(path)!r})" for path in (secret, home, "/etc/shadow", "/var", "/root", "/run"))
    )
    assert found == ["refused"] * 6


def test_the_root_holds_only_what_the_runtime_needs(box: Box) -> None:
    result = box.run("import os; print(*sorted(os.listdir('/')), *os.listdir('/opt'), *os.listdir('/etc'))")
    assert set(result.stdout.split()) <= {
        *("dev", "etc", "job", "lib", "lib64", "opt", "proc", "tmp", "usr"),
        *("python", "plotlane", "site", "group", "hosts", "nsswitch.conf", "passwd"),
    }


def test_fonts_of_the_host_are_not_there(box: Box) -> None:
    assert refusals(box, "os.stat('/usr/share/fonts')", "os.stat('/usr/local/share/fonts')") == ["refused"] * 2


def test_the_environment_is_the_fixed_list_whatever_the_renderer_has(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLOTLANE_SECRET", "hunter2")
    result = box.run("import os; print(*sorted(os.environ))")
    assert set(result.stdout.split()) <= {
        *("HOME", "LANG", "LD_LIBRARY_PATH", "MPLBACKEND", "MPLCONFIGDIR"),
        *("OPENBLAS_NUM_THREADS", "PATH", "PWD", "TMPDIR", "TZ"),
    }


def test_no_environment_or_memory_of_process_one_can_be_read(box: Box) -> None:
    paths = ("/proc/1/environ", "/proc/1/mem", "/proc/1/maps", "/proc/1/fd/0", "/proc/1/root/etc")
    assert refusals(box, *(f"os.open({path!r}, os.O_RDONLY)" for path in paths)) == ["refused"] * 5


def test_no_other_process_is_visible(box: Box) -> None:
    result = box.run("import os; print(*sorted(int(n) for n in os.listdir('/proc') if n.isdigit()))")
    assert result.stdout.split() == ["1", "2"]


def test_nothing_can_be_written_outside_the_work_folder(box: Box) -> None:
    folders = ("/", "/usr/lib", "/opt/site", "/opt/python/lib", "/etc", "/dev", "/proc/sys/kernel", "/opt/plotlane")
    attempts = [f"os.open('{folder}/evil', os.O_CREAT | os.O_WRONLY)" for folder in folders]
    assert refusals(box, *attempts) == ["refused"] * len(folders)


def test_kernel_settings_can_not_be_changed(box: Box) -> None:
    paths = ("/proc/sys/kernel/core_pattern", "/proc/sys/user/max_user_namespaces", "/proc/sysrq-trigger")
    assert refusals(box, *(f"os.open({path!r}, os.O_WRONLY)" for path in paths)) == ["refused"] * 3


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("a new user namespace", "unshare(0x10000000)"),
        ("a new mount namespace", "unshare(0x20000)"),
        ("a mount", "mount(b'none', b'/job', b'tmpfs', 0, None)"),
        ("an unmount", "umount2(b'/job', 2)"),
        ("a new root", "chroot(b'/job')"),
        ("a namespace by clone", "syscall(56, 0x10000011, 0, 0, 0, 0)"),
        ("tracing the parent", "ptrace(16, 1, 0, 0)"),
        ("memory that no limit sees", "memfd_create(b'x', 0)"),
        ("another root's host name", "sethostname(b'evil', 4)"),
        ("a kernel program", "syscall(321, 0, 0, 0)"),
        ("an io_uring", "syscall(425, 1, 0)"),
    ],
)
def test_a_system_call_that_no_script_needs_is_refused(box: Box, name: str, call: str) -> None:
    result = box.run(
        f"import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\nprint(libc.{call}, ctypes.get_errno())"
    )
    assert result.stdout == "-1 1\n", name  # EPERM


def test_a_setuid_file_can_not_be_made(box: Box) -> None:
    assert refusals(box, "os.chmod('data.csv', 0o4755)", "os.setuid(0)") == ["refused"] * 2


def test_a_program_in_the_work_folder_can_not_be_executed(box: Box) -> None:
    result = box.run(
        "import os\n"
        "open('evil', 'w').write('#!/opt/python/bin/python3\\nprint(1)')\n"
        "os.chmod('evil', 0o755)\n"
        "os.execv('/job/evil', ['evil'])"
    )
    assert result.error is not None
    assert result.error.kind == "PermissionError"


def test_neither_a_device_nor_a_pipe_can_be_made_in_a_folder(box: Box) -> None:
    assert refusals(box, "os.mknod('null', 0o20666, os.makedev(1, 3))", "os.mkfifo('pipe')") == ["refused"] * 2


def test_process_one_survives_every_signal_of_the_script(box: Box) -> None:
    result = box.run("import os\nos.kill(1, 9)\nos.kill(1, 19)\nos.killpg(0, 0)\nprint('still here')")
    assert result.outcome is Outcome.OK
    assert result.stdout == "still here\n"


def test_no_descriptor_but_the_standard_streams_is_inherited(box: Box) -> None:
    result = box.run("import os; print(*sorted(int(n) for n in os.listdir('/proc/self/fd')))")
    assert result.stdout.split() == ["0", "1", "2", "3", "4"]  # 3: the script's own report, 4: this listing
    written = box.run("import os\nos.write(3, b'junk {' * 1000)\nraise ValueError('x')")
    assert (written.outcome, written.error) == (Outcome.FAILED, None)


def test_standard_input_is_empty(box: Box) -> None:
    assert box.run("import sys; print(repr(sys.stdin.read()))").stdout == "''\n"


def test_no_privilege_is_left_and_none_can_be_won(box: Box) -> None:
    result = box.run("print(open('/proc/self/status').read())")
    status = dict(line.split(":\t", 1) for line in result.stdout.splitlines() if ":\t" in line)
    assert {int(status[name], 16) for name in ("CapEff", "CapPrm", "CapBnd", "CapAmb", "CapInh")} == {0}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")


def test_the_script_never_runs_as_the_kernels_root(box: Box, uid_base: int) -> None:
    seen: set[str] = set()
    others = set(processes_below_this_one())  # such as the services of a house that other tests share

    def look() -> None:
        for pid in set(processes_below_this_one()) - others:
            uids = next(
                line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("Uid:")
            )
            seen.update(uids.split()[1:])

    box.run("import time; time.sleep(0.2)", on_start=look)
    assert seen == {str(uid_base if os.getuid() == 0 else os.getuid())}
