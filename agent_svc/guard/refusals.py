"""The refusals: the fixed texts that a user reads, in both languages; nothing of a model's is in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agent_svc.guard.language import Language
from agent_svc.guard.verdict import DataVerdict, MessageVerdict

#: What stands in a transcript where a refused message would: the message itself is never kept.
REDACTED: Final = "[refused message]"
#: What stands there when a message could not be judged.
UNCHECKED: Final = "[unchecked message]"

_MESSAGES: Final[Mapping[MessageVerdict, Mapping[Language, str]]] = {
    MessageVerdict.OFF_TOPIC: {
        Language.ENGLISH: "I only work on plots and the data in them. Say what should change in the plot, "
        "such as “log scale on the y axis”.",
        Language.GERMAN: "Ich arbeite nur an Diagrammen und ihren Daten. Sagen Sie, was sich am Diagramm ändern soll, "
        "etwa „logarithmische y-Achse“.",
    },
    MessageVerdict.ATTACK: {
        Language.ENGLISH: "I do not follow instructions about myself. Say what should change in the plot.",
        Language.GERMAN: "Anweisungen über mich selbst befolge ich nicht. Sagen Sie, was sich am Diagramm ändern soll.",
    },
    MessageVerdict.HARM: {
        Language.ENGLISH: "I do not help with that.",
        Language.GERMAN: "Dabei helfe ich nicht.",
    },
}
_DATA: Final[Mapping[DataVerdict, Mapping[Language, str]]] = {
    DataVerdict.SECRETS: {
        Language.ENGLISH: "This data holds what looks like keys or passwords. Remove that column, then paste it again.",
        Language.GERMAN: "Diese Daten enthalten, was wie Schlüssel oder Passwörter aussieht. Entfernen Sie die Spalte "
        "und fügen Sie die Daten neu ein.",
    },
    DataVerdict.CARDS: {
        Language.ENGLISH: "This data holds what looks like numbers of payment cards. Remove that column, then paste "
        "it again.",
        Language.GERMAN: "Diese Daten enthalten, was wie Kartennummern aussieht. Entfernen Sie die Spalte und fügen "
        "Sie die Daten neu ein.",
    },
    DataVerdict.HARM: {
        Language.ENGLISH: "I do not plot this data.",
        Language.GERMAN: "Diese Daten zeichne ich nicht.",
    },
}


def message_refusal(verdict: MessageVerdict, language: Language) -> str:
    """What a user reads whose message got `verdict`, which must not be FINE."""
    return _MESSAGES[verdict][language]


def data_refusal(verdict: DataVerdict, language: Language) -> str:
    """What a user reads whose data got `verdict`, which must not be FINE."""
    return _DATA[verdict][language]
