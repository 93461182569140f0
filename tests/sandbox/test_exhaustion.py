"""Programs that try to use up the machine, and which limit ends each."""

from __future__ import annotations

import threading

import pytest

from renderer_svc.limits import MIB
from renderer_svc.outcome import Outcome
from renderer_svc.stop import Stop
from tests.sandbox.conftest import LOW, Box, refusals


def test_a_fork_bomb_meets_its_limit_and_the_next_run_is_unharmed(box: Box) -> None:
    result = box.run(
        "import os\n"
        "try:\n"
        "    for n in range(1000):\n"
        "        if os.fork() == 0:\n"
        "            import time; time.sleep(60)\n"
        "except BlockingIOError:\n"
        "    print(n)"
    )
    assert result.stdout == f"{LOW.processes - 2}\n"  # beside the script and the warden
    assert box.still_works()


def test_a_memory_bomb_reports_out_of_memory(box: Box) -> None:
    result = box.run("hoard = bytearray(300 * 2**20)")
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("memory_bytes", LOW.data_bytes)
    assert result.limit.measured >= LOW.data_bytes


_TAKE_ALL = """
import ctypes, os
libc = ctypes.CDLL(None)
libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, (ctypes.c_size_t,)
libc.memset.argtypes = (ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t)
libc.memset.restype = ctypes.c_void_p
"""


@pytest.mark.parametrize(
    ("death", "exit_code"),
    [
        ("while True: libc.memset(libc.malloc(1 << 20), 1, 1 << 20)", 139),  # the last of them is no memory at all
        ("os.write(2, b'memory allocation of 99 bytes failed\\n'); os.abort()", 134),
    ],
    ids=["without a word", "with one"],
)
def test_native_code_that_dies_for_want_of_memory_reports_out_of_memory(box: Box, death: str, exit_code: int) -> None:
    result = box.run(_TAKE_ALL + death, data_bytes=64 * MIB, memory_bytes=400 * MIB)
    assert (result.outcome, result.exit_code) == (Outcome.OUT_OF_MEMORY, exit_code)
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("memory_bytes", 64 * MIB)
    assert result.limit.measured >= 64 * MIB
    assert box.still_works()


def test_native_code_that_dies_for_another_reason_has_failed(box: Box) -> None:
    result = box.run("import ctypes; ctypes.string_at(8)")
    assert (result.outcome, result.exit_code, result.limit) == (Outcome.FAILED, 139, None)


def test_a_mapped_file_that_finds_no_room_reports_the_disk_limit(box: Box) -> None:
    result = box.run(
        "import mmap\n"
        "with open('big', 'w+b') as file:\n"
        "    file.truncate(4 << 20)\n"
        "    room = mmap.mmap(file.fileno(), 4 << 20)\n"
        "for page in range(0, 4 << 20, 4096): room[page] = 1",
        file_bytes=8 * MIB,
    )
    assert result.outcome is Outcome.DISK_LIMIT
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("disk_bytes", LOW.disk_bytes)


def test_memory_of_several_processes_counts_together(box: Box) -> None:
    result = box.run(
        "import os, time\nfor _ in range(4):\n    if os.fork() == 0: break\nhoard = b'x' * (60 * 2**20)\ntime.sleep(60)"
    )
    assert result.outcome is Outcome.OUT_OF_MEMORY
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("memory_bytes", LOW.memory_bytes)
    assert LOW.memory_bytes < result.limit.measured < 400 * MIB


def test_shared_memory_that_forks_only_look_at_is_counted_once(box: Box) -> None:
    result = box.run(
        "import os, time\n"
        "hoard = b'x' * (90 * 2**20)\n"
        "children = [pid for pid in (os.fork() for _ in range(1))]\n"
        "if children == [0]:\n    time.sleep(0.4); os._exit(0)\n"
        "if os.fork() == 0:\n    time.sleep(0.4); os._exit(0)\n"
        "os.wait(); os.wait()"
    )
    assert result.outcome is Outcome.OK


@pytest.mark.parametrize("source", ["-1", "os.open('/dev/zero', os.O_RDWR)"])
def test_shared_memory_that_can_be_had_without_being_mapped_can_not_be_made(box: Box, source: str) -> None:
    assert refusals(box, f"mmap.mmap({source}, 1 << 20)") == ["refused"]


def test_memory_that_calls_itself_a_stack_is_none(box: Box) -> None:
    grows_down = 0x100
    assert refusals(box, f"mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | {grows_down})") == [
        "refused"
    ]
    assert box.run("import resource; print(resource.getrlimit(resource.RLIMIT_STACK))").stdout == "(8388608, 8388608)\n"


def test_locks_that_nobody_counts_are_not_made_and_look_as_if_they_were(box: Box) -> None:
    result = box.run(
        "import fcntl, os\n"
        "file = os.open('data.csv', os.O_RDWR)\n"
        "for n in range(1000): fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * n)\n"
        "if os.fork() == 0:\n"
        "    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 0)  # which nobody holds\n"
        "    print('free', flush=True)\n"
        "    os._exit(0)\n"
        "os.wait()"
    )
    assert (result.outcome, result.stdout) == (Outcome.OK, "free\n")


def test_signals_that_wait_are_few(box: Box) -> None:
    result = box.run("import resource; print(resource.getrlimit(resource.RLIMIT_SIGPENDING))")
    assert result.stdout == "(1024, 1024)\n"


@pytest.mark.parametrize("name", ["user.note", "system.posix_acl_access", "system.posix_acl_default"])
def test_attributes_of_files_that_no_limit_counts_can_not_be_set(box: Box, name: str) -> None:
    entries = "[(1, 6, -1), *[(2, 6, os.getuid())] * 8000, (4, 6, -1), (16, 6, -1), (32, 4, -1)]"
    result = box.run(
        "import os, shutil, struct\n"
        f"value = struct.pack('<I', 2) + b''.join(struct.pack('<HHi', *entry) for entry in {entries})\n"
        "try: os.setxattr('.home', " + repr(name) + ", value); print('OPEN')\n"
        "except OSError as error: print(error.errno)\n"
        "shutil.copy2('data.csv', 'copy.csv')"
    )
    assert (result.outcome, result.stdout) == (Outcome.OK, "95\n"), result.stderr  # EOPNOTSUPP


def test_a_full_work_folder_reports_the_disk_limit(box: Box) -> None:
    result = box.run("for n in range(100): open(f'f{n}', 'wb').write(b'x' * 10**6)")
    assert result.outcome is Outcome.DISK_LIMIT
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("disk_bytes", LOW.disk_bytes)


def test_an_unlinked_open_file_still_counts(box: Box) -> None:
    result = box.run(
        "import os, time\n"
        "hidden = []\n"
        "try:\n"
        "    for n in range(100):\n"
        "        hidden.append(open('f', 'wb', buffering=0)); hidden[-1].write(b'x' * 2**19); os.unlink('f')\n"
        "except OSError:\n    time.sleep(60)"
    )
    assert result.outcome is Outcome.DISK_LIMIT


def test_too_many_files_report_the_file_limit(box: Box) -> None:
    result = box.run("for n in range(10_000): open(f'f{n}', 'w').close()")
    assert result.outcome is Outcome.FILE_LIMIT
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("files", LOW.files)


def test_hard_links_count_as_files(box: Box) -> None:
    result = box.run("import os\nfor n in range(10_000): os.link('data.csv', f'l{n}')")
    assert result.outcome is Outcome.FILE_LIMIT


@pytest.mark.parametrize("write", ["f.truncate(2**40)", "f.seek(2**40); f.write(b'x')", "f.write(b'x' * 2**21)"])
def test_one_huge_file_is_refused_even_a_sparse_one(box: Box, write: str) -> None:
    result = box.run(f"with open('huge', 'wb') as f: {write}", disk_bytes=8 * MIB)
    assert result.outcome is Outcome.DISK_LIMIT
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("file_bytes", LOW.file_bytes)


def test_shared_memory_files_are_bounded(box: Box) -> None:
    result = box.run(
        "try:\n    open('/dev/shm/big', 'wb').write(b'x' * 2 * 10**6)\nexcept OSError as e: print(e.errno)\n"
        "try:\n    [open(f'/dev/shm/f{n}', 'w').close() for n in range(1000)]\nexcept OSError as e: print(e.errno)",
        file_bytes=8 * MIB,
    )
    assert result.stdout.split() == ["28", "28"]


def test_a_busy_loop_reports_the_cpu_limit(box: Box) -> None:
    result = box.run("while True: pass", cpu_s=1)
    assert result.outcome is Outcome.CPU_LIMIT
    assert result.limit is not None
    assert result.limit.name == "cpu_s"
    assert result.limit.measured == pytest.approx(1.0, abs=0.5)


@pytest.mark.parametrize(
    "patience",
    [
        "pass",
        "[signal.signal(n, signal.SIG_IGN) for n in range(1, 65) if n not in (9, 19, 32, 33)]",
        "os.close(1); os.close(2); os.closerange(3, 100)",
    ],
    ids=["sleeps", "ignores every signal", "closes its streams"],
)
def test_a_run_without_end_reports_the_timeout(box: Box, patience: str) -> None:
    result = box.run(f"import os, signal, time\n{patience}\nwhile True: time.sleep(60)", wall_s=1.5)
    assert result.outcome is Outcome.TIMEOUT
    assert result.limit is not None
    assert (result.limit.name, result.limit.limit) == ("wall_s", 1.5)
    assert 1.5 <= result.limit.measured < 10.0
    assert result.exit_code == 0
    assert box.still_works()


def test_a_daemon_that_forks_twice_dies_with_its_script(box: Box) -> None:
    result = box.run(
        "import os, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    if os.fork() == 0:\n"
        "        while True: time.sleep(60)\n"
        "    os._exit(0)\n"
        "os.wait()"
    )
    assert result.outcome is Outcome.OK  # and `nothing_left_behind` has seen no survivor
    assert result.wall_s < LOW.wall_s


@pytest.mark.parametrize("stream", [1, 2])
def test_a_flood_of_text_is_stopped_and_its_ends_are_kept(box: Box, stream: int) -> None:
    result = box.run(f"import os\nos.write({stream}, b'begin')\nwhile True: os.write({stream}, b'x' * 10_000)")
    assert result.outcome is Outcome.LOG_LIMIT
    assert result.limit is not None
    assert result.limit.name == "log_bytes"
    text = result.stdout if stream == 1 else result.stderr
    assert text.startswith("begin")
    assert len(text) < LOW.log_kept_bytes + 100


def test_much_text_within_the_limit_is_cut_in_the_middle(box: Box) -> None:
    result = box.run("print('begin' + 'x' * 20_000 + 'end')")
    assert result.outcome is Outcome.OK
    assert result.stdout.startswith("begin")
    assert result.stdout.endswith("end\n")
    assert "bytes left out" in result.stdout


def test_a_machine_that_runs_low_stops_the_run_and_says_that_it_was_not_the_script(box: Box) -> None:
    result = box.run("import time; time.sleep(60)", memory_floor_bytes=1 << 60)
    assert result.outcome is Outcome.LOW_MEMORY


def test_a_stop_request_ends_a_run_at_once(box: Box) -> None:
    stop = Stop()
    result = box.run("import time; time.sleep(60)", stop=stop, on_start=stop.request)
    assert result.outcome is Outcome.CANCELLED
    assert result.wall_s < LOW.wall_s


def test_a_stop_request_during_the_launch_ends_the_run(box: Box) -> None:
    stop = Stop()
    threading.Timer(0.02, stop.request).start()
    assert box.run("import time; time.sleep(60)", stop=stop).outcome is Outcome.CANCELLED


def test_two_sandboxes_have_a_process_limit_each(box: Box) -> None:
    program = (
        "import os, time\n"
        "n = 0\n"
        "try:\n"
        "    while os.fork() != 0: n += 1\n"
        "    time.sleep(0.5); os._exit(0)\n"
        "except BlockingIOError: time.sleep(0.4); print(n)"
    )
    results: list[str] = []
    threads = [threading.Thread(target=lambda: results.append(box.run(program).stdout)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [f"{LOW.processes - 2}\n"] * 2
