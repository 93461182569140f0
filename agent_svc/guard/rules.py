"""The rules: judges without a model, which refuse what is plainly wrong and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from agent_svc.guard.verdict import DataVerdict, MessageVerdict

#: What may follow where the words are a column or a measure, and no order.
_MEASURED: Final = (
    r"(?!\s+(?:columns?|fields?|rows?|names?|counts?|length|tokens?|size|usage|resets?|rates?|per|by|over"
    r"|je|pro|nach|spalten?)\b)"
)
_ATTACK: Final = re.compile(
    r"\b(?:ignore|forget|disregard|override|bypass)\b[^.\n]{0,20}"
    r"(?:\b(?:all|any|your|my|every|previous|prior|above|earlier|these|those|system|safety)\b[^.\n]{0,20}"
    r"\b(?:instructions?|rules?|prompts?|guidelines?|restrictions?)\b"
    r"|\bthe (?:instructions|rules|prompts?|guidelines|restrictions)\b)"
    + _MEASURED
    + r"|\b(?:ignorier\w*|vergiss|missachte|umgehe?)\b[^.\n]{0,20}"
    r"\b(?:alle?n?|deine?n?|meine?n?|ihre?n?|eure?n?|jede?n?|bisherigen?|vorherigen?|obigen?|vorigen?)\b[^.\n]{0,20}"
    r"\b(?:anweisung\w*|regeln?|vorgaben?|prompts?)\b"
    + _MEASURED
    + r"|\b(?:your|the|dein\w*|eur\w*|ihr\w*|den|der) system[ -]?prompts?\b"
    + _MEASURED
    + r"|\bjailbreak (?:yourself|mode|prompt|now)\b|\b(?:jailbroken|entwicklermodus)\b"
    r"|\b(?:in|into|to|enter|enable|activate|start|turn on) (?:developer|dan|god) mode\b"
    r"|\byou are (?:now|no longer) (?:an?|my|in|free|bound|allowed|limited|restricted|the|dan)\b"
    r"|\bdu bist (?:jetzt|ab jetzt|nun|nicht mehr) (?:ein\w*|mein\w*|im|frei|an|der|die|das|gebunden)\b"
    r"|\b(?:reveal|leak|expose|dump|verrate?)\b[^.\n]{0,30}"
    r"\b(?:api[ -]?keys?|secrets?|passwor\w*|environment variables)\b"
    + _MEASURED
    + r"|\b(?:print|show|tell|give|zeig\w*|nenne?)\b[^.\n]{0,30}"
    r"\b(?:your|dein\w*|eur\w*|ihr\w*|the server'?s?|the system'?s?|the machine'?s?)\b[^.\n]{0,20}"
    r"\b(?:api[ -]?keys?|secrets?|passwor\w*|environment variables|geheimnisse?)\b"
    r"|<\|?/?(?:system|assistant|im_start|im_end)\b",
    re.IGNORECASE,
)
_WEAPON: Final = (
    r"(?:bombs?|bomben?|explosives?|sprengstoff\w*|nerve agents?|nervengift\w*|malware|ransomware|keylogger)\b"
)
_HARM: Final = re.compile(
    rf"\b(?:how (?:do i|to|can i)|wie (?:kann|baue?|mache?) ich)\b[^.\n]{{0,30}}\b{_WEAPON}"
    rf"|\b(?:build|baue?|make|write|synthesi[sz]e)\b (?:me |us |mir )?(?:an? |some |eine?n? )?(?:\w+ )?{_WEAPON}(?! \w)"
    r"|\b(?:kill|murder|töte?n?|ermorden?) (?:him|her|them|someone|people|jemanden|menschen)\b",
    re.IGNORECASE,
)
_OFF_TOPIC: Final = re.compile(
    r"\b(?:write|compose|tell|schreib\w*|erzähl\w*|dichte)\b[^.\n]{0,30}"
    r"\b(?:poems?|essays?|stor(?:y|ies)|jokes?|songs?|cover letters?"
    r"|gedichte?s?|aufs[aä]tze?|geschichten?|witze?|lied(?:er)?|bewerbung)\b"
    r"|\b(?:what(?:'s| is) the weather|wie (?:ist|wird) das wetter)\b"
    r"|\b(?:recipe|rezept)\b[^.\n]{0,20}\b(?:for|für)\b",
    re.IGNORECASE,
)
_ABOUT_PLOTS: Final = re.compile(
    r"\b(?:title|subtitle|axis|axes|legend|label|plot|chart|graph|diagram|data|column|row|bars?\b|values?\b|points?\b|counts?\b"
    r"|titel|untertitel|achse|legende|beschriftung|daten|spalte|zeile|balken|werte|punkte|anzahl)"
    r"|\b[xy](?: axis|-achse)?$|\bon [xy]\b",
    re.IGNORECASE,
)
#: Whatever follows is written on a picture, and done by nobody.
_TITLED: Final = re.compile(r"^\s*(?:title|heading|titel|überschrift)\b", re.IGNORECASE)
_SECRET: Final = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36,}\b"
    r"|\bxox[abprs]-[A-Za-z0-9-]{10,}|\bsk-[A-Za-z0-9_-]{32,}|\bAIza[0-9A-Za-z_-]{35}\b"
    r"|\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}"
)
_PASSWORD_COLUMN: Final = re.compile(
    r"^(?:pass(?:word|wd|phrase)?|passwor[td]|kennwort|pin[_ -]?code|secret[_ -]?key|api[_ -]?key)s?$"
)
_CARD: Final = re.compile(r"[3-6]\d{12,18}")
_LEAST_CARDS: Final = 5
_SHARE: Final = 0.9


class RuleJudge:
    """Judges by patterns: a table of what plainly is no wish for a plot, and of what plainly is a secret."""

    async def judge_message(self, text: str) -> MessageVerdict:
        """See `MessageJudge`; never unavailable."""
        return judge_message(text)

    async def judge_data(self, columns: tuple[str, ...], samples: tuple[tuple[str, ...], ...]) -> DataVerdict:
        """See `DataJudge`; never unavailable."""
        return judge_data(columns, samples)


def judge_message(text: str) -> MessageVerdict:
    """The verdict on a message; what fits no rule is fine: offline, nothing can be done with it anyway."""
    if _ATTACK.search(text):
        return MessageVerdict.ATTACK
    if _HARM.search(text) and not _TITLED.search(text):
        return MessageVerdict.HARM
    if _OFF_TOPIC.search(text) and not _ABOUT_PLOTS.search(text):
        return MessageVerdict.OFF_TOPIC
    return MessageVerdict.FINE


def judge_data(columns: Iterable[str], samples: Iterable[Iterable[str]]) -> DataVerdict:
    """The verdict on a table, from its column names and some cells of each column."""
    for name, cells in zip(columns, samples, strict=True):
        found = [cell.strip() for cell in cells if cell.strip()]
        if any(_SECRET.search(cell) for cell in found) or (found and _PASSWORD_COLUMN.match(name.strip().lower())):
            return DataVerdict.SECRETS
        if len(found) >= _LEAST_CARDS and sum(map(_is_card, found)) >= _SHARE * len(found):
            return DataVerdict.CARDS
    return DataVerdict.FINE


def _is_card(cell: str) -> bool:
    digits = cell.replace(" ", "").replace("-", "")
    return bool(_CARD.fullmatch(digits)) and _luhn(digits)


def _luhn(digits: str) -> bool:
    """The check digit of ISO/IEC 7812: by chance one number in ten has it, nine of ten numbers never do."""
    total = 0
    for place, digit in enumerate(map(int, reversed(digits))):
        doubled = digit * 2 if place % 2 else digit
        total += doubled - 9 if doubled > 9 else doubled
    return total % 10 == 0
