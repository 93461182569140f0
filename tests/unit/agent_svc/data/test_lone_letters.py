"""Lone letters: one byte that is Turkish or Central European is a guess, told with the other one to choose."""

from __future__ import annotations

import pytest

from agent_svc.data import Certainty, Subject, read


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Ad;Puan\nAyşe;85\nMehmet;90\n", "cp1254"),
        ("Ay;Tutar\nOcak;1\nŞubat;2\n", "cp1254"),
        ("Ad;Puan\nUğur;85\nMehmet;90\n", "cp1254"),
        ("Il;N\nİzmir;85\nAdana;90\n", "cp1254"),
        ("Oras;N\nConstanţa;5\nCluj;6\n", "cp1250"),
        ("Ime;N\nĐuro;5\nIvan;6\n", "cp1250"),
        ("Stav;N\nvelký;5\n", "cp1250"),
    ],
)
def test_a_single_letter_of_turkish_or_its_neighbour_in_bytes_is_guessed_by_its_words(text: str, encoding: str) -> None:
    found = read(text.encode(encoding))
    assert found.csv == text.replace(";", ",")
    decision = next(one for one in found.report.decisions if one.subject is Subject.ENCODING)
    assert decision.certainty is Certainty.AMBIGUOUS
    assert {decision.chosen, *decision.alternatives} >= {"cp1254", "cp1250"}
