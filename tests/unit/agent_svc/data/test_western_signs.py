"""Western signs: units, pounds and ordinals tell Windows-1252 from Windows-1250, which has Polish letters there."""

from __future__ import annotations

import pytest

from agent_svc.data.encodings.legacy import guess_encoding


@pytest.mark.parametrize(
    "text",
    [
        "Jahr;Gas (m³)",
        "Straße;PM10 (µg/m³)",
        "Month;Density (kg/m³);T (°C)",
        "Größe;5 cm³;Jürgen",
        "Flow [Nm³/h]",
        "n;10³/µl",
        "Zähler;Fläche (m²);Gas (m³)",
        "Item;Price (£)",
        "Item;£5",
        "Nº;Valor",
    ],
)
def test_signs_behind_units_and_beside_numbers_are_western(text: str) -> None:
    guess = guess_encoding(text.encode("cp1252"))
    assert guess is not None
    assert (guess.encoding, guess.clear) == ("cp1252", True)


@pytest.mark.parametrize(
    "text",
    ["Cena (zł)", "cena zł/m2", "mł. insp.;5", "Przemysł;5", "5zł", "Imię;Michał", "Ł;5", "Łódź;µg;5 °C", "oraş;5 m"],
)
def test_letters_of_words_are_central_european_beside_units_as_well(text: str) -> None:
    guess = guess_encoding(text.encode("cp1250"))
    assert guess is not None
    assert text.encode("cp1250").decode(guess.encoding) == text
