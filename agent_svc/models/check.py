"""The check at start: one word from each model, so that a bad key or an unknown model shows before the first user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.models.call import Message, ModelCall, Purpose, Role, Text
from agent_svc.models.failure import Fault
from agent_svc.models.language_model import LanguageModel, ModelError
from plotlane_kit.event_log import event_log
from plotlane_kit.settings import SettingsError

CHECK_S: Final = 10.0  #: of each model
_LOG: Final = event_log("agent")


async def check(model: LanguageModel, ids: Mapping[Purpose, str]) -> tuple[str, ...]:
    """Ask each of the different models in `ids` once. Raises SettingsError for one that will never answer.

    Those that are overloaded or cannot be reached now are logged and returned, and no reason not to start.
    """
    of_id = {model_id: purpose for purpose, model_id in ids.items()}
    unsure = []
    for model_id, purpose in of_id.items():
        call = ModelCall(purpose, (), (Message(Role.USER, (Text("Say ok."),)),), 1, timeout_s=CHECK_S)
        try:
            await model.complete(call)
        except ModelError as error:
            failure = error.failure
            if failure.fault is Fault.FINAL:
                raise SettingsError(
                    f"PLOTLANE_AGENT_MODEL__PROVIDER: the provider refuses model {model_id!r} ({failure.cause}); "
                    "look at the key or project, and at the model's id"
                ) from error
            _LOG.warning("model_not_checked", fault=failure.fault.name.lower(), cause=failure.cause)
            unsure.append(model_id)
    return tuple(unsure)
