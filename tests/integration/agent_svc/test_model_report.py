"""What the settings say of the model is told in one line, and what is wrong with it."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from agent_svc.model_report import report
from plotlane_kit.settings import SettingsError
from tests_support.scripted_model import Refusal, ScriptedModel, Step, says


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, server: ScriptedModel) -> None:
    """Settings that name the scripted model."""
    for name, value in {"PROVIDER": "anthropic", "API_KEY": "k", "BASE_URL": server.url}.items():
        monkeypatch.setenv(f"PLOTLANE_AGENT_MODEL__{name}", value)


def test_offline_needs_nothing() -> None:
    command = [sys.executable, "-m", "agent_svc", "model"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "offline, needs no key\n"


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (says("ok"), "anthropic, claude-haiku-5-5: answers"),
        (Refusal(529, "overloaded_error"), "anthropic, claude-haiku-5-5: claude-haiku-5-5 cannot be reached now"),
    ],
)
async def test_a_provider_is_asked_for_a_word(server: ScriptedModel, answer: Step, said: str) -> None:
    server.will(answer)
    assert await asyncio.to_thread(report) == said


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (Refusal(401, "authentication_error"), "AuthenticationError"),
        (Refusal(404, "not_found_error"), "NotFoundError"),
    ],
)
async def test_a_key_or_a_model_that_is_refused_is_named(server: ScriptedModel, answer: Step, cause: str) -> None:
    server.will(answer)
    with pytest.raises(SettingsError, match=rf"refuses model 'claude-haiku-5-5' \({cause}\)"):
        await asyncio.to_thread(report)
