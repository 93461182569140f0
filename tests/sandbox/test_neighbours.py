"""Programs that reach for other jobs, for the harness, or for the renderer that reads what they leave."""

from __future__ import annotations

import resource
import threading
from contextlib import closing

import pytest

from plotlane_kit.event_log import event_log
from renderer_svc.house import build_executor
from renderer_svc.job import ThemeResult
from renderer_svc.outcome import Outcome
from renderer_svc.sandbox.image import build_image
from renderer_svc.settings import RendererSettings
from tests.sandbox.conftest import LOW, Box


def beside(box: Box, holder: str, visitor: str) -> ThemeResult:
    """What becomes of `visitor` while `holder` runs in a sandbox beside it."""
    results: list[ThemeResult] = []

    def visit() -> None:
        # The holder has only just begun: by the third visit it has done what it does.
        results.extend(box.run(program) for program in ("pass", "pass", visitor))

    result = box.run(holder, on_start=visit)
    assert result.outcome is Outcome.OK, result.stderr
    return results[-1]


def test_an_abstract_socket_of_another_job_is_not_there(box: Box) -> None:
    holder = "import socket, time\ns = socket.socket(socket.AF_UNIX); s.bind('\\0meet'); s.listen(); time.sleep(0.4)"
    visitor = (
        "import socket\n"
        "try: socket.socket(socket.AF_UNIX).connect('\\0meet')\nexcept OSError as error: print('refused', error.errno)"
    )
    assert beside(box, holder, visitor).stdout.startswith("refused")


def test_files_and_shared_memory_of_another_job_are_not_there(box: Box) -> None:
    holder = "import time\nfor path in ('/job/x', '/dev/shm/x', '/tmp/x'): open(path, 'w').close()\ntime.sleep(0.4)"
    visitor = "import os\nprint([p for p in ('/job/x', '/dev/shm/x', '/tmp/x') if os.path.exists(p)])"
    assert beside(box, holder, visitor).stdout == "[]\n"


def test_no_signal_reaches_another_job(box: Box) -> None:
    visitor = (
        "import os, signal\n"
        "hit = []\n"
        "for pid in range(2, 33_000):\n"
        "    if pid != os.getpid():\n"
        "        try: os.kill(pid, signal.SIGKILL); hit.append(pid)\n"
        "        except OSError: pass\n"
        "print(hit)"
    )
    assert beside(box, "import time; time.sleep(0.4); print('alive')", visitor).stdout == "[]\n"


@pytest.mark.parametrize(
    "harm",
    [
        "import builtins; builtins.print = builtins.open = None",
        "import json, os; json.dumps = os.write = os.read = None",
        "import sys; sys.modules.clear()",
        "import gc; gc.disable(); gc.set_threshold(1)",
        "import os; os.environ['PATH'] = 'evil'; os.chdir('/'); os.umask(0o777)",
        "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.alarm(1)",
        "import sys; sys.setrecursionlimit(10**9)",
        "import locale, time; locale.setlocale(locale.LC_ALL, 'C'); time.tzset()",
        "import ctypes; ctypes.memset(id(0), 255, 8)",
        "import random; random.seed(1)",
        "import os; [os.mkdir(f'.home/{n}') for n in range(9)]; open('.home/matplotlibrc', 'w').write('evil')",
        "import warnings, atexit; warnings.simplefilter('error'); atexit.register(lambda: 1 / 0)",
    ],
)
def test_the_next_job_is_unharmed(box: Box, harm: str) -> None:
    box.run(harm)
    program = (
        "import atexit, builtins, gc, json, os, random, signal, sys, warnings\n"
        "warnings.warn('once')\n"
        "print(json.dumps([os.getcwd(), os.environ['PATH'], os.listdir('.home'), gc.isenabled(), 0 + 0,\n"
        "  signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, sys.getrecursionlimit(), 'json' in sys.modules]))"
    )
    result = box.run(program)
    assert result.stdout == '["/job", "/opt/python/bin", [], true, 0, true, 1000, true]\n', result.stderr


def test_random_numbers_are_those_of_the_script_and_of_no_other(box: Box) -> None:
    draw = "import random; print(random.random())"
    assert box.run(draw).stdout == box.run(draw).stdout
    assert box.run(draw).stdout != box.run(draw + "  # another script").stdout
    assert box.run("import os; print(os.urandom(8))").stdout != box.run("import os; print(os.urandom(8))").stdout


@pytest.mark.parametrize(
    "forgery",
    [
        'print(\'{"event": "end", "status": 0}\')',
        'import os; os.write(2, b\'{"event": "start"}\\n\')',
        "import os; os.write(3, b'S')",
        'import os; os.write(3, b\'{"kind": "x"}\')',
        "import os; os.close(3)",
        "import os; os.dup2(1, 3)",
        'import os\nfor n in range(3, 300):\n    try: os.write(n, b\'{"event": "end"}\')\n    except OSError: pass',
    ],
)
def test_a_forged_report_does_not_turn_a_failure_into_a_success(box: Box, forgery: str) -> None:
    result = box.run(f"{forgery}\nimport os; os._exit(5)")
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 5)


def test_a_forged_nonce_from_the_harness_s_own_memory_has_nowhere_to_go(box: Box) -> None:
    result = box.run(
        "import gc, json, os\n"
        "nonces = [o.nonce for o in gc.get_objects() if type(o).__name__ == 'Order']\n"
        "frame, found = __import__('sys')._getframe(), []\n"
        "while frame:\n"
        "    found += [v.nonce for v in frame.f_locals.values() if type(v).__name__ == 'Order']\n"
        "    frame = frame.f_back\n"
        "line = json.dumps({'nonce': (nonces + found + ['?'])[0], 'event': 'end', 'status': 0, 'cpu_s': 0,\n"
        "                   'max_rss_bytes': 0, 'report': ''}).encode() + b'\\n'\n"
        "for number in range(3, 300):\n"
        "    try: os.write(number, line)\n"
        "    except OSError: pass\n"
        "os._exit(9)"
    )
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 9)


def test_a_script_that_kills_all_it_can_only_ends_itself(box: Box) -> None:
    result = box.run(
        "import os, signal, time\nif os.fork() == 0: time.sleep(60)\nos.kill(-1, signal.SIGKILL)\nprint('me')"
    )
    assert (result.outcome, result.stdout) == (Outcome.OK, "me\n")


@pytest.mark.parametrize(
    "trick",
    [
        "os.kill(os.getppid(), signal.SIGSTOP)",
        "os.kill(os.getppid(), signal.SIGTERM)",
        "os.kill(1, signal.SIGKILL)",
        "[os.kill(1, number) for number in range(1, 65)]; time.sleep(0.1)",
        "os.killpg(0, 0)",
        *(
            f"resource.prlimit(1, resource.RLIMIT_{name}, (0, 0))"
            for name in ("CPU", "AS", "DATA", "NOFILE", "STACK", "FSIZE")
        ),
        "os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))",
        "os.sched_setaffinity(1, {0})",
        "ctypes.CDLL(None).ptrace(16, 1, 0, 0)",
        "ctypes.CDLL(None).ptrace(0, 0, 0, 0)",
    ],
)
def test_the_warden_can_neither_be_stopped_nor_traced(box: Box, trick: str) -> None:
    result = box.run(f"import ctypes, os, resource, signal, time\ntry: {trick}\nexcept OSError: pass\nos._exit(6)")
    assert (result.outcome, result.exit_code) == (Outcome.FAILED, 6)


def test_descriptors_on_their_way_through_a_socket_keep_no_sandbox_from_its_birth(box: Box) -> None:
    holder = (
        "import os, socket, time\n"
        "pairs = [socket.socketpair() for _ in range(4)]\n"
        "try:\n"
        "    for n in range(400): socket.send_fds(pairs[n % 4][0], [b'x'], [1] * 10)\n"
        "except OSError: pass\n"
        "time.sleep(0.3)"
    )
    assert beside(box, holder, "print('born')").stdout == "born\n"


def test_more_descriptors_on_their_way_than_a_renderer_had_keep_no_sandbox_from_its_birth(uid_base: int) -> None:
    holder = (
        "import socket, time\n"
        "pairs = [socket.socketpair() for _ in range(20)]\n"
        "for near, _ in pairs: near.setblocking(False)\n"
        "try:\n"
        "    for n in range(400): socket.send_fds(pairs[n % 20][0], [b'x'], [1] * 250)\n"
        "except OSError: pass\n"
        "time.sleep(2)"
    )
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))  # as a login gives it
    try:
        settings = RendererSettings.model_validate({"sandbox_uid_base": uid_base})
        with closing(build_executor(settings, event_log("test"))) as executor:
            own_box = Box(executor, build_image(()))
            results: list[ThemeResult] = []

            def visit() -> None:
                results.extend(own_box.run("print('born')") for _ in range(9))

            own_box.run(holder, open_files=1024, on_start=visit)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert [result.stdout for result in results] == ["born\n"] * 9


@pytest.mark.parametrize(
    ("name", "take"),
    [
        ("descriptors", "os.dup(1)"),
        ("pipes", "os.pipe()"),
        ("sockets", "socket.socketpair()"),
        ("queues", "select.epoll()"),
    ],
)
def test_descriptors_run_out_in_the_sandbox_alone(box: Box, name: str, take: str) -> None:
    program = (
        "import os, select, socket\nkept = []\n"
        f"try:\n    while True: kept.append({take})\nexcept OSError as error: print(error.errno)"
    )
    assert box.run(program, open_files=64).stdout == "24\n", name  # EMFILE
    assert box.still_works()


def test_full_pipes_and_sockets_cost_the_next_job_nothing(box: Box) -> None:
    result = box.run(
        "import fcntl, os, socket\n"
        "kept = 0\n"
        "for _ in range(40):\n"
        "    _, end = os.pipe()\n"
        "    try: fcntl.fcntl(end, 1031, 1 << 20)  # F_SETPIPE_SZ\n"
        "    except OSError: pass\n"
        "    os.set_blocking(end, False)\n"
        "    try:\n        while True: kept += os.write(end, b'x' * 65536)\n"
        "    except BlockingIOError: pass\n"
        "print(kept < 80 << 20)"
    )
    assert result.outcome in (Outcome.OK, Outcome.OUT_OF_MEMORY)
    assert box.still_works()


@pytest.mark.parametrize(
    "hoard",
    [
        "import mmap; m = [mmap.mmap(-1, 32 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS) for _ in range(20)]",
        "x = [bytes(1 << 20) for _ in range(400)]",
        "x = 'a' * (1 << 29)",
        "x = 1 << (1 << 33)",
        "x = list(range(1 << 26))",
        "def f(): f()\nimport sys, threading; sys.setrecursionlimit(1 << 30); f()",
        "import threading, time\nfor _ in range(99): threading.Thread(target=time.sleep, args=(60,)).start()",
    ],
    ids=["mappings", "objects", "a string", "a number", "a list", "recursion", "threads"],
)
def test_whatever_hoards_fails_or_is_stopped_and_says_so(box: Box, hoard: str) -> None:
    result = box.run(hoard, wall_s=2.0)
    assert result.outcome in (Outcome.OUT_OF_MEMORY, Outcome.FAILED, Outcome.TIMEOUT)
    assert box.still_works()


@pytest.mark.parametrize(
    "ending",
    [
        "import atexit; atexit.register(lambda: sum(0 for _ in iter(int, 1)))",
        "import threading; threading.Thread(target=lambda: sum(0 for _ in iter(int, 1))).start()",
        "import signal; signal.signal(signal.SIGTERM, lambda *_: None); signal.pause()",
        "import os\nwhile True:\n    if os.fork() == 0: os._exit(0)\n    os.wait()",
        "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
        "import os; os.read(os.pipe()[0], 1)",
        "import socket; a, b = socket.socketpair(); a.recv(1)",
        "class A:\n    def __del__(self):\n        while True: pass\nA()",
    ],
    ids=["at exit", "in a thread", "deaf", "forking", "stopped", "on a pipe", "on a socket", "in a finalizer"],
)
def test_what_never_ends_is_ended_by_the_clock(box: Box, ending: str) -> None:
    result = box.run(ending, wall_s=1.0)
    assert result.outcome is Outcome.TIMEOUT


@pytest.mark.parametrize(
    "text",
    [
        "os.write(1, b'\\xff\\xfe\\x00')",
        "print('\\x1b[2J\\x1b]0;evil\\x07')",
        "print('\\u202e' * 99)",
        "os.write(1, b'x' * 4000)",
    ],
)
def test_whatever_a_script_prints_is_text_of_bounded_size(box: Box, text: str) -> None:
    result = box.run(f"import os\n{text}")
    assert result.outcome is Outcome.OK
    assert len(result.stdout.encode()) <= 2 * LOW.log_kept_bytes


def test_many_jobs_at_once_all_get_their_own_answer(box: Box) -> None:
    answers: dict[int, str] = {}
    threads = [
        threading.Thread(target=lambda n=n: answers.update({n: box.run(f"print({n})").stdout})) for n in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {n: f"{n}\n" for n in range(8)}
