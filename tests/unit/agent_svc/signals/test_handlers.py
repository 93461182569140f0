"""Handlers: found among the packages of the machine, called within bounds, and never quoted."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest
import structlog.testing

from agent_svc.errors import InternalError
from agent_svc.signals import InvalidSignalError, Prompt, Result, Signal
from agent_svc.signals.handlers import HandlerLoadError, Handlers, load_handlers
from tests.integration.agent_svc.signal_stage import register

SIGNAL = Signal("s1", "mine", "anna", {"secret": "4711"})


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose packages this process finds."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def handlers(handler: Any, handle_s: float = 5.0) -> Handlers:
    return Handlers({"mine": handler}, handle_s, post_s=5.0)


class Plain:
    """A handler of plain functions."""

    def handle(self, signal: Signal) -> list[Prompt]:
        return [Prompt(text=threading.current_thread().name)]

    def check(self, signal: Signal) -> None:
        if not signal.payload:
            raise InvalidSignalError("It says nothing.")


class Broken:
    """A handler whose functions fail, and quote what they were given."""

    async def handle(self, signal: Signal) -> list[Prompt]:
        raise KeyError(signal.payload["secret"])

    def post(self, signal: Signal, result: Result) -> None:
        raise ValueError(signal.payload["secret"])


def test_a_class_a_module_or_an_object_is_found_by_its_name(packages: Path) -> None:
    (packages / "weekly_signals.py").write_text(
        "class Weekly:\n    def handle(self, signal): return []\n\nobject_ = Weekly()\ndef handle(signal): return []\n"
    )
    for name, target in [("a", "weekly_signals:Weekly"), ("b", "weekly_signals:object_"), ("c", "weekly_signals")]:
        register(packages, name, target)
    assert set(load_handlers({"replot": Plain()})) == {"a", "b", "c", "replot"}


@pytest.mark.parametrize(
    ("name", "target", "said"),
    [
        ("replot", "json", "there is another one of this name"),
        ("mine", "there_is_no_such_module", "cannot be loaded: ModuleNotFoundError"),
        ("mine", "json:dumps", "has no function handle(signal)"),
        ("My-Own", "json", "lower-case letters"),
    ],
)
def test_one_that_cannot_be_used_is_named_at_start(packages: Path, name: str, target: str, said: str) -> None:
    register(packages, name, target)
    with pytest.raises(HandlerLoadError) as refused:
        load_handlers({"replot": Plain()})
    assert repr(name) in str(refused.value)
    assert said in str(refused.value)


async def test_a_plain_function_runs_in_a_thread_of_its_own() -> None:
    found = await handlers(Plain()).handle(SIGNAL)
    assert found[0].text not in ("", threading.current_thread().name)


async def test_a_handler_says_what_it_cannot_read_before_a_signal_is_kept() -> None:
    await handlers(Plain()).check(SIGNAL)
    with pytest.raises(InvalidSignalError, match="It says nothing"):
        await handlers(Plain()).check(Signal("s1", "mine", "anna", {}))
    with pytest.raises(InvalidSignalError) as unknown:
        await handlers(Plain()).check(Signal("s1", "other", "anna", {}))
    assert "there are mine" in unknown.value.violations[0].message


async def test_a_handler_that_fails_is_logged_without_what_it_says_and_told_with_a_reference() -> None:
    broken = handlers(Broken())
    assert broken.has_post("mine")
    with structlog.testing.capture_logs() as lines:
        for call in (broken.handle(SIGNAL), broken.post(SIGNAL, Result(failed=True, limited=False))):
            with pytest.raises(InternalError) as failed:
                await call
            assert failed.value.metadata["ref"] == lines[-1]["ref"]
            assert "4711" not in failed.value.message
    assert [line["kind"] for line in lines] == ["KeyError", "ValueError"]
    assert "4711" not in str(lines)


async def test_a_handler_that_takes_too_long_is_not_waited_for() -> None:
    class Slow:
        def handle(self, signal: Signal) -> list[Prompt]:
            time.sleep(0.2)  # longer than it may, and short enough to leave no thread behind
            return []

    with structlog.testing.capture_logs(), pytest.raises(InternalError, match=r"took longer than 0\.01 s"):
        await handlers(Slow(), handle_s=0.01).handle(SIGNAL)


async def test_what_is_no_prompt_is_refused_and_a_handler_that_was_taken_away_is_named() -> None:
    class Odd:
        async def handle(self, signal: Signal) -> Any:
            return ["draw it"]

    with pytest.raises(InvalidSignalError, match=r"prompts\[0\] is no Prompt"):
        await handlers(Odd()).handle(SIGNAL)
    with pytest.raises(InvalidSignalError, match="no handler gone here any more"):
        await handlers(Odd()).handle(Signal("s1", "gone", "anna", {}))
