"""The offline provider: understands a message as a whole, or says which part it did not understand."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from agent_svc.guard.language import Language
from agent_svc.models.chat_model import Answer, Change, Scene
from agent_svc.models.offline import replies
from agent_svc.models.offline.asked import Asked
from agent_svc.models.offline.german import german_role
from agent_svc.models.offline.nearest import first_of, nearest, related
from agent_svc.models.offline.past import RESET_ALL
from agent_svc.models.offline.reading import MAX_PARTS, Part, Reading, read
from agent_svc.models.offline.removal import is_removal
from agent_svc.models.offline.request import Heard, Request, UnfitError, UnmatchedError, Wish
from agent_svc.models.offline.spelling import is_close
from agent_svc.models.offline.stage import after, before_any, sorted_by_effect
from agent_svc.models.offline.tokens import tokens_of, without_invisible


@dataclass(frozen=True, slots=True)
class _Missed:
    """A part that leads to nothing: why, when that is known, and what to offer, when that is sure."""

    said: str
    why: str = ""
    offer: str = ""


class OfflineModel:
    """A chat model without a model: needs no key and no network, and never guesses."""

    name = "offline"

    async def read(self, text: str, scene: Scene) -> Change | Answer:
        """A change when every part of `text` is understood, else the answer that quotes the first part that is not."""
        return await asyncio.to_thread(answer_to, text, scene)


def answer_to(text: str, scene: Scene) -> Change | Answer:
    """The same at once."""
    text = without_invisible(text)
    reading = read(text, scene)
    language = reading.language
    if reading.too_many:
        return Answer(replies.too_many(MAX_PARTS, language))
    if reading.missed is not None:
        return _not_understood(_Missed(reading.missed), scene, language)
    change, now, asked = Change(language=language), before_any(scene, reading.parts), Asked()
    for part in sorted_by_effect(reading.parts):
        wish = _wish(part, reading, now)
        if isinstance(wish, Answer):
            return wish
        if isinstance(wish, _Missed):
            return _not_understood(wish, now, language)
        if wish.help:
            return Answer(replies.help_text(scene, language))
        now = after(now, wish)
        change = _joined(change, wish)
        asked.add(reading.text(part.begin, part.end), wish, resets=part.meanings[0].found.owner is RESET_ALL)
    return _against(asked, scene, now, change, language) or change


def _against(asked: Asked, scene: Scene, now: Scene, change: Change, language: Language) -> Answer | None:
    """Why the parts, each of which can be done, cannot be done together; None: they can."""
    pair = asked.contradiction(change)
    if pair is not None:
        return Answer(replies.contradictory(*pair, language))
    emptied = asked.emptied(scene, now)
    if emptied is None:
        return None
    role, said = emptied
    name = german_role(role) if language is Language.GERMAN else role.title
    return Answer(replies.pushback(said, replies.needed(name, language), "", language))


def _wish(part: Part, reading: Reading, scene: Scene) -> Wish | _Missed | Answer:
    language, said = reading.language, reading.text(part.begin, part.end)
    best = part.meanings[0]
    equal = [heard for heard in part.meanings if heard.found.slips == best.found.slips]
    if best.found.slips:
        sure = all(_is_close(heard) for heard in equal)
        wishes = [wish for heard in equal if not isinstance(wish := _read(heard, said, scene, language), _Missed)]
        if any(_names_a_column(heard, scene) for heard in equal) or not (wishes or sure):
            return _Missed(said)
        alike = all(wish == wishes[0] for wish in wishes)
        if wishes and not (sure and alike):
            meant = sorted({_respelled(heard, part) for heard in equal})
            return Answer(replies.unsure(said, meant[:1] if alike else meant, language))
    missed: _Missed | None = None
    for heard in equal:
        wish = _read(heard, said, scene, language)
        if not isinstance(wish, _Missed):
            return wish
        missed = missed or wish
    return missed or _Missed(said)


def _is_close(heard: Heard) -> bool:
    return all(is_close(heard.tokens[at].word, keyword) for at, keyword in heard.found.respelled.items())


def _names_a_column(heard: Heard, scene: Scene) -> bool:
    """Whether a word that was taken for a keyword with a slip is one of a column's name as it is."""
    guessed = {heard.tokens[at].word for at in heard.found.respelled}
    return any(token.word in guessed for column in scene.columns for token in tokens_of(column.name))


def _read(heard: Heard, said: str, scene: Scene, language: Language) -> Wish | _Missed:
    request = heard.found.owner
    try:
        wish = request.read(heard, scene)
    except UnmatchedError:
        return _Missed(said)
    except UnfitError as unfit:
        return _unfit(unfit, request, said, scene, language)
    for name, value in wish.options.items():
        option = scene.chart.option(name)
        if option is None:
            return _Missed(said, replies.lacks(request, scene, language))
        if value is not None and option.refuses(value):
            return _Missed(said, replies.refused(option, language))
        why = scene.chart.unsupported.get(scene.library, {}).get(name)
        if why is not None and value not in (None, option.default):
            return _Missed(said, replies.without_effect(option, why, scene.library, language))
    return wish


def _unfit(unfit: UnfitError, request: Request, said: str, scene: Scene, language: Language) -> _Missed:
    why = unfit.why[language] or replies.lacks(request, scene, language)
    removals = is_removal(said)
    if unfit.offer is not None and (not removals or is_removal(unfit.offer[language])):
        return _Missed(said, why, unfit.offer[language])
    example = related(request, scene, language, removals=removals)
    if request.fits(scene.chart) and unfit.why[language]:
        example = first_of(request, scene, language, removals=removals) or example
    return _Missed(said, why, "" if example is None else example.text)


def _not_understood(missed: _Missed, scene: Scene, language: Language) -> Answer:
    if missed.offer:
        return Answer(replies.pushback(missed.said, missed.why, missed.offer, language))
    removal = is_removal(missed.said)
    why = missed.why or (replies.left_out(language) if removal else "")
    near = nearest(missed.said, scene, language, removals=removal)
    if near is None:
        return Answer(replies.pushback(missed.said, why, "", language))
    far = near.is_far and not near.example.wish.help
    return Answer(replies.pushback(missed.said, why, near.example.text, language, far=far))


def _respelled(heard: Heard, part: Part) -> str:
    respelled = heard.found.respelled
    return " ".join(respelled.get(at, heard.tokens[at].text) for at in range(part.begin, part.end))


def _joined(change: Change, wish: Wish) -> Change:
    return replace(
        change,
        options={**change.options, **wish.options},
        theme=wish.theme or change.theme,
        redraw=change.redraw or wish.redraw,
        bindings={**change.bindings, **wish.bindings},
        chart_id=wish.chart_id or change.chart_id,
        library=wish.library or change.library,
        undo=change.undo or wish.undo,
    )
